import type {
  OrderOutline,
  OrderRecord,
  OrderRepository,
  StateChange,
} from '#main/orders/orders/orderRecord.ts';
import type { AcceptedLeaf } from '#shared/domain/acceptance.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import type { Database, RowOf } from './database.ts';
import { jsonOrNull, readable } from './json.ts';

type OrderRow = RowOf<
  OrderRecord,
  {
    readonly leaf: string | null;
    /** Fingerprints. */
    readonly chain: string;
    readonly findings: string;
    readonly accepted: string | null;
    readonly failure: string | null;
  }
>;

interface LeafRow extends Pick<HistoryEntry, 'firstSeenAt' | 'lastSeenAt'> {
  readonly facts: string;
}

/** Deletes certificates that no order has or had, as leaf or in its chain. */
export const PURGE_CERTIFICATES = `
  DELETE FROM certificates WHERE fingerprint NOT IN (
    SELECT fingerprint FROM order_leaves
    UNION SELECT link.value FROM order_states, json_each(order_states.chain) AS link)`;

/** An array is read in half the time of an object. */
type OutlineRow = readonly [
  id: string,
  connectionId: string,
  rid: string,
  removedAt: number | null,
  serviceNotAfter: string | null,
  lastConfirmedAt: number | null,
  failures: number,
  failure: string | null,
  findings: string,
  notBefore: number | null,
  notAfter: number | null,
  isCompared: 0 | 1,
];

interface CertificateRow {
  readonly fingerprint: string;
  readonly facts: string;
}

const ORDERS = `
  SELECT orders.id, connection_id AS connectionId, rid, alias, added_at AS addedAt, removed_at AS removedAt,
    service_name AS serviceName, service_not_after AS serviceNotAfter, certificates.facts AS leaf, state.chain,
    findings, accepted, last_confirmed_at AS lastConfirmedAt, last_attempt_at AS lastAttemptAt,
    next_poll_at AS nextPollAt, failures, failure
  FROM orders
  JOIN order_states AS state ON state.order_id = orders.id
  LEFT JOIN certificates ON certificates.fingerprint = state.fingerprint`;

function prepareOrderStatements(database: Database) {
  return {
    outlines: database.queryArrays<OutlineRow>(`
      SELECT orders.id, connection_id, rid, removed_at, service_not_after, last_confirmed_at, failures, failure,
        findings, leaf.not_before, leaf.not_after,
        accepted IS NOT NULL OR leaf.fingerprint IS NOT state.fingerprint
      FROM orders
      JOIN order_states AS state ON state.order_id = orders.id
      LEFT JOIN order_leaves AS leaf ON leaf.order_id = orders.id AND leaf.fingerprint = state.fingerprint
      ORDER BY orders.rowid`),
    // In the order in which they were added. To sort by a column would take as long as to read.
    orders: database.query<OrderRow>(`${ORDERS} ORDER BY orders.rowid`),
    order: database.query<OrderRow>(`${ORDERS} WHERE orders.id = ?`),
    chainOf: database.query<CertificateRow>(`
      SELECT fingerprint, facts FROM certificates WHERE fingerprint IN (SELECT value FROM json_each(?))`),
    // Few rows: the orders of one CA share their chains.
    chainCertificates: database.query<CertificateRow>(`
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
      ON CONFLICT (order_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at,
        -- The clock may have been ahead at the first sight.
        first_seen_at = min(first_seen_at, excluded.first_seen_at)`),
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
    history: database.query<LeafRow>(`
      SELECT certificates.facts, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt
      FROM order_leaves JOIN certificates USING (fingerprint) WHERE order_id = ?`),
  };
}

/** Orders with their states, leaves and certificates, in the tables of these names. */
export function createOrderRepository(database: Database): OrderRepository {
  const sql = prepareOrderStatements(database);

  /** @param written authorities that this transaction has written: the orders of one CA share their chains */
  const saveState = ({ record, seenAt, pem }: StateChange, written: Set<CertificateFacts>) => {
    if (pem !== null) {
      if (record.leaf !== null) sql.insertCertificate.run(...certificate(record.leaf, pem.leaf));
      for (const [index, facts] of record.chain.entries()) {
        if (written.has(facts)) continue;
        sql.insertCertificate.run(...certificate(facts, pem.chain[index] ?? ''));
        written.add(facts);
      }
    }
    if (seenAt !== null && record.leaf !== null) {
      const { fingerprint256, notBefore, notAfter } = record.leaf;
      sql.seeLeaf.run(record.id, fingerprint256, notBefore, notAfter, seenAt, seenAt);
    }
    sql.saveState.run(
      record.id,
      record.leaf?.fingerprint256 ?? null,
      JSON.stringify(record.chain.map(({ fingerprint256 }) => fingerprint256)),
      record.serviceName,
      record.serviceNotAfter,
      record.lastConfirmedAt,
      record.lastAttemptAt,
      record.nextPollAt,
      record.failures,
      jsonOrNull(record.failure),
      JSON.stringify(record.findings),
      jsonOrNull(record.accepted),
    );
  };

  return {
    outlines: () => readable(() => sql.outlines.all().map(outlineReader())),
    load: () => readable(() => sql.orders.all().map(recordReader(sql.chainCertificates.all()))),
    read: (id) =>
      readable(() => {
        const row = sql.order.get(id);
        return row === undefined ? null : recordReader(sql.chainOf.all(row.chain))(row);
      }),
    add: (fresh, returning) =>
      database.tryWrite(() => {
        for (const record of fresh) {
          sql.insertOrder.run(record.id, record.connectionId, record.rid, record.alias, record.addedAt);
          saveState({ record, seenAt: null, pem: null }, new Set());
        }
        for (const id of returning) sql.setRemoved.run(null, id);
      }),
    setAlias: (id, alias) => database.tryWrite(() => sql.setAlias.run(alias, id)),
    setRemoved: (ids, removedAt) => database.tryWriteEach(ids, (id) => sql.setRemoved.run(removedAt, id)),
    saveStates: (changes) => {
      const written = new Set<CertificateFacts>();
      return database.tryWriteEach(changes, (change) => saveState(change, written));
    },
    setNextPolls: (plans) =>
      database.tryWriteEach(plans, ({ orderId, nextPollAt }) => sql.setNextPoll.run(nextPollAt, orderId)),
    purge: (removedBefore) =>
      database.tryWrite(() => {
        const { changes } = sql.purgeOrders.run(removedBefore);
        if (changes !== 0) sql.purgeCertificates.run();
      }),
    history: (id) =>
      database.tryRead(() =>
        sql.history
          .all(id)
          .map(toHistoryEntry)
          .sort((a, b) => b.notBefore - a.notBefore || b.lastSeenAt - a.lastSeenAt),
      ),
  };
}

function certificate(facts: CertificateFacts, pem: string): [string, string, string] {
  return [facts.fingerprint256, JSON.stringify(facts), pem];
}

function toHistoryEntry({ facts, firstSeenAt, lastSeenAt }: LeafRow): HistoryEntry {
  const { fingerprint256, serialNumber, issuerName, notBefore, notAfter } = JSON.parse(
    facts,
  ) as CertificateFacts;
  return { fingerprint256, serialNumber, issuerName, notBefore, notAfter, firstSeenAt, lastSeenAt };
}

function outlineReader(): (row: OutlineRow) => OrderOutline {
  const findingsOf = readOnce((text) => JSON.parse(text) as Finding[]);
  return ([
    id,
    connectionId,
    rid,
    removedAt,
    serviceNotAfter,
    lastConfirmedAt,
    failures,
    failure,
    findings,
    notBefore,
    notAfter,
    isCompared,
  ]) => ({
    id,
    connectionId,
    rid,
    removedAt,
    serviceNotAfter,
    lastConfirmedAt,
    failures,
    failure: failure === null ? null : (JSON.parse(failure) as AppError),
    findings: findingsOf(findings),
    leaf: notBefore === null || notAfter === null ? null : { notBefore, notAfter },
    isCompared: isCompared === 1,
  });
}

/** Reads rows as records. @param certificates all certificates in their chains: the records share their facts */
function recordReader(certificates: readonly CertificateRow[]): (row: OrderRow) => OrderRecord {
  const issuers = new Map(
    certificates.map(({ fingerprint, facts }) => [fingerprint, JSON.parse(facts) as CertificateFacts]),
  );
  // Ten thousand orders have a few different chains, and few have findings.
  const chainOf = readOnce((text) =>
    (JSON.parse(text) as string[])
      .map((fingerprint) => issuers.get(fingerprint))
      .filter((facts) => facts !== undefined),
  );
  const findingsOf = readOnce((text) => JSON.parse(text) as Finding[]);
  // Named one by one: to spread ten thousand rows takes several times as long.
  return (row) => ({
    id: row.id,
    connectionId: row.connectionId,
    rid: row.rid,
    alias: row.alias,
    addedAt: row.addedAt,
    removedAt: row.removedAt,
    serviceName: row.serviceName,
    serviceNotAfter: row.serviceNotAfter,
    leaf: row.leaf === null ? null : (JSON.parse(row.leaf) as CertificateFacts),
    chain: chainOf(row.chain),
    findings: findingsOf(row.findings),
    accepted: row.accepted === null ? null : (JSON.parse(row.accepted) as AcceptedLeaf),
    lastConfirmedAt: row.lastConfirmedAt,
    lastAttemptAt: row.lastAttemptAt,
    nextPollAt: row.nextPollAt,
    failures: row.failures,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as AppError),
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
