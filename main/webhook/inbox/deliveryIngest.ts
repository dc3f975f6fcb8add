import type { Vault } from '#main/credentials/vault/vault.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { Result } from '#shared/result.ts';
import type { HookService } from '../hooks/hookService.ts';
import { DeliveryReader, type KeepOutcome, type ReadDelivery, type VerifiedDelivery } from './delivery.ts';
import { aboutKey, type DeliveryKeys, type MemoryKey } from './deliveryKeys.ts';
import type { DeliveryRecord, InboxRepository, NewDelivery, SeenDelivery } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';
import { FloodGate, UnmappedCount } from './floodGate.ts';
import { type ReplayWindow, seenOf } from './replayWindow.ts';

interface DeliveryIngestPorts {
  readonly repository: Pick<InboxRepository, 'keep'>;
  readonly store: DeliveryStore;
  readonly window: ReplayWindow;
  readonly keys: DeliveryKeys;
  readonly vault: Vault;
  readonly hooks: Pick<HookService, 'find' | 'delivered'>;
  /** Whether the name is linked to an order. */
  readonly isMapped: (hookId: string, name: string) => boolean;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly newId: () => string;
}

/** A delivery to be written by the next group commit. */
interface Pending {
  readonly delivery: NewDelivery;
  /** The key, if it must stay in memory. */
  readonly memoryKey: MemoryKey | null;
}

/** Stores verified deliveries on disk, with sealed private keys, before the sender gets a success status. */
export class DeliveryIngest {
  readonly #ports: DeliveryIngestPorts;
  readonly #gate: FloodGate;
  readonly #reader = new DeliveryReader();
  readonly #unmapped: UnmappedCount;
  readonly #commit: GroupCommit<Pending>;
  /** By signature and body. */
  readonly #inFlight = new Map<string, Promise<KeepOutcome>>();

  constructor(ports: DeliveryIngestPorts) {
    this.#ports = ports;
    this.#gate = new FloodGate(ports.clock, ports.window.all());
    this.#unmapped = new UnmappedCount(ports.store);
    this.#commit = new GroupCommit(
      (pending) => ports.repository.keep(pending.map(({ delivery }) => delivery)),
      (pending) => this.#kept(pending),
      ports.scheduler,
    );
  }

  /** Whether no delivery is being stored. */
  isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  /** Stores a delivery. A duplicate of a delivery in flight waits for its outcome. */
  async keep(delivery: VerifiedDelivery): Promise<KeepOutcome> {
    const seen = seenOf(delivery);
    if (this.#ports.window.has(seen)) return { kind: 'replayed' };
    const place = `${seen.signature}:${seen.body}`;
    const first = this.#inFlight.get(place);
    if (first !== undefined) {
      const outcome = await first;
      return outcome.kind === 'kept' ? { kind: 'replayed' } : outcome;
    }
    const mine = this.#admitted(delivery, seen).finally(() => this.#inFlight.delete(place));
    this.#inFlight.set(place, mine);
    return mine;
  }

  async #admitted(delivery: VerifiedDelivery, seen: Omit<SeenDelivery, 'deliveryId'>): Promise<KeepOutcome> {
    const { hookId, fields } = delivery;
    const isMapped = this.#ports.isMapped(hookId, fields.ssl);
    const arrival = { ...seen, hookId, isMapped, bytes: delivery.bodyBytes };
    if (!this.#gate.admit(arrival, this.#unmapped.value())) return { kind: 'flood' };
    if (isMapped) return await this.#keep(delivery, seen);
    this.#unmapped.reserve(delivery.bodyBytes);
    try {
      return await this.#keep(delivery, seen);
    } finally {
      this.#unmapped.release(delivery.bodyBytes);
    }
  }

  async #keep(delivery: VerifiedDelivery, seen: Omit<SeenDelivery, 'deliveryId'>): Promise<KeepOutcome> {
    const { vault, newId } = this.#ports;
    const read = this.#reader.read(delivery.fields);
    if (!read.ok) return { kind: 'unusable', error: read.error };
    const { ssl: order, task } = delivery.fields;
    const leaf = read.value.leaf.fingerprint256;
    if (!this.#gate.admitCargo(seen, { order, task, leaf })) return { kind: 'flood' };
    const opened = await vault.open();
    if (!opened.ok) return { kind: 'notKept', error: opened.error };
    const id = newId();
    const { isLasting } = opened.value;
    const record = this.#recordOf(id, delivery, read.value, isLasting);
    const plain = Buffer.from(read.value.keyPem, 'utf8');
    const sealed = opened.value.seal(plain, aboutKey(record));
    plain.fill(0);
    const saved = await this.#commit.add({
      delivery: { record, sealedKey: isLasting ? sealed : null, seen: { ...seen, deliveryId: id } },
      memoryKey: isLasting ? null : { sealed, vault: opened.value },
    });
    return saved.ok ? { kind: 'kept', deliveryId: id } : { kind: 'notKept', error: saved.error };
  }

  #recordOf(id: string, delivery: VerifiedDelivery, read: ReadDelivery, isLasting: boolean): DeliveryRecord {
    const { hookId, receivedAt, fields } = delivery;
    return {
      id,
      receivedAt,
      hookId,
      hookName: this.#ports.hooks.find(hookId)?.name ?? '',
      orderName: fields.ssl,
      task: fields.task,
      leaf: read.leaf,
      serviceNotAfter: fields.notAfter === '' ? null : fields.notAfter,
      orderId: null,
      verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
      key: isLasting ? 'vault' : 'memory',
      // Set by the repository when it writes the record.
      sharesSignature: false,
      chain: read.chain,
      pem: read.pem,
    };
  }

  /** Updates memory after the write. Replays must be recognised before any listener is called. */
  #kept(pending: readonly Pending[]): void {
    const { window, keys, store, hooks } = this.#ports;
    for (const { delivery, memoryKey } of pending) {
      window.remember(delivery.seen);
      if (memoryKey !== null) keys.hold(delivery.record.id, memoryKey);
    }
    // Computed once per signature: all deliveries of one second share it.
    const signatures = new Set(pending.map(({ delivery: { seen } }) => seen.signature));
    const shared = new Map(
      [...signatures]
        .map((signature) => [signature, window.under(signature)] as const)
        .filter(([, all]) => all.length > 1),
    );
    const earlier = [...shared.values()].flat().flatMap(({ deliveryId }) => store.get(deliveryId) ?? []);
    store.update(
      earlier
        .filter(({ sharesSignature }) => !sharesSignature)
        .map((record) => ({ ...record, sharesSignature: true })),
    );
    const records = pending.map(({ delivery: { record, seen } }) =>
      shared.has(seen.signature) ? { ...record, sharesSignature: true } : record,
    );
    store.add(records);
    for (const { hookId, receivedAt } of records) hooks.delivered(hookId, receivedAt);
  }
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (saved: Result<null>) => void;
  readonly reject: (bug: unknown) => void;
}

/** Items per transaction, as a write blocks the event loop. */
const MOST_AT_ONCE = 64;
/** Delay before a batch is written: much shorter than a transaction per item. */
const GATHER_MS = 3;

/** Combines writes into one transaction, since each transaction costs an fsync. */
export class GroupCommit<Item> {
  readonly #write: (items: readonly Item[]) => Result<null>;
  readonly #written: (items: readonly Item[]) => void;
  readonly #scheduler: Scheduler;
  #waiting: Waiting<Item>[] = [];
  #timer: Disposable | null = null;

  /** @param written called with the written items, in the same turn in which their promises are resolved */
  constructor(
    write: (items: readonly Item[]) => Result<null>,
    written: (items: readonly Item[]) => void,
    scheduler: Scheduler,
  ) {
    this.#write = write;
    this.#written = written;
    this.#scheduler = scheduler;
  }

  /** Settles when the item was written or refused. Rejects only for a bug of `write`. */
  add(item: Item): Promise<Result<null>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) this.#flushIn(GATHER_MS);
      else if (this.#waiting.length === MOST_AT_ONCE) this.#flushIn(0);
    });
  }

  #flushIn(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(delayMs, () => {
      this.#timer = null;
      const batch = this.#waiting.splice(0, MOST_AT_ONCE);
      if (this.#waiting.length > 0) this.#flushIn(0);
      this.#flush(batch);
    });
  }

  #flush(batch: readonly Waiting<Item>[]): void {
    const saved = this.#tryWrite(batch);
    if (saved?.ok === true || batch.length === 1) {
      if (saved !== null) this.#settle(batch, saved);
      return;
    }
    // Retries one by one, so that a bad row does not fail the others. Stops after the first error, as the disk then
    // refuses all.
    let refused: Result<null> | null = null;
    for (const waiting of batch) {
      const alone: Result<null> | null = refused ?? this.#tryWrite([waiting]);
      if (alone?.ok === false) refused = alone;
      if (alone !== null) this.#settle([waiting], alone);
    }
  }

  /** @returns `null` for a bug; if the batch has one item, its promise is rejected with the bug */
  #tryWrite(batch: readonly Waiting<Item>[]): Result<null> | null {
    try {
      return this.#write(batch.map(({ item }) => item));
    } catch (bug) {
      if (batch.length === 1) batch[0]?.reject(bug);
      return null;
    }
  }

  #settle(batch: readonly Waiting<Item>[], saved: Result<null>): void {
    for (const { resolve } of batch) resolve(saved);
    if (saved.ok) this.#written(batch.map(({ item }) => item));
  }
}
