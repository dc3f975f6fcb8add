import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { SpanRepository } from '../renewals/spanRepository.ts';
import type { Database } from './database.ts';

interface SpanColumns {
  readonly order_id: string;
  readonly fingerprint: string;
  readonly first_seen_at: number;
  readonly not_before: number;
  readonly not_after: number;
}

/** Five renewals are between six leaves; a few more, as reissues do not count. */
const LATEST = 9;

const SPANS = `
  SELECT order_id, fingerprint, first_seen_at,
    facts ->> 'notBefore' AS not_before, facts ->> 'notAfter' AS not_after
  FROM order_leaves JOIN certificates USING (fingerprint)`;

/** The leaves of orders, read from the table of that name with what their certificates say. */
export function createSpanRepository(database: Database): SpanRepository {
  const of = database.prepare(`${SPANS} WHERE order_id IN (SELECT value FROM json_each(?))`);
  const all = database.prepare(SPANS);
  // Certificates are read last: most orders of ten thousand have one leaf, and nothing needs to be known of it.
  const renewed = database.prepare(`
    WITH ranked AS (
      SELECT *, row_number() OVER (PARTITION BY order_id ORDER BY first_seen_at DESC) AS place,
        count(*) OVER (PARTITION BY order_id) AS leaves
      FROM order_leaves)
    ${SPANS.replace('order_leaves', 'ranked AS order_leaves')} WHERE leaves > 1 AND place <= ${LATEST}`);
  const read = (rows: () => unknown) =>
    database.tryRead(() => (rows() as readonly SpanColumns[]).map(toSpan));
  return {
    of: (orderIds) => read(() => of.all(JSON.stringify(orderIds))),
    all: () => read(() => all.all()),
    renewed: () => read(() => renewed.all()),
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
