import type { SpanRepository } from '#main/orders/renewals/orderHistories.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Database } from './database.ts';

const SPANS = `
  SELECT order_id AS orderId, fingerprint AS fingerprint256, first_seen_at AS firstSeenAt,
    not_before AS notBefore, not_after AS notAfter
  FROM order_leaves`;

/** Current and previous leaves, in the table `order_leaves`. */
export function createSpanRepository(database: Database): SpanRepository {
  const of = database.query<OrderSpan>(`${SPANS} WHERE order_id IN (SELECT value FROM json_each(?))`);
  const all = database.query<OrderSpan>(SPANS);
  return {
    of: (orderIds) => database.tryRead(() => of.all(JSON.stringify(orderIds))),
    all: () => database.tryRead(() => all.all()),
  };
}
