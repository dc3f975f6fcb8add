import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { RECEIVER_LOG_MAX, type ReceiverLogEntry, type ReceiverOutcome } from '#shared/domain/receiver.ts';
import type { Result } from '#shared/result.ts';

export interface ReceiverLogRepository {
  /** Oldest first. Throws if the database fails. */
  load(): ReceiverLogEntry[];
  /** Replaces all stored entries by these, oldest first. Error: `storage`. */
  save(entries: readonly ReceiverLogEntry[]): Result<null>;
}

export type NewLogEntry = Omit<ReceiverLogEntry, 'id' | 'count'>;

interface ReceiverLogPorts {
  readonly repository: ReceiverLogRepository;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** The longest time between equal refusals that are counted in one entry. */
const ALIKE_WITHIN_MS = 60_000;
/** Limits the updates of the window and the writes to disk during a flood of requests. */
const FIRE_EVERY_MS = 1000;
const SAVE_EVERY_MS = 5000;

/** The newest log entries. Repeated refusals are counted in one entry. Saved periodically. */
export class ReceiverLog implements Disposable {
  readonly #ports: ReceiverLogPorts;
  readonly #changed = new Emitter<void>('receiverLog.changed');
  /** Oldest first. */
  #entries: ReceiverLogEntry[];
  #nextId: number;
  #firedAt = Number.NEGATIVE_INFINITY;
  #firing: Disposable | null = null;
  #saving: Disposable | null = null;
  #isDisposed = false;

  /** Fires at most once per second, and never from within `add`. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: ReceiverLogPorts) {
    this.#ports = ports;
    this.#entries = this.#load();
    this.#nextId = this.#entries.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  }

  /** Newest first. */
  list(): readonly ReceiverLogEntry[] {
    return this.#entries.toReversed();
  }

  /**
   * Adds an entry, or increments the count of the last one if this is the same refusal. Ignored after `dispose`:
   * connections can end later than the database.
   */
  add(entry: NewLogEntry): void {
    if (this.#isDisposed) return;
    const last = this.#entries.at(-1);
    if (last !== undefined && isAlike(last, entry)) {
      // Keeps the details of the newest outcome, such as the clock skew.
      this.#entries[this.#entries.length - 1] = { ...entry, id: last.id, count: last.count + 1 };
    } else {
      if (this.#entries.length >= RECEIVER_LOG_MAX) this.#entries.shift();
      this.#entries.push({ ...entry, id: this.#nextId, count: 1 });
      this.#nextId += 1;
    }
    this.#fireSoon();
    this.#saving ??= this.#ports.scheduler.after(SAVE_EVERY_MS, () => this.#save());
  }

  dispose(): void {
    this.#firing?.dispose();
    this.#firing = null;
    if (this.#saving !== null) this.#save();
    this.#isDisposed = true;
  }

  #fireSoon(): void {
    if (this.#firing !== null) return;
    const { clock, scheduler } = this.#ports;
    const wait = Math.max(0, this.#firedAt + FIRE_EVERY_MS - clock.monotonic());
    this.#firing = scheduler.after(wait, () => {
      this.#firing = null;
      this.#firedAt = clock.monotonic();
      this.#changed.fire();
    });
  }

  #save(): void {
    this.#saving?.dispose();
    this.#saving = null;
    const saved = this.#ports.repository.save(this.#entries);
    // The entries stay in memory; the next one triggers another attempt.
    if (!saved.ok)
      this.#ports.logger.warn('The delivery log could not be saved', { error: saved.error.kind });
  }

  #load(): ReceiverLogEntry[] {
    try {
      return this.#ports.repository.load().slice(-RECEIVER_LOG_MAX);
    } catch (error) {
      this.#ports.logger.error('The delivery log cannot be read', { error: errorName(error) });
      return [];
    }
  }
}

function isAlike(last: ReceiverLogEntry, next: NewLogEntry): boolean {
  const gap = next.at - last.at;
  return (
    last.hookId === next.hookId &&
    last.from === next.from &&
    last.status === next.status &&
    // The gap is negative after the wall clock was set back.
    Math.abs(gap) <= ALIKE_WITHIN_MS &&
    refusalKey(last.outcome) !== null &&
    refusalKey(last.outcome) === refusalKey(next.outcome)
  );
}

/** The key by which equal refusals are counted; `null`: not a refusal. */
function refusalKey(outcome: ReceiverOutcome): string | null {
  if (outcome.kind !== 'refused') return null;
  const { reason } = outcome;
  // A clock that is behind is another problem than one that is ahead.
  if (reason.kind === 'timeSkew') return `${reason.kind} ${Math.sign(reason.seconds)}`;
  return 'name' in reason ? `${reason.kind} ${reason.name}` : reason.kind;
}
