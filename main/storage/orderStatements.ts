import type { OrderRecord } from '#main/orders/orders/orderRecord.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { AcceptedLeaf, Finding } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import type { Database } from './database.ts';

/** One row of the `orders` statement below. */
export interface OrderColumns {
  readonly id: string;
  readonly connection_id: string;
  readonly rid: string;
  readonly alias: string | null;
  readonly added_at: number;
  readonly removed_at: number | null;
  readonly facts: string | null;
  readonly chain: string;
  readonly service_name: string | null;
  readonly service_not_after: string | null;
  readonly last_confirmed_at: number | null;
  readonly last_attempt_at: number | null;
  readonly next_poll_at: number | null;
  readonly failures: number;
  readonly failure: string | null;
  readonly findings: string;
  readonly accepted: string | null;
}

/** One row of the `history` statement below. */
export interface LeafColumns {
  readonly facts: string;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
}

/** Deletes certificates that no order has or had, as leaf or in its chain. */
export const PURGE_CERTIFICATES = `
  DELETE FROM certificates WHERE fingerprint NOT IN (
    SELECT fingerprint FROM order_leaves
    UNION SELECT link.value FROM order_states, json_each(order_states.chain) AS link)`;

/** The statements of the order repository, prepared once. */
export function prepareOrderStatements(database: Database) {
  return {
    orders: database.query<OrderColumns>(`
      SELECT orders.*, certificates.facts, state.chain, state.service_name, state.service_not_after,
        state.last_confirmed_at, state.last_attempt_at, state.next_poll_at,
        state.failures, state.failure, state.findings, state.accepted
      FROM orders
      JOIN order_states AS state ON state.order_id = orders.id
      LEFT JOIN certificates ON certificates.fingerprint = state.fingerprint
      ORDER BY orders.added_at, orders.rowid`),
    // Few rows: the orders of one CA share their chains.
    chainCertificates: database.query<{ readonly fingerprint: string; readonly facts: string }>(`
      SELECT fingerprint, facts FROM certificates
      WHERE fingerprint IN (SELECT DISTINCT link.value FROM order_states, json_each(order_states.chain) AS link)`),
    insertOrder: database.prepare(
      'INSERT INTO orders (id, connection_id, rid, alias, added_at) VALUES (?, ?, ?, ?, ?)',
    ),
    // A certificate never changes, but the facts read from it may, with a new version of the app.
    insertCertificate: database.prepare(`
      INSERT INTO certificates (fingerprint, facts, pem) VALUES (?, ?, ?)
      ON CONFLICT (fingerprint) DO UPDATE SET facts = excluded.facts WHERE facts <> excluded.facts`),
    seeLeaf: database.prepare(`
      INSERT INTO order_leaves (order_id, fingerprint, not_before, not_after, first_seen_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_id, fingerprint) DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at)`),
    saveState: database.prepare(`
      INSERT INTO order_states (order_id, fingerprint, chain, service_name, service_not_after,
        last_confirmed_at, last_attempt_at, next_poll_at, failures, failure, findings, accepted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_id) DO UPDATE SET fingerprint = excluded.fingerprint, chain = excluded.chain,
        service_name = excluded.service_name, service_not_after = excluded.service_not_after,
        last_confirmed_at = excluded.last_confirmed_at,
        last_attempt_at = excluded.last_attempt_at, next_poll_at = excluded.next_poll_at,
        failures = excluded.failures, failure = excluded.failure, findings = excluded.findings,
        accepted = excluded.accepted`),
    setAlias: database.prepare('UPDATE orders SET alias = ? WHERE id = ?'),
    setRemoved: database.prepare('UPDATE orders SET removed_at = ? WHERE id = ?'),
    setNextPoll: database.prepare('UPDATE order_states SET next_poll_at = ? WHERE order_id = ?'),
    purgeOrders: database.prepare('DELETE FROM orders WHERE removed_at < ?'),
    purgeCertificates: database.prepare(PURGE_CERTIFICATES),
    history: database.query<LeafColumns>(`
      SELECT certificates.facts, first_seen_at, last_seen_at
      FROM order_leaves JOIN certificates USING (fingerprint) WHERE order_id = ?`),
  };
}

/**
 * Reads rows as records.
 * @param issuers facts of all certificates in chains, shared by the records
 */
export function recordReader(
  issuers: ReadonlyMap<string, CertificateFacts>,
): (columns: OrderColumns) => OrderRecord {
  // Ten thousand orders have a few different chains, and few have findings.
  const chainOf = readOnce((text) =>
    (JSON.parse(text) as string[])
      .map((fingerprint) => issuers.get(fingerprint))
      .filter((facts) => facts !== undefined),
  );
  const findingsOf = readOnce((text) => JSON.parse(text) as Finding[]);
  return (columns) => ({
    id: columns.id,
    connectionId: columns.connection_id,
    rid: columns.rid,
    alias: columns.alias,
    addedAt: columns.added_at,
    removedAt: columns.removed_at,
    serviceName: columns.service_name,
    serviceNotAfter: columns.service_not_after,
    leaf: columns.facts === null ? null : (JSON.parse(columns.facts) as CertificateFacts),
    chain: chainOf(columns.chain),
    findings: findingsOf(columns.findings),
    accepted: columns.accepted === null ? null : (JSON.parse(columns.accepted) as AcceptedLeaf),
    lastConfirmedAt: columns.last_confirmed_at,
    lastAttemptAt: columns.last_attempt_at,
    nextPollAt: columns.next_poll_at,
    failures: columns.failures,
    failure: columns.failure === null ? null : (JSON.parse(columns.failure) as AppError),
  });
}

function readOnce<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? read(text);
    known.set(text, value);
    return value;
  };
}
