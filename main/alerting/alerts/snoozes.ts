import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import type { Terms } from '#shared/domain/conditions/condition.ts';
import { endsSoon } from '#shared/domain/conditions/endsSoon.ts';
import { expired } from '#shared/domain/conditions/expired.ts';
import type { OrderRow, OrderSnooze, SnoozeSpan } from '#shared/domain/order.ts';
import { CLOCK_SLACK_MS, DAY_MS, NEVER } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** An order without alerts for a while. */
export interface Snooze {
  readonly orderId: string;
  /** The chosen time, Unix ms; `null`: until it is renewed. */
  readonly until: number | null;
  /** When it was snoozed, Unix ms by the confirmed clock: what the certificate was then must not depend on a wrong time. */
  readonly at: number;
  /** The order's leaf when it was snoozed, or `null`. Another leaf ends the snooze. */
  readonly fingerprint256: string | null;
}

/** Keeps snoozes across restarts: one per order at most. */
export interface SnoozeRepository {
  /** Throws when the database does. */
  load(): Snooze[];
  /** Error of both: `storage`; nothing was changed. */
  save(snoozes: readonly Snooze[]): Result<null>;
  remove(orderIds: readonly string[]): Result<null>;
}

export interface SnoozesPorts {
  readonly repository: SnoozeRepository;
  readonly order: (id: string) => OrderRow | null;
  /** Where own thresholds of orders come from. The list has them from elsewhere. */
  readonly annotation: (orderId: string) => Pick<Annotation, 'tags' | 'thresholds'>;
  /** From when on an order is critical. */
  readonly terms: () => Terms;
  readonly clock: Pick<Clock, 'now'>;
  /** Decides when a snooze is removed, and notes when it began: a clock that is wrong for a moment must not end it for good. */
  readonly confirmedClock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

const WEEK_MS = 7 * DAY_MS;
const lengths: Readonly<Record<SnoozeSpan, number | null>> = { day: DAY_MS, week: WEEK_MS, renewal: null };

type SnoozedOrder = Pick<OrderRow, 'id' | 'notBefore' | 'notAfter' | 'chainEnd'> &
  Partial<Pick<OrderRow, 'fingerprint256'>>;

/**
 * Orders without alerts for a day, a week, or until they are renewed. A new leaf ends every snooze, and so does the first
 * moment at which the certificate is critical, or has expired, unless it was so already.
 */
export class Snoozes {
  readonly #ports: SnoozesPorts;
  readonly #byOrder: Map<string, Snooze>;
  /** The snoozed orders whose snooze was over at the last look. */
  #over: ReadonlySet<string> = new Set();
  readonly #changed = new Emitter<readonly string[]>('snoozes.changed');

  readonly onDidChange = this.#changed.event;
  /** The part of the order's row that it fills. */
  readonly part = 'snooze';
  readonly fields = { snooze: (order: SnoozedOrder) => this.of(order) };

  /** Throws when the database does. */
  constructor(ports: SnoozesPorts) {
    this.#ports = ports;
    this.#byOrder = new Map(ports.repository.load().map((snooze) => [snooze.orderId, snooze]));
  }

  of(order: SnoozedOrder): OrderSnooze | null {
    const snooze = this.#byOrder.get(order.id);
    if (snooze === undefined || this.#isOver(snooze, order)) return null;
    return this.#endOf(snooze, order);
  }

  /** Snoozes orders from now on; ignores unknown ids. Errors: `unknownId` if all are unknown, `storage`. */
  snooze(ids: readonly string[], span: SnoozeSpan): Result<null> {
    const lengthMs = lengths[span];
    const at = this.#ports.confirmedClock.now();
    const until = lengthMs === null ? null : this.#ports.clock.now() + lengthMs;
    const snoozes = ids
      .flatMap((id) => this.#ports.order(id) ?? [])
      .map(({ id, fingerprint256 }) => ({ orderId: id, fingerprint256, until, at }));
    if (snoozes.length === 0) return err({ kind: 'unknownId' });
    const saved = this.#ports.repository.save(snoozes);
    if (!saved.ok) return saved;
    for (const snooze of snoozes) this.#byOrder.set(snooze.orderId, snooze);
    this.#changed.fire(snoozes.map(({ orderId }) => orderId));
    return ok(null);
  }

  /** Ends snoozes; ignores orders without one. Error: `storage`. */
  unsnooze(ids: readonly string[]): Result<null> {
    const snoozed = ids.filter((id) => this.#byOrder.has(id));
    if (snoozed.length === 0) return ok(null);
    const removed = this.#ports.repository.remove(snoozed);
    if (!removed.ok) return removed;
    for (const id of snoozed) this.#byOrder.delete(id);
    this.#changed.fire(snoozed);
    return ok(null);
  }

  /** From now on orders are critical earlier or later, and snoozes end with that. */
  termsChanged(): void {
    if (this.#byOrder.size > 0) this.#changed.fire([...this.#byOrder.keys()]);
  }

  /**
   * Notes which snoozes are over, and removes them once that is confirmed. Those of removed orders stay: an order may be
   * restored.
   */
  prune(): void {
    const { repository, logger, order: find } = this.#ports;
    const over = new Set<string>();
    const ended: string[] = [];
    for (const snooze of [...this.#byOrder.values()]) {
      const order = find(snooze.orderId);
      if (order === null || !this.#isOver(snooze, order)) continue;
      over.add(snooze.orderId);
      if (this.#isConfirmed(snooze, order)) ended.push(snooze.orderId);
    }
    const turned = [...this.#byOrder.keys()].filter((id) => over.has(id) !== this.#over.has(id));
    this.#over = over;
    if (ended.length > 0) {
      const removed = repository.remove(ended);
      // Those that stay on disk are over, and removed after the next start.
      if (!removed.ok) logger.warn('Ended snoozes were not removed', { error: removed.error.kind });
      for (const id of ended) this.#byOrder.delete(id);
    }
    const changed = [...new Set([...ended, ...turned])];
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** When the next snooze ends, Unix ms; `Infinity` if time alone ends none. */
  nextEnd(): number {
    const now = this.#ports.clock.now();
    return [...this.#byOrder.values()].reduce((next, snooze) => {
      const order = this.#ports.order(snooze.orderId);
      const until = order === null ? snooze.until : this.#endOf(snooze, order).until;
      return until !== null && until > now ? Math.min(next, until) : next;
    }, NEVER);
  }

  /** When a snooze ends by time, and why then: it never outlives what its certificate is now. */
  #endOf({ until, at }: Snooze, order: SnoozedOrder): OrderSnooze {
    const { annotation, terms } = this.#ports;
    const chosen: OrderSnooze = { until, because: until === null ? 'renewed' : 'chosen' };
    const turns = [
      { until: endsSoon.from({ ...order, ...annotation(order.id) }, terms()), because: 'critical' },
      { until: expired.from(order), because: 'expired' },
    ] as const satisfies readonly OrderSnooze[];
    const first = turns.find((turn) => turn.until > at && turn.until < NEVER);
    return first !== undefined && first.until < (until ?? NEVER) ? first : chosen;
  }

  /** Whether a snooze that is over stays so. */
  #isConfirmed(snooze: Snooze, order: SnoozedOrder): boolean {
    if (order.fingerprint256 !== snooze.fingerprint256) return true;
    return (this.#endOf(snooze, order).until ?? 0) <= this.#ports.confirmedClock.now();
  }

  #isOver(snooze: Snooze, order: SnoozedOrder): boolean {
    if (order.fingerprint256 !== snooze.fingerprint256) return true;
    const now = this.#ports.clock.now();
    if ((this.#endOf(snooze, order).until ?? NEVER) <= now) return true;
    // More than the longest snooze: the clock was set back, and the order must not be silent for years.
    return snooze.until !== null && snooze.until - now > WEEK_MS + CLOCK_SLACK_MS;
  }
}
