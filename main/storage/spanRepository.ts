import type { LeafIdentity, LeafRepository } from '#main/orders/renewals/orderHistories.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { Database } from './database.ts';
import { instant, RowCheck, such } from './rows.ts';

const SPANS = `
  SELECT order_id AS orderId, fingerprint AS fingerprint256, first_seen_at AS firstSeenAt,
    not_before AS notBefore, not_after AS notAfter
  FROM order_leaves`;

const isText = (value: string | null) => typeof value === 'string';

type IdentityRow = LeafIdentity & { readonly fingerprint: string };

/** Current and previous leaves, in the tables `order_leaves` and `certificates`. */
export function createSpanRepository(database: Database, logger: Logger | null = null): LeafRepository {
  const spans = new RowCheck<OrderSpan>('order_leaves', logger, {
    firstSeenAt: instant,
    notBefore: instant,
    notAfter: instant,
  });
  const leaves = new RowCheck<IdentityRow>('certificates', logger, {
    serialNumber: such<string>(isText),
    commonName: such((name: string | null) => name === null || isText(name)),
    issuerName: such<string>(isText),
  });
  const of = database.query<OrderSpan>(`${SPANS} WHERE order_id IN (SELECT value FROM json_each(?))`);
  const all = database.query<OrderSpan>(SPANS);
  const identities = database.query<IdentityRow>(`
    SELECT fingerprint, facts ->> 'serialNumber' AS serialNumber, facts ->> 'commonName' AS commonName,
      facts ->> 'issuerName' AS issuerName
    FROM certificates
    WHERE fingerprint IN (SELECT value FROM json_each(?)) AND json_valid(facts)
      AND fingerprint IN (SELECT fingerprint FROM order_leaves)`);
  return {
    of: (orderIds) => database.tryRead(() => spans.usable(of.all(JSON.stringify(orderIds)))),
    all: () => database.tryRead(() => spans.usable(all.all())),
    identities: (fingerprints) =>
      database.tryRead(() => {
        const rows = leaves.usable(identities.all(JSON.stringify(fingerprints)));
        return new Map(rows.map(({ fingerprint, ...leaf }) => [fingerprint, leaf]));
      }),
  };
}
