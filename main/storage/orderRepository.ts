import type { OrderRepository, StateChange } from '#main/orders/list/orderRecord.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { isInstant } from '#shared/domain/instant.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import type { Database } from './database.ts';
import { JsonColumns, jsonOrNull } from './json.ts';
import {
  type CertificateRow,
  type OrderRow,
  type OutlineRow,
  outlineReader,
  recordReader,
} from './orderRows.ts';
import { factsSchema } from './rowSchemas.ts';

interface LeafRow extends Pick<HistoryEntry, 'firstSeenAt' | 'lastSeenAt'> {
  readonly facts: string;
}

/** Deletes certificates that no order has or had, as leaf or in its chain. */
export const PURGE_CERTIFICATES = `
  DELETE FROM certificates WHERE fingerprint NOT IN (
    SELECT fingerprint FROM order_leaves
    UNION SELECT link.value FROM order_states,
      json_each(CASE WHEN json_valid(order_states.chain) THEN order_states.chain ELSE '[]' END) AS link)`;

const ORDERS = `
  SELECT orders.id, connection_id AS connectionId, rid, alias, added_at AS addedAt, removed_at AS removedAt,
    service_name AS serviceName, service_not_after AS serviceNotAfter, certificates.facts AS leaf, state.chain,
    chain_end AS chainEnd, findings, accepted, last_confirmed_at AS lastConfirmedAt, last_attempt_at AS lastAttemptAt,
    next_poll_at AS nextPollAt, failures, failure
  FROM orders
  JOIN order_states AS state ON state.order_id = orders.id
  LEFT JOIN certificates ON certificates.fingerprint = state.fingerprint`;

const CHAINS = `
  SELECT fingerprint, facts FROM certificates
  WHERE fingerprint IN (SELECT DISTINCT link.value FROM order_states,
    json_each(CASE WHEN json_valid(order_states.chain) THEN order_states.chain ELSE '[]' END) AS link`;

function prepareOrderStatements(database: Database) {
  return {
    outlines: database.queryArrays<OutlineRow>(`
      SELECT orders.id, connection_id, rid, removed_at, service_not_after, last_confirmed_at, failures, failure,
        findings, leaf.not_before, leaf.not_after, chain_end,
        accepted IS NOT NULL OR leaf.fingerprint IS NOT state.fingerprint, leaf.fingerprint
      FROM orders
      JOIN order_states AS state ON state.order_id = orders.id
      LEFT JOIN order_leaves AS leaf ON leaf.order_id = orders.id AND leaf.fingerprint = state.fingerprint
      ORDER BY orders.rowid`),
    // In the order in which they were added. To sort by a column would take as long as to read.
    orders: database.query<OrderRow>(`${ORDERS} ORDER BY orders.rowid`),
    ordersOf: database.query<OrderRow>(`${ORDERS} WHERE orders.id IN (SELECT value FROM json_each(?))`),
    // Few rows: the orders of one CA share their chains.
    chainCertificates: database.query<CertificateRow>(`${CHAINS})`),
    chainsOf: database.query<CertificateRow>(
      `${CHAINS} WHERE order_states.order_id IN (SELECT value FROM json_each(?)))`,
    ),
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
      INSERT INTO order_states (order_id, fingerprint, chain, chain_end, service_name, service_not_after,
        last_confirmed_at, last_attempt_at, next_poll_at, failures, failure, findings, accepted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (order_id) DO UPDATE SET fingerprint = excluded.fingerprint, chain = excluded.chain,
        chain_end = excluded.chain_end,
        service_name = excluded.service_name, service_not_after = excluded.service_not_after,
        last_confirmed_at = excluded.last_confirmed_at,
        last_attempt_at = excluded.last_attempt_at, next_poll_at = excluded.next_poll_at,
        failures = excluded.failures, failure = excluded.failure, findings = excluded.findings,
        accepted = excluded.accepted`),
    setRid: database.prepare('UPDATE orders SET rid = ? WHERE id = ?'),
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

/**
 * Orders with their states, leaves and certificates, in the tables of these names. An order of which something cannot be read
 * is there without it: it is shown as failed because of the database, and due for a poll, which writes it again.
 */
export function createOrderRepository(database: Database, logger: Logger | null = null): OrderRepository {
  const sql = prepareOrderStatements(database);
  const columns = new JsonColumns('orders', logger);

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
      jsonOrNull(record.chainEnd),
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
    outlines: () => sql.outlines.all().map(outlineReader(columns)),
    load: () => sql.orders.all().map(recordReader(sql.chainCertificates.all(), columns)),
    read: (ids) => {
      const wanted = JSON.stringify(ids);
      return sql.ordersOf.all(wanted).map(recordReader(sql.chainsOf.all(wanted), columns));
    },
    add: (fresh, returning) =>
      database.tryWrite(() => {
        for (const record of fresh) {
          sql.insertOrder.run(record.id, record.connectionId, record.rid, record.alias, record.addedAt);
          saveState({ record, seenAt: null, pem: null }, new Set());
        }
        for (const id of returning) sql.setRemoved.run(null, id);
      }),
    maskRids: (records) =>
      database.tryWrite(() => {
        for (const record of records) {
          sql.setRid.run(record.rid, record.id);
          saveState({ record, seenAt: null, pem: null }, new Set());
        }
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
        if (sql.purgeOrders.run(removedBefore) !== 0) sql.purgeCertificates.run();
      }),
    history: (id) =>
      database.tryRead(() =>
        sql.history
          .all(id)
          .flatMap((row) => toHistoryEntry(row, columns) ?? [])
          .sort((a, b) => b.notBefore - a.notBefore || b.lastSeenAt - a.lastSeenAt),
      ),
  };
}

function certificate(facts: CertificateFacts, pem: string): [string, string, string] {
  return [facts.fingerprint256, JSON.stringify(facts), pem];
}

function toHistoryEntry(
  { facts, firstSeenAt, lastSeenAt }: LeafRow,
  columns: JsonColumns,
): HistoryEntry | undefined {
  const read = columns.read('facts', factsSchema, facts);
  if (read === undefined || !isInstant(firstSeenAt) || !isInstant(lastSeenAt)) return undefined;
  const { fingerprint256, serialNumber, issuerName, notBefore, notAfter } = read;
  return { fingerprint256, serialNumber, issuerName, notBefore, notAfter, firstSeenAt, lastSeenAt };
}
