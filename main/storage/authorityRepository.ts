import type { AuthorityRepository } from '#main/monitoring/authority/authorityRecords.ts';
import type { WatchedOrder } from '#main/monitoring/authority/authorityWatch.ts';
import type { CrlRepository } from '#main/monitoring/authority/revocationLists.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Database } from './database.ts';
import { JsonColumns } from './json.ts';
import { authoritySchema } from './rowSchemas.ts';

/**
 * What authorities said about the certificates of orders, in the table `authority_records`. Unreadable rows are skipped: the
 * authorities are asked again.
 */
export function createAuthorityRepository(
  database: Database,
  logger: Logger | null = null,
): AuthorityRepository {
  const columns = new JsonColumns('authority_records', logger);
  const select = database.query<{ readonly orderId: string; readonly record: string }>(
    'SELECT order_id AS orderId, record FROM authority_records',
  );
  const upsert = database.prepare(`
    INSERT INTO authority_records (order_id, record) VALUES (?, ?)
    ON CONFLICT (order_id) DO UPDATE SET record = excluded.record`);
  const remove = database.prepare('DELETE FROM authority_records WHERE order_id = ?');
  return {
    load: () =>
      new Map(
        select.all().flatMap(({ orderId, record }) => {
          const read = columns.read('record', authoritySchema, record);
          return read === undefined ? [] : [[orderId, read] as const];
        }),
      ),
    save: (orderId, record) => database.tryWrite(() => upsert.run(orderId, JSON.stringify(record))),
    remove: (orderIds) => database.tryWriteEach(orderIds, (id) => remove.run(id)),
  };
}

/** Downloaded revocation lists, in the table `revocation_lists`. */
export function createCrlRepository(database: Database): CrlRepository {
  const select = database.query<{ readonly body: Uint8Array; readonly usedUntil: number }>(
    'SELECT body, used_until AS usedUntil FROM revocation_lists WHERE url = ? AND used_until > ?',
  );
  const upsert = database.prepare(`
    INSERT INTO revocation_lists (url, body, used_until) VALUES (?, ?, ?)
    ON CONFLICT (url) DO UPDATE SET body = excluded.body, used_until = excluded.used_until`);
  const prune = database.prepare('DELETE FROM revocation_lists WHERE used_until <= ?');
  const clear = database.prepare('DELETE FROM revocation_lists');
  return {
    find: (url, now) => {
      const row = select.get(url, now);
      return row === undefined ? null : { body: Buffer.from(row.body), usedUntil: row.usedUntil };
    },
    save: (url, body, usedUntil, now) =>
      database.tryWrite(() => {
        prune.run(now);
        upsert.run(url, body, usedUntil);
      }),
    clear: () => database.tryWrite(() => clear.run()),
  };
}

/** The leaf of a pulled order, then its chain, as PEM, from the table `certificates`; empty: not stored. */
export function createOrderPem(
  database: Database,
): (order: Pick<WatchedOrder, 'id' | 'fingerprint256'>) => string {
  const select = database.query<{ readonly pem: string }>(`
    SELECT pem FROM certificates WHERE fingerprint = ?1
    UNION ALL
    SELECT certificates.pem FROM order_states,
      json_each(CASE WHEN json_valid(order_states.chain) THEN order_states.chain ELSE '[]' END) AS link
    JOIN certificates ON certificates.fingerprint = link.value
    WHERE order_states.order_id = ?2 AND order_states.fingerprint = ?1`);
  return ({ id, fingerprint256 }) =>
    select
      .all(fingerprint256, id)
      .map(({ pem }) => pem)
      .join('\n');
}
