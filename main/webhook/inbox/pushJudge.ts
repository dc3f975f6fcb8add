import type { Clock } from '#main/platform/time.ts';
import type { ChainCheck } from './chainCheck.ts';
import type { InboxBook } from './inboxBook.ts';
import type { DeliveryRecord, PushOrder } from './inboxRecord.ts';
import { judgePush } from './judgePush.ts';
import type { PushOrders } from './pushOrders.ts';
import type { VerdictChange } from './verdictWriter.ts';

/** What deliveries for one push-only order came to. */
export interface PushVerdicts {
  readonly changes: readonly VerdictChange[];
  /** In the order in which they were accepted; without those that others among them superseded at once. */
  readonly acceptedIds: readonly string[];
}

/** Judges deliveries for push-only orders, one after the other: each changes what the next is measured by. */
export class PushJudge {
  readonly #book: InboxBook;
  readonly #orders: PushOrders;
  readonly #checkChain: ChainCheck;
  readonly #clock: Clock;

  constructor(book: InboxBook, orders: PushOrders, checkChain: ChainCheck, clock: Clock) {
    this.#book = book;
    this.#orders = orders;
    this.#checkChain = checkChain;
    this.#clock = clock;
  }

  /**
   * @param deliveries oldest first, not settled
   * @param approvedId the one that the person approved, or `null`
   */
  judge(order: PushOrder, deliveries: readonly DeliveryRecord[], approvedId: string | null): PushVerdicts {
    const now = this.#clock.now();
    const changes = new Map<string, VerdictChange>();
    const accepted: DeliveryRecord[] = [];
    let present = this.#orders.currentDelivery(order.id);
    for (const delivery of deliveries) {
      const verdict = judgePush(delivery, {
        ...{ order, present, now },
        checkChain: this.#checkChain,
        cameBefore: (id, otherId) => this.#cameBefore(id, otherId),
        isApproved: delivery.id === approvedId,
      });
      changes.set(delivery.id, { id: delivery.id, orderId: order.id, verdict });
      if (verdict.kind !== 'accepted') continue;
      present = delivery;
      accepted.push(delivery);
    }
    if (present !== null && accepted.length > 0) {
      const fingerprint = present.leaf.fingerprint256;
      for (const former of [...this.#acceptedOf(order.id), ...accepted]) {
        if (former.leaf.fingerprint256 === fingerprint) continue;
        const { id } = former;
        changes.set(id, { id, orderId: order.id, verdict: { kind: 'superseded', at: now } });
      }
    }
    const standing = accepted.filter(({ id }) => changes.get(id)?.verdict.kind === 'accepted');
    return { changes: [...changes.values()], acceptedIds: standing.map(({ id }) => id) };
  }

  #cameBefore(id: string, otherId: string): boolean {
    return this.#book.list().find((record) => record.id === id || record.id === otherId)?.id === id;
  }

  #acceptedOf(orderId: string): DeliveryRecord[] {
    return this.#book
      .list()
      .filter((record) => record.orderId === orderId && record.verdict.kind === 'accepted');
  }
}
