import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Result } from '#shared/result.ts';
import type { Logger } from '../lib/logger.ts';
import { isNewerLeaf } from '../orders/applyOutcome.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

export interface RenewalWatchPorts {
  readonly ledger: AlertLedger;
  /** Orders that are there and were not removed. */
  readonly orders: () => readonly OrderRow[];
  /** When an order was added, Unix ms; `null` when it is gone. */
  readonly addedAt: (orderId: string) => number | null;
  /** The leaves that these orders have or had. Error: `storage`. */
  readonly histories: (orderIds: readonly string[]) => Result<readonly OrderSpan[]>;
  readonly logger: Logger;
}

/** A renewal that could not be told for so long (alerts were paused, the app did not run) is no news any more. */
const NEWS_MS = 30 * DAY_MS;

/** What is known of an order with its present leaf. */
interface Judged {
  readonly fingerprint256: string;
  /** When that leaf took the place of a former one, Unix ms; `null`: it is the first, or an older one came back. */
  readonly renewedAt: number | null;
}

/**
 * Finds orders whose present leaf took the place of a former one, whichever process found it, each leaf once. Of several
 * renewals of one order the newest is told.
 */
export class RenewalWatch implements AlertRule {
  readonly name = 'renewal';
  readonly #ports: RenewalWatchPorts;
  /** By order. The history is read once for each leaf. */
  readonly #judged = new Map<string, Judged>();
  #isUnread = false;

  constructor(ports: RenewalWatchPorts) {
    this.#ports = ports;
  }

  due(now: number): Alert[] {
    const orders = this.#ports.orders();
    this.#judge(orders.filter((order) => order.fingerprint256 !== null && !this.#isJudged(order)));
    const due: Alert[] = [];
    for (const order of orders) {
      const { id, fingerprint256 } = order;
      const renewedAt = this.#judged.get(id)?.renewedAt ?? null;
      if (fingerprint256 === null || renewedAt === null || now - renewedAt > NEWS_MS) continue;
      const entry = { subject: fingerprint256, threshold: `renewed:${id}` };
      if (this.#isJudged(order) && !this.#ports.ledger.has(entry)) {
        due.push({ news: { kind: 'renewed', order }, entries: [entry] });
      }
    }
    return due;
  }

  #isJudged({ id, fingerprint256 }: OrderRow): boolean {
    return this.#judged.get(id)?.fingerprint256 === fingerprint256;
  }

  #judge(orders: readonly OrderRow[]): void {
    if (orders.length === 0) return;
    const { histories, logger } = this.#ports;
    const spans = histories(orders.map(({ id }) => id));
    if (!spans.ok) {
      if (!this.#isUnread) logger.warn('Renewals were not looked for', { error: spans.error.kind });
      this.#isUnread = true;
      return;
    }
    this.#isUnread = false;
    const byOrder = Map.groupBy(spans.value, ({ orderId }) => orderId);
    for (const order of orders) {
      const { id, fingerprint256 } = order;
      if (fingerprint256 === null) continue;
      this.#judged.set(id, { fingerprint256, renewedAt: this.#renewedAt(order, byOrder.get(id) ?? []) });
    }
  }

  #renewedAt({ id, fingerprint256, pushOnly }: OrderRow, spans: readonly OrderSpan[]): number | null {
    const present = spans.find((span) => span.fingerprint256 === fingerprint256);
    const others = spans.filter((span) => span !== present);
    if (present === undefined || others.length === 0) return null;
    // What was delivered before a push-only order was approved is its first certificate, however many came.
    if (pushOnly && present.firstSeenAt < (this.#ports.addedAt(id) ?? 0)) return null;
    return others.every((other) => follows(present, other)) ? present.firstSeenAt : null;
  }
}

/** Whether a leaf took the place of another. A service whose parts do not agree may give the former one for a while. */
function follows(leaf: OrderSpan, other: OrderSpan): boolean {
  if (!isNewerLeaf(other, leaf)) return false;
  return !isNewerLeaf(leaf, other) || leaf.firstSeenAt > other.firstSeenAt;
}
