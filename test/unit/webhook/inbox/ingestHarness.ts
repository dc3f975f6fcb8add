import type { OpenVault, Sealed, SealedAbout, Vault } from '#main/credentials/vault/vault.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { KeepOutcome } from '#main/webhook/inbox/delivery.ts';
import { DeliveryIngest } from '#main/webhook/inbox/deliveryIngest.ts';
import { DeliveryKeys, type MemoryKeys } from '#main/webhook/inbox/deliveryKeys.ts';
import type { NewDelivery, SeenDelivery } from '#main/webhook/inbox/deliveryRecord.ts';
import { ReplayWindow } from '#main/webhook/inbox/replayWindow.ts';
import type { VaultState } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { storeOf } from './deliveries.ts';

/** A vault that seals by writing down what it was given, and opens only what was sealed as the same thing. */
export class FakeVault implements Vault {
  readonly #changed = new Emitter<void>('ingestHarness.changed');
  readonly onDidChange = this.#changed.event;
  isLasting = true;
  failure: AppError | null = null;

  state(): VaultState {
    return { kind: 'ready', keys: 0 };
  }

  open(): Promise<Result<OpenVault>> {
    if (this.failure !== null) return Promise.resolve(err(this.failure));
    const label = this.isLasting ? 'lasting' : 'memory';
    const headOf = (about: SealedAbout) => `${label} ${JSON.stringify(about)} `;
    return Promise.resolve(
      ok({
        isLasting: this.isLasting,
        seal: (plain, about) => ({
          nonce: Buffer.alloc(12, 1),
          ciphertext: Buffer.concat([Buffer.from(headOf(about)), plain]),
        }),
        unseal: ({ ciphertext }, about) => {
          const text = Buffer.from(ciphertext).toString();
          return text.startsWith(headOf(about))
            ? ok(Buffer.from(text.slice(headOf(about).length)))
            : err({ kind: 'vaultKey', reason: 'wrong' } as const);
        },
      }),
    );
  }
}

/** Keeps deliveries in memory, as the database does in its file. */
export function createFakeInbox() {
  const kept: NewDelivery[] = [];
  const sealed = new Map<string, Sealed>();
  let failing: (items: readonly NewDelivery[]) => AppError | null = () => null;
  const repository = {
    loadSeen: (): SeenDelivery[] => kept.map(({ seen }) => seen),
    forgetSeen: (): Result<null> => ok(null),
    keep(deliveries: readonly NewDelivery[]): Result<null> {
      const failure = failing(deliveries);
      if (failure !== null) return err(failure);
      kept.push(...deliveries);
      for (const { record, sealedKey } of deliveries)
        if (sealedKey !== null) sealed.set(record.id, sealedKey);
      return ok(null);
    },
    sealedKey: (id: string): Result<Sealed | null> => ok(sealed.get(id) ?? null),
    storeKeys(keys: readonly { readonly deliveryId: string; readonly sealed: Sealed }[]): Result<null> {
      for (const key of keys) sealed.set(key.deliveryId, key.sealed);
      return ok(null);
    },
    removeKeys(ids: readonly string[]): Result<null> {
      for (const id of ids) sealed.delete(id);
      return ok(null);
    },
  };
  return {
    repository,
    kept,
    sealed,
    /** Decides which writes fail; it may throw. */
    failWhen(decide: (items: readonly NewDelivery[]) => AppError | null): void {
      failing = decide;
    },
  };
}

/** A keeper with fakes for all that it needs. */
export function createKeeper(options: { readonly mapped?: readonly string[] } = {}) {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const inbox = createFakeInbox();
  const { repository } = inbox;
  const vault = new FakeVault();
  const store = storeOf([]);
  const delivered: string[] = [];
  let count = 0;
  const { clock, scheduler } = time;
  const memory: MemoryKeys = new Map();
  const keys = new DeliveryKeys({ repository, vault, memory, store, logger });
  const window = new ReplayWindow({ repository, clock, scheduler, logger });
  const ingest = new DeliveryIngest({
    repository,
    store,
    window,
    keys,
    vault,
    hooks: { find: () => null, delivered: (hookId) => void delivered.push(hookId) },
    isMapped: (_hookId, name) => options.mapped?.includes(name) === true,
    clock,
    scheduler,
    newId: () => `d${++count}`,
  });
  /** Lets what was begun come to its end. */
  const settled = async (outcomes: readonly Promise<KeepOutcome>[]): Promise<KeepOutcome[]> => {
    // Every turn writes one batch.
    for (let turn = 0; turn * 64 <= outcomes.length; turn += 1) await time.advance(3);
    return Promise.all(outcomes);
  };
  return { time, lines, inbox, vault, store, delivered, keys, memory, window, ingest, settled };
}
