import type { OpenVault, Sealed, SealedAbout, Vault } from '#main/credentials/vault/vault.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { FetchOutcome } from '#main/x509/material.ts';
import { hasKey, isTrusted } from '#shared/domain/delivery.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { DeliveryRecord, InboxRepository, LostKey } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

interface DeliveryKeysPorts {
  readonly repository: Pick<InboxRepository, 'sealedKey' | 'storeKeys' | 'removeKeys'>;
  readonly vault: Vault;
  readonly memory: MemoryKeys;
  readonly store: DeliveryStore;
  readonly logger: Logger;
}

/** A key that must not be written to disk, sealed under a vault key that lasts until the app quits. */
export interface MemoryKey {
  readonly sealed: Sealed;
  readonly vault: OpenVault;
}

/** By the id of the delivery; lost when the app quits. */
export type MemoryKeys = Map<string, MemoryKey>;

/** The private keys of deliveries: sealed in the database, or in memory while the vault is not persistent. */
export class DeliveryKeys {
  readonly #ports: DeliveryKeysPorts;
  readonly #memory: MemoryKeys;
  readonly #removed = new Emitter<void>('deliveryKeys.removed');
  #storing: Promise<Result<null>> | null = null;
  #wasStored = false;

  /** Fires when keys were deleted from the database. */
  readonly onDidRemove = this.#removed.event;

  /** Marks keys as gone that the previous run held in memory. */
  constructor(ports: DeliveryKeysPorts) {
    this.#ports = ports;
    this.#memory = ports.memory;
    const { store, repository, logger } = ports;
    const lost = store.list().filter(({ key }) => key === 'memory');
    if (lost.length === 0) return;
    const saved = repository.removeKeys(idsOf(lost), 'gone');
    // The keys are gone anyway; the next start marks them again.
    if (!saved.ok) logger.warn('Lost keys were not noted', { error: saved.error.kind });
    store.update(lost.map((record) => ({ ...record, key: 'gone' })));
  }

  /** Holds a key in memory. */
  hold(deliveryId: string, key: MemoryKey): void {
    this.#memory.set(deliveryId, key);
    // It was sealed before the vault became persistent, and missed the transfer of the others.
    if (this.#wasStored) void this.storeMemoryKeys();
  }

  /** Marks keys as lost: those whose vault key was deleted, or those in memory. */
  forget(where: 'vault' | 'memory'): void {
    const { store, logger } = this.#ports;
    const lost = store.list().filter(({ key }) => key === where);
    if (where === 'memory') {
      const noted = this.remove(idsOf(lost), 'gone');
      if (!noted.ok) logger.warn('Lost keys were not noted', { error: noted.error.kind });
      return;
    }
    store.update(lost.map((record) => ({ ...record, key: 'gone' })));
    this.#removed.fire();
  }

  /** The key as PEM; do not keep it. Errors: `unknownId`, `keyGone`, `vaultKey`, `storage`, those of the keychain. */
  async read(deliveryId: string): Promise<Result<string>> {
    const record = this.#ports.store.get(deliveryId);
    if (record === null) return err({ kind: 'unknownId' });
    const plain = await this.#unsealed(record);
    if (!plain.ok) return plain;
    const pem = plain.value.toString('utf8');
    plain.value.fill(0);
    return ok(pem);
  }

  /** Deletes the key of an exported delivery, unless it has another leaf than the exported one. */
  exported(deliveryId: string, fingerprint256: string): void {
    const { store, logger } = this.#ports;
    if (store.get(deliveryId)?.leaf.fingerprint256 !== fingerprint256) return;
    const removed = this.remove([deliveryId], 'exported');
    if (!removed.ok) logger.warn('An exported key was not removed', { error: removed.error.kind });
  }

  /** Deletes keys and records why. Error: `storage`; the keys still exist then. */
  remove(deliveryIds: readonly string[], state: LostKey): Result<null> {
    const { repository, store } = this.#ports;
    const present = deliveryIds.flatMap((id) => store.get(id) ?? []).filter(hasKey);
    if (present.length === 0) return ok(null);
    const saved = repository.removeKeys(idsOf(present), state);
    if (!saved.ok) return saved;
    for (const { id } of present) {
      this.#memory.get(id)?.sealed.ciphertext.fill(0);
      this.#memory.delete(id);
    }
    store.update(present.map((record) => ({ ...record, key: state })));
    this.#removed.fire();
    return saved;
  }

  /**
   * Moves the keys in memory into the vault if it is persistent by now. Errors: `vaultKey`, `storage`, those of the
   * keychain; the keys stay in memory then.
   */
  storeMemoryKeys(): Promise<Result<null>> {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #storeAll(): Promise<Result<null>> {
    if (this.#memory.size === 0) return ok(null);
    const { vault, repository, store } = this.#ports;
    const opened = await vault.open();
    if (!opened.ok || !opened.value.isLasting) return opened.ok ? ok(null) : opened;
    this.#wasStored = true;
    const sealedAnew: { deliveryId: string; sealed: Sealed }[] = [];
    for (const [deliveryId, held] of [...this.#memory]) {
      const record = store.get(deliveryId);
      const plain = record === null ? null : held.vault.unseal(held.sealed, aboutKey(record));
      if (record === null || plain?.ok !== true) continue;
      sealedAnew.push({ deliveryId, sealed: opened.value.seal(plain.value, aboutKey(record)) });
      plain.value.fill(0);
    }
    const saved = repository.storeKeys(sealedAnew);
    if (!saved.ok) return saved;
    for (const { deliveryId } of sealedAnew) this.#memory.delete(deliveryId);
    const stored = sealedAnew.flatMap(({ deliveryId }) => store.get(deliveryId) ?? []);
    store.update(stored.map((record) => ({ ...record, key: 'vault' })));
    return saved;
  }

  async #unsealed(record: DeliveryRecord): Promise<Result<Buffer>> {
    const held = this.#memory.get(record.id);
    if (held !== undefined) return held.vault.unseal(held.sealed, aboutKey(record));
    if (record.key !== 'vault') return err({ kind: 'keyGone' });
    const opened = await this.#ports.vault.open();
    if (!opened.ok) return opened;
    const sealed = this.#ports.repository.sealedKey(record.id);
    if (!sealed.ok) return sealed;
    return sealed.value === null
      ? err({ kind: 'keyGone' })
      : opened.value.unseal(sealed.value, aboutKey(record));
  }
}

/** What a key is sealed with, so that it cannot be opened as the key of another delivery or leaf. */
export function aboutKey({ id, leaf }: Pick<DeliveryRecord, 'id' | 'leaf'>): SealedAbout {
  return { purpose: 'deliveryKey', subject: id, fingerprint256: leaf.fingerprint256 };
}

function idsOf(records: readonly DeliveryRecord[]): string[] {
  return records.map(({ id }) => id);
}

/**
 * Gives the material of a trusted delivery to the exporter. Never throws for expected errors. `withKey` includes the
 * private key. Errors: `unknownId` if the delivery is missing or not trusted (confirmed or accepted); those of
 * `DeliveryKeys.read`.
 */
export type DeliveryMaterial = (deliveryId: string, withKey: boolean) => Promise<FetchOutcome>;

/** Creates the function from its sources. */
export function createDeliveryMaterial(
  store: Pick<DeliveryStore, 'get'>,
  keys: Pick<DeliveryKeys, 'read'>,
): DeliveryMaterial {
  const trusted = (deliveryId: string) => {
    const record = store.get(deliveryId);
    return record !== null && isTrusted(record) ? record : null;
  };
  return async (deliveryId, withKey) => {
    const key = withKey && trusted(deliveryId) !== null ? await keys.read(deliveryId) : null;
    // The user may have discarded it while the key was read.
    const record = trusted(deliveryId);
    if (record === null) return { material: err({ kind: 'unknownId' }), serviceNotAfter: null };
    const { pem, serviceNotAfter, orderName } = record;
    if (key?.ok === false) return { material: key, serviceNotAfter };
    const material = {
      certificate: pem,
      // `pem` includes the chain.
      certificateServer: null,
      certificateChain: null,
      key: key?.value ?? null,
      notAfter: serviceNotAfter,
      name: orderName,
    };
    return { material: { ok: true, value: material }, serviceNotAfter };
  };
}
