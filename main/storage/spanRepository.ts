import type { SpanRepository } from '#main/orders/renewals/orderHistories.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Database } from './database.ts';

interface SpanColumns {
  readonly order_id: string;
  readonly fingerprint: string;
  readonly first_seen_at: number;
  readonly not_before: number;
  readonly not_after: number;
}

const SPANS = 'SELECT order_id, fingerprint, first_seen_at, not_before, not_after FROM order_leaves';

/** Current and previous leaves, in the table `order_leaves`. */
export function createSpanRepository(database: Database): SpanRepository {
  const of = database.query<SpanColumns>(`${SPANS} WHERE order_id IN (SELECT value FROM json_each(?))`);
  const all = database.query<SpanColumns>(SPANS);
  const read = (rows: () => unknown) =>
    database.tryRead(() => (rows() as readonly SpanColumns[]).map(toSpan));
  return {
    of: (orderIds) => read(() => of.all(JSON.stringify(orderIds))),
    all: () => read(() => all.all()),
  };
}

function toSpan(columns: SpanColumns): OrderSpan {
  return {
    orderId: columns.order_id,
    fingerprint256: columns.fingerprint,
    notBefore: columns.not_before,
    notAfter: columns.not_after,
    firstSeenAt: columns.first_seen_at,
  };
}
