import type { Disposable } from '#main/platform/disposable.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type Clock, repeat, type Scheduler } from '#main/platform/time.ts';
import { hasKey } from '#shared/domain/delivery.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { DeliveryKeys } from './deliveryKeys.ts';
import type { DeliveryRecord, InboxRepository } from './deliveryRecord.ts';
import { type DeliveryStore, isOpen } from './deliveryStore.ts';

interface KeyRetentionPorts {
  readonly repository: Pick<InboxRepository, 'remove' | 'vacuum'>;
  readonly store: DeliveryStore;
  readonly keys: Pick<DeliveryKeys, 'remove' | 'onDidRemove'>;
  readonly config: () => Pick<ReceiverConfig, 'keepKeysDays'>;
  readonly isNeeded: (deliveryId: string) => boolean;
  readonly isIdle: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Decides what is old: a clock that is wrong for a moment must not delete a key. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

const SWEEP_EVERY_MS = 3_600_000;
/** Deliveries per write, with a pause between two, so that the event loop is not blocked. */
const AT_ONCE = 100;
const PAUSE_MS = 50;
const SETTLED_KEPT_MS = 90 * DAY_MS;
const MOST_DELIVERIES = 5_000;

const VACUUM_AFTER_MS = 10_000;
const VACUUM_EVERY_MS = 3_600_000;

/** Deletes expired keys and old deliveries, then vacuums the database. */
export class KeyRetention implements Disposable {
  readonly #ports: KeyRetentionPorts;
  readonly #listener: Disposable;
  readonly #sweep: Disposable;
  #vacuum: Disposable | null = null;
  /** Monotonic ms of the last vacuum, or `null`. */
  #vacuumedAt: number | null = null;

  constructor(ports: KeyRetentionPorts) {
    this.#ports = ports;
    this.#listener = ports.keys.onDidRemove(() => this.#vacuumLater());
    let isMore = false;
    const pauseMs = () => (isMore ? PAUSE_MS : SWEEP_EVERY_MS);
    const sweep = () => {
      isMore = false;
      isMore = this.#expireKeys() || this.#removeDeliveries();
    };
    this.#sweep = repeat(ports.scheduler, 'keyRetention.sweep', pauseMs, sweep, 0);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#sweep.dispose();
    this.#vacuum?.dispose();
  }

  /** @returns whether there may be more to delete */
  #expireKeys(): boolean {
    const { store, confirmedClock, config, keys } = this.#ports;
    const before = confirmedClock.now() - config().keepKeysDays * DAY_MS;
    const old = store.list().filter((record) => hasKey(record) && record.receivedAt < before);
    const ids = idsOf(old.slice(0, AT_ONCE));
    return ids.length > 0 && this.#isDone(keys.remove(ids, 'expired'), 'Old keys were not removed');
  }

  #removeDeliveries(): boolean {
    const { store, keys, repository } = this.#ports;
    const ids = this.#useless().slice(0, AT_ONCE);
    if (ids.length === 0) return false;
    // Keys first: this also deletes them from memory and triggers the vacuum.
    const removed = keys.remove(ids, 'gone');
    const saved = removed.ok ? repository.remove(ids) : removed;
    if (saved.ok) store.remove(ids);
    return this.#isDone(saved, 'Old deliveries were not removed');
  }

  /** Deliveries settled long ago and, over the limit, settled ones before waiting ones; oldest first. */
  #useless(): string[] {
    const { store, confirmedClock, isNeeded } = this.#ports;
    const records = store.list();
    const before = confirmedClock.now() - SETTLED_KEPT_MS;
    const free = records.filter(({ id }) => !isNeeded(id));
    const settled = free.filter((record) => !isOpen(record));
    const old = settled.filter((record) => !hasKey(record) && record.receivedAt < before);
    const surplus = records.length - old.length - MOST_DELIVERIES;
    if (surplus <= 0) return idsOf(old);
    const ranked = [...old, ...settled, ...free.filter(isOpen)];
    return [...new Set(idsOf(ranked))].slice(0, old.length + surplus);
  }

  #isDone(saved: Result<null>, message: string): boolean {
    if (!saved.ok) this.#ports.logger.warn(message, { error: saved.error.kind });
    return saved.ok;
  }

  /** Vacuums some time after the last deletion, at most once an hour, and not while deliveries are being stored. */
  #vacuumLater(): void {
    const { clock, scheduler } = this.#ports;
    const wait = this.#vacuumedAt === null ? 0 : this.#vacuumedAt + VACUUM_EVERY_MS - clock.monotonic();
    this.#vacuum?.dispose();
    this.#vacuum = scheduler.after(Math.max(VACUUM_AFTER_MS, wait), () => {
      this.#vacuum = null;
      this.#tryVacuum();
    });
  }

  #tryVacuum(): void {
    const { clock, isIdle, repository } = this.#ports;
    if (!isIdle()) {
      this.#vacuumLater();
      return;
    }
    this.#vacuumedAt = clock.monotonic();
    if (!this.#isDone(repository.vacuum(), 'Removed keys were not vacuumed')) this.#vacuumLater();
  }
}

function idsOf(records: readonly DeliveryRecord[]): string[] {
  return records.map(({ id }) => id);
}
