import type { LeafIdentity, LeafRepository } from '#main/orders/renewals/orderHistories.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Database } from './database.ts';

const SPANS = `
  SELECT order_id AS orderId, fingerprint AS fingerprint256, first_seen_at AS firstSeenAt,
    not_before AS notBefore, not_after AS notAfter
  FROM order_leaves`;

type IdentityRow = LeafIdentity & { readonly fingerprint: string };

/** Current and previous leaves, in the tables `order_leaves` and `certificates`. */
export function createSpanRepository(database: Database): LeafRepository {
  const of = database.query<OrderSpan>(`${SPANS} WHERE order_id IN (SELECT value FROM json_each(?))`);
  const all = database.query<OrderSpan>(SPANS);
  const identities = database.query<IdentityRow>(`
    SELECT fingerprint, facts ->> 'serialNumber' AS serialNumber, facts ->> 'commonName' AS commonName,
      facts ->> 'issuerName' AS issuerName
    FROM certificates
    WHERE fingerprint IN (SELECT value FROM json_each(?)) AND json_valid(facts)
      AND fingerprint IN (SELECT fingerprint FROM order_leaves)`);
  return {
    of: (orderIds) => database.tryRead(() => of.all(JSON.stringify(orderIds))),
    all: () => database.tryRead(() => all.all()),
    identities: (fingerprints) =>
      database.tryRead(() => {
        const rows = identities.all(JSON.stringify(fingerprints));
        return new Map(rows.map(({ fingerprint, ...leaf }) => [fingerprint, leaf]));
      }),
  };
}
