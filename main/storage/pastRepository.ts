import type { PastLeaf, PastRepository } from '#main/orders/renewals/pastRemover.ts';
import type { Database, RowOf } from './database.ts';
import { instant, RowCheck } from './rows.ts';

type LeafRow = RowOf<PastLeaf, { readonly isNeeded: number }>;

/** Orders that are read at once. */
const ORDERS = 100;

/** Fingerprints that something else is about than the history of an order. None is NULL: nothing would be outside then. */
const NEEDED = `
  SELECT coalesce(accepted ->> '$.fingerprint256', '') FROM order_states WHERE json_valid(accepted)
  UNION SELECT fingerprint FROM copy_bundles
  UNION SELECT coalesce(fingerprint, '') FROM order_snoozes
  UNION SELECT coalesce(served ->> '$.fingerprint256', '') FROM endpoint_addresses WHERE json_valid(served)`;

/** Subjects of alerts that are stored, beside those that an index finds. An id is shorter than a fingerprint. */
const KNOWN = `
  ${NEEDED}
  UNION SELECT coalesce(leaf ->> '$.fingerprint256', '') FROM deliveries WHERE json_valid(leaf)
  UNION SELECT id FROM deliveries
  UNION SELECT id FROM push_orders
  UNION SELECT id FROM connections`;

/** An index for each side; one for both would be read as a whole. */
const IS_ABOUT = 'state.order_id = alerts.fingerprint OR state.fingerprint = alerts.fingerprint';

/** What is long past, in the tables `order_leaves` and `alerts`, whose column `fingerprint` contains the subject. */
export function createPastRepository(database: Database): PastRepository {
  const check = new RowCheck<LeafRow>('order_leaves', null, {
    firstSeenAt: instant,
    lastSeenAt: instant,
    notBefore: instant,
    notAfter: instant,
  });
  const crowded = database.query<LeafRow>(`
    SELECT order_id AS orderId, fingerprint AS fingerprint256, not_before AS notBefore, not_after AS notAfter,
      first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt,
      fingerprint IN (${NEEDED}) OR EXISTS (
        SELECT 1 FROM order_states AS state WHERE state.fingerprint = order_leaves.fingerprint) AS isNeeded
    FROM order_leaves
    WHERE order_id IN (
      SELECT order_id FROM order_leaves WHERE order_id > ? GROUP BY order_id HAVING count(*) > ? LIMIT ${ORDERS})
    ORDER BY order_id`);
  const removeLeaf = database.prepare('DELETE FROM order_leaves WHERE order_id = ? AND fingerprint = ?');
  // Also those that name the end of a chain behind the fingerprint.
  const removeAlertsOf = database.prepare(`
    DELETE FROM alerts WHERE fingerprint >= ?1 AND fingerprint < ?1 || '!'
      AND NOT EXISTS (SELECT 1 FROM order_leaves WHERE order_leaves.fingerprint = ?1)`);
  const removeCertificates = database.prepare(`
    DELETE FROM certificates
    WHERE fingerprint IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM order_leaves WHERE order_leaves.fingerprint = certificates.fingerprint)
      AND NOT EXISTS (SELECT 1 FROM order_states WHERE order_states.fingerprint = certificates.fingerprint)
      AND fingerprint NOT IN (
        SELECT coalesce(link.value, '') FROM order_states,
          json_each(CASE WHEN json_valid(order_states.chain) THEN order_states.chain ELSE '[]' END) AS link)`);
  const removeUnknown = database.prepare(`
    DELETE FROM alerts
    WHERE at < iif(length(fingerprint) >= 64, ?, ?)
      AND NOT EXISTS (SELECT 1 FROM order_leaves AS leaf WHERE leaf.fingerprint = substr(alerts.fingerprint, 1, 64))
      AND NOT EXISTS (SELECT 1 FROM order_states AS state WHERE state.fingerprint = substr(alerts.fingerprint, 1, 64))
      AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = alerts.fingerprint)
      AND substr(fingerprint, 1, 64) NOT IN (${KNOWN})`);
  // Of orders that were confirmed since.
  const removeOver = database.prepare(`
    DELETE FROM alerts
    WHERE at < ?
      AND (threshold LIKE 'unconfirmed:%' OR threshold LIKE 'failing:%')
      AND EXISTS (SELECT 1 FROM order_states AS state WHERE ${IS_ABOUT})
      AND NOT EXISTS (
        SELECT 1 FROM order_states AS state
        WHERE (${IS_ABOUT}) AND alerts.threshold LIKE '%:' || coalesce(state.last_confirmed_at, 'never'))`);
  // The newest of a connection is that of the present outage, if there is one.
  const removeRejected = database.prepare(`
    DELETE FROM alerts AS old
    WHERE at < ? AND threshold LIKE 'rejected:%' AND EXISTS (
      SELECT 1 FROM alerts AS newer
      WHERE newer.fingerprint = old.fingerprint AND newer.threshold LIKE 'rejected:%' AND newer.at > old.at)`);
  return {
    leavesOfOrdersWithMore: (most, after) =>
      database.tryRead(() =>
        check
          .usable(crowded.all(after, most))
          .map(({ isNeeded, ...leaf }) => ({ ...leaf, isNeeded: isNeeded !== 0 })),
      ),
    removeLeaves: (leaves) =>
      database.tryWrite(() => {
        for (const { orderId, fingerprint256 } of leaves) removeLeaf.run(orderId, fingerprint256);
        for (const { fingerprint256 } of leaves) removeAlertsOf.run(fingerprint256);
        removeCertificates.run(JSON.stringify(leaves.map(({ fingerprint256 }) => fingerprint256)));
      }),
    removeAlerts: (certificatesBefore, othersBefore) =>
      database.tryWrite(() => {
        removeUnknown.run(certificatesBefore, othersBefore);
        removeOver.run(othersBefore);
        removeRejected.run(othersBefore);
      }),
  };
}
