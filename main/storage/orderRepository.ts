import type { OrderRecord, OrderRepository, StateChange } from '#main/orders/orders/orderRecord.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import type { Database } from './database.ts';
import { type LeafColumns, prepareOrderStatements, recordReader } from './orderStatements.ts';
import { StorageError } from './storageError.ts';

/** Orders with their states, leaves and certificates, in the tables of these names. */
export function createOrderRepository(database: Database): OrderRepository {
  const sql = prepareOrderStatements(database);

  const saveState = ({ record, seenAt, pem }: StateChange) => {
    if (pem !== null) {
      if (record.leaf !== null) sql.insertCertificate.run(...certificate(record.leaf, pem.leaf));
      for (const [index, facts] of record.chain.entries()) {
        sql.insertCertificate.run(...certificate(facts, pem.chain[index] ?? ''));
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
      record.failure === null ? null : JSON.stringify(record.failure),
      JSON.stringify(record.findings),
      record.accepted === null ? null : JSON.stringify(record.accepted),
    );
  };

  return {
    load: () => database.read(() => loadAll(sql)),
    add: (fresh, returning) =>
      database.tryWrite(() => {
        for (const record of fresh) {
          sql.insertOrder.run(record.id, record.connectionId, record.rid, record.alias, record.addedAt);
          saveState({ record, seenAt: null, pem: null });
        }
        for (const id of returning) sql.setRemoved.run(null, id);
      }),
    setAlias: (id, alias) =>
      database.tryWrite(() => {
        sql.setAlias.run(alias, id);
      }),
    setRemoved: (ids, removedAt) =>
      database.tryWrite(() => {
        for (const id of ids) sql.setRemoved.run(removedAt, id);
      }),
    saveStates: (changes) =>
      database.tryWrite(() => {
        for (const change of changes) saveState(change);
      }),
    setNextPolls: (plans) =>
      database.tryWrite(() => {
        for (const { orderId, nextPollAt } of plans) sql.setNextPoll.run(nextPollAt, orderId);
      }),
    purge: (removedBefore) =>
      database.tryWrite(() => {
        const { changes } = sql.purgeOrders.run(removedBefore);
        if (changes !== 0) sql.purgeCertificates.run();
      }),
    history: (id) =>
      database.tryRead(() => {
        const rows = sql.history.all(id);
        return rows
          .map(toHistoryEntry)
          .sort((a, b) => b.notBefore - a.notBefore || b.lastSeenAt - a.lastSeenAt);
      }),
  };
}

function loadAll(sql: ReturnType<typeof prepareOrderStatements>): OrderRecord[] {
  try {
    const issuers = sql.chainCertificates.all();
    const known = new Map(
      issuers.map(({ fingerprint, facts }) => [fingerprint, JSON.parse(facts) as CertificateFacts]),
    );
    const rows = sql.orders.all();
    return rows.map(recordReader(known));
  } catch (error) {
    // Invalid JSON in a row means that the file was damaged below SQLite.
    if (!(error instanceof SyntaxError)) throw error;
    throw new StorageError({ kind: 'storage', reason: 'damaged', detail: 'unreadable row' }, error);
  }
}

function certificate(facts: CertificateFacts, pem: string): [string, string, string] {
  return [facts.fingerprint256, JSON.stringify(facts), pem];
}

function toHistoryEntry(columns: LeafColumns): HistoryEntry {
  const facts = JSON.parse(columns.facts) as CertificateFacts;
  return {
    fingerprint256: facts.fingerprint256,
    serialNumber: facts.serialNumber,
    issuerName: facts.issuerName,
    notBefore: facts.notBefore,
    notAfter: facts.notAfter,
    firstSeenAt: columns.first_seen_at,
    lastSeenAt: columns.last_seen_at,
  };
}
