import type { Disposable } from '#main/platform/disposable.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type Clock, repeat, type Scheduler } from '#main/platform/time.ts';
import { usualLead } from '#shared/domain/renewal.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Result } from '#shared/result.ts';

/** A leaf that an order has or had. Times in Unix ms. */
export interface PastLeaf extends OrderSpan {
  readonly lastSeenAt: number;
  /** Whether the order has it, or anything else that is stored is about it. */
  readonly isNeeded: boolean;
}

/** Error of all: `storage`; nothing was changed. */
export interface PastRepository {
  /** All leaves of the next orders behind the id `after` that have or had more than `most`, by id; none: there is no such order. */
  leavesOfOrdersWithMore(most: number, after: string): Result<readonly PastLeaf[]>;
  /** Deletes leaves, with the alerts about those that no order has or had any more. */
  removeLeaves(leaves: readonly Pick<PastLeaf, 'orderId' | 'fingerprint256'>[]): Result<null>;
  /**
   * Deletes sent alerts about what is not stored any more: about certificates if sent before `certificatesBefore`, about
   * anything else if sent before `othersBefore`. So go alerts about an outage that is over. Unix ms.
   */
  removeAlerts(certificatesBefore: number, othersBefore: number): Result<null>;
}

export interface PastRemoverPorts {
  readonly repository: PastRepository;
  /** Decides what is old: a clock that is wrong for a moment must not delete anything. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Of each order this many latest leaves stay, however old they are. */
const LEAVES_KEPT = 20;

/** A leaf that expired so long ago, and was not seen since, does not come back. */
const PAST_MS = 90 * DAY_MS;

/** Longer than a public certificate is valid: one of a removed order may come back with it. */
const CERTIFICATE_MS = 400 * DAY_MS;

/** The first time is not part of the start. */
const FIRST_AFTER_MS = 10 * MINUTE_MS;

/** Between two parts, so that the event loop is not blocked. */
const PAUSE_MS = 50;

/** Removes former leaves, and alerts that were sent, that can matter no more: ADR 103. */
export class PastRemover implements Disposable {
  readonly #ports: PastRemoverPorts;
  #timer: Disposable | null = null;
  /** The last order that was looked at; empty: the next part is the first one. */
  #after = '';

  constructor(ports: PastRemoverPorts) {
    this.#ports = ports;
  }

  /** Removes once a day from now on, in parts. */
  start(): void {
    const { scheduler } = this.#ports;
    const waitMs = () => (this.#after === '' ? DAY_MS : PAUSE_MS);
    this.#timer ??= repeat(scheduler, 'pastRemover.remove', waitMs, () => this.#removePart(), FIRST_AFTER_MS);
  }

  /** Removes everything at once. */
  remove(): void {
    do this.#removePart();
    while (this.#after !== '');
  }

  /** Of some orders, and after the last ones the alerts. */
  #removePart(): void {
    const { repository, confirmedClock, logger } = this.#ports;
    const now = confirmedClock.now();
    const crowded = repository.leavesOfOrdersWithMore(LEAVES_KEPT, this.#after);
    const leaves = crowded.ok ? crowded.value : [];
    this.#after = leaves.at(-1)?.orderId ?? '';
    const useless = uselessLeaves(leaves, now);
    const removed = useless.length === 0 ? crowded : repository.removeLeaves(useless);
    const isLast = removed.ok && this.#after === '';
    const done = isLast ? repository.removeAlerts(now - CERTIFICATE_MS, now - PAST_MS) : removed;
    if (done.ok) return;
    this.#after = '';
    logger.warn('What is long past was not removed', { error: done.error.kind });
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}

/** Leaves of orders with many that are not among the latest, expired long ago, and change nothing that is learnt. */
function uselessLeaves(leaves: readonly PastLeaf[], now: number): readonly PastLeaf[] {
  const before = now - PAST_MS;
  return [...Map.groupBy(leaves, ({ orderId }) => orderId).values()].flatMap((own) => {
    const latest = own.toSorted((a, b) => b.notBefore - a.notBefore || b.firstSeenAt - a.firstSeenAt);
    const useless = new Set(
      latest
        .slice(LEAVES_KEPT)
        .filter((leaf) => !leaf.isNeeded && leaf.notAfter < before && leaf.lastSeenAt < before),
    );
    const [lead, leadAfter] = [usualLead(own), usualLead(own.filter((leaf) => !useless.has(leaf)))];
    const isSame = lead?.leadMs === leadAfter?.leadMs && lead?.renewals === leadAfter?.renewals;
    return isSame ? [...useless] : [];
  });
}
