import type { Sealed } from '#main/credentials/vault/vault.ts';
import type { Logger } from '#main/platform/logger.ts';
import type {
  DeliveryRecord,
  InboxRepository,
  NewDelivery,
  OrderName,
  PushOrder,
  SeenDelivery,
} from '#main/webhook/inbox/deliveryRecord.ts';
import { deliveryKeyStates } from '#shared/domain/delivery.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns } from './json.ts';
import { chainSchema, factsSchema, textsSchema, verdictSchema } from './rowSchemas.ts';
import { instant, instantOrNull, oneOf, or, RowCheck, such, whole } from './rows.ts';
import { StorageError } from './storageError.ts';

type DeliveryRow = RowOf<
  DeliveryRecord,
  {
    readonly leaf: string;
    /** Empty when the sender did not give it. */
    readonly serviceNotAfter: string;
    readonly verdict: string;
    readonly sharesSignature: number;
    readonly chain: string;
  }
>;

type PushOrderRow = RowOf<PushOrder, { readonly approvedNames: string }>;

function prepareInboxStatements(database: Database) {
  return {
    deliveries: database.query<DeliveryRow>(`
      SELECT id, received_at AS receivedAt, hook_id AS hookId, hook_name AS hookName, order_name AS orderName, task,
        leaf, service_not_after AS serviceNotAfter, order_id AS orderId, verdict, key_state AS key,
        shares_signature AS sharesSignature, chain, pem
      FROM deliveries ORDER BY received_at, rowid`),
    seen: database.query<SeenDelivery>(`
      SELECT signature, body, timestamp, delivery_id AS deliveryId FROM seen_deliveries ORDER BY timestamp`),
    names: database.query<OrderName>('SELECT hook_id AS hookId, name, order_id AS orderId FROM order_names'),
    pushOrders: database.query<PushOrderRow>(`
      SELECT id, hook_id AS hookId, name, alias, approved_names AS approvedNames, added_at AS addedAt,
        removed_at AS removedAt
      FROM push_orders ORDER BY added_at, rowid`),
    insertDelivery: database.prepare(`
      INSERT INTO deliveries (id, hook_id, hook_name, received_at, order_name, task, service_not_after, order_id,
        verdict, key_state, shares_signature, leaf, chain, pem)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    insertKey: database.prepare(
      'INSERT INTO delivery_keys (delivery_id, nonce, ciphertext) VALUES (?, ?, ?)',
    ),
    insertSeen: database.prepare(
      'INSERT INTO seen_deliveries (signature, body, timestamp, delivery_id) VALUES (?, ?, ?, ?)',
    ),
    flagShared: database.prepare(`
      UPDATE deliveries SET shares_signature = 1
      WHERE shares_signature = 0
        AND id IN (SELECT delivery_id FROM seen_deliveries WHERE signature = ?1)
        AND 1 < (SELECT count(*) FROM seen_deliveries WHERE signature = ?1)`),
    key: database.query<Sealed>('SELECT nonce, ciphertext FROM delivery_keys WHERE delivery_id = ?'),
    // Of the same length, so that the old bytes are overwritten in place.
    overwriteKey: database.prepare(`
      UPDATE delivery_keys SET nonce = zeroblob(length(nonce)), ciphertext = zeroblob(length(ciphertext))
      WHERE delivery_id = ?`),
    removeKey: database.prepare('DELETE FROM delivery_keys WHERE delivery_id = ?'),
    setKeyState: database.prepare('UPDATE deliveries SET key_state = ? WHERE id = ?'),
    setVerdict: database.prepare('UPDATE deliveries SET order_id = ?, verdict = ? WHERE id = ?'),
    removeDelivery: database.prepare('DELETE FROM deliveries WHERE id = ?'),
    forgetSeen: database.prepare('DELETE FROM seen_deliveries WHERE signature = ? AND body = ?'),
    setName: database.prepare(`
      INSERT INTO order_names (hook_id, name, order_id) VALUES (?, ?, ?)
      ON CONFLICT (hook_id, name) DO UPDATE SET order_id = excluded.order_id`),
    removeName: database.prepare('DELETE FROM order_names WHERE hook_id = ? AND name = ?'),
    savePushOrder: database.prepare(`
      INSERT INTO push_orders (id, hook_id, name, alias, approved_names, added_at, removed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET hook_id = excluded.hook_id, name = excluded.name, alias = excluded.alias,
        approved_names = excluded.approved_names, removed_at = excluded.removed_at`),
    pages: database.query<{ readonly bytes: number; readonly free: number }>(`
      SELECT page_count * page_size AS bytes, freelist_count AS free
      FROM pragma_page_count(), pragma_page_size(), pragma_freelist_count()`),
    checkpoint: database.query<{ readonly busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'),
    vacuum: database.prepare('VACUUM'),
  };
}

/**
 * A larger file is not rewritten: that blocks for 90 ms at 16 MB and for 500 ms at 60 MB. Deleted data is gone anyway,
 * because `secure_delete` overwrites it, and free pages are reused.
 */
const VACUUM_MOST_BYTES = 16 * 1024 * 1024;

/** Deliveries, their sealed keys, seen deliveries and linked names, in the tables of these names. Unreadable deliveries are skipped. */
export function createInboxRepository(database: Database, logger: Logger | null = null): InboxRepository {
  const sql = prepareInboxStatements(database);
  const pushOrders = new JsonColumns('push_orders', logger);
  const checks = {
    deliveries: new RowCheck<DeliveryRow>('deliveries', logger, {
      // An order without a delivery has the empty id.
      id: such((id) => id !== ''),
      receivedAt: instant,
      // The key is deleted with time, or found to be gone.
      key: or(oneOf(deliveryKeyStates), 'vault'),
    }),
    seen: new RowCheck<SeenDelivery>('seen_deliveries', logger, { timestamp: whole() }),
    pushOrders: new RowCheck<PushOrderRow>('push_orders', logger, {
      addedAt: or(instant, 0),
      removedAt: or(instantOrNull, null),
    }),
  };

  const keep = ({ record, sealedKey, seen }: NewDelivery) => {
    sql.insertDelivery.run(...deliveryValues(record));
    if (sealedKey !== null) sql.insertKey.run(record.id, sealedKey.nonce, sealedKey.ciphertext);
    sql.insertSeen.run(seen.signature, seen.body, seen.timestamp, seen.deliveryId);
  };
  const removeKey = (id: string) => {
    sql.overwriteKey.run(id);
    sql.removeKey.run(id);
  };

  return {
    load: () =>
      checks.deliveries
        .usable(sql.deliveries.all())
        .flatMap(deliveryReader(new JsonColumns('deliveries', logger))),
    loadSeen: () => checks.seen.usable(sql.seen.all()),
    loadNames: () => sql.names.all(),
    loadPushOrders: () =>
      checks.pushOrders.usable(sql.pushOrders.all()).map((row) => ({
        ...row,
        // Without names, each delivery needs the user again.
        approvedNames: pushOrders.read('approved_names', textsSchema, row.approvedNames) ?? [],
      })),
    keep: (deliveries) =>
      database.tryWrite(() => {
        for (const delivery of deliveries) keep(delivery);
        // Once per signature: it scans all deliveries of a signature, up to a thousand.
        for (const signature of new Set(deliveries.map(({ seen }) => seen.signature)))
          sql.flagShared.run(signature);
      }),
    sealedKey: (id) => database.tryRead(() => sql.key.get(id) ?? null),
    storeKeys: (keys) =>
      database.tryWriteEach(keys, ({ deliveryId, sealed }) => {
        sql.insertKey.run(deliveryId, sealed.nonce, sealed.ciphertext);
        sql.setKeyState.run('vault', deliveryId);
      }),
    setVerdicts: (changes) =>
      database.tryWriteEach(changes, ({ id, orderId, verdict }) =>
        sql.setVerdict.run(orderId, JSON.stringify(verdict), id),
      ),
    removeKeys: (ids, state) =>
      database.tryWriteEach(ids, (id) => {
        removeKey(id);
        sql.setKeyState.run(state, id);
      }),
    remove: (ids) =>
      database.tryWriteEach(ids, (id) => {
        removeKey(id);
        sql.removeDelivery.run(id);
      }),
    forgetSeen: (seen) =>
      database.tryWriteEach(seen, ({ signature, body }) => sql.forgetSeen.run(signature, body)),
    setName: ({ hookId, name, orderId }) => database.tryWrite(() => sql.setName.run(hookId, name, orderId)),
    removeName: (hookId, name) => database.tryWrite(() => sql.removeName.run(hookId, name)),
    savePushOrder: ({ id, hookId, name, alias, approvedNames, addedAt, removedAt }) =>
      database.tryWrite(() => {
        const names = JSON.stringify(approvedNames);
        sql.savePushOrder.run(id, hookId, name, alias, names, addedAt, removedAt);
      }),
    // VACUUM must run outside of a transaction.
    vacuum: () =>
      database.tryRead(() => {
        const { bytes, free } = sql.pages.one();
        if (free > 0 && bytes <= VACUUM_MOST_BYTES) sql.vacuum.run();
        // After VACUUM, which writes the whole file into the log.
        const done = sql.checkpoint.one();
        if (done.busy !== 0)
          throw new StorageError({ kind: 'storage', reason: 'locked', detail: 'checkpoint' }, null);
        return null;
      }),
  };
}

function deliveryValues(record: DeliveryRecord): (string | number | null)[] {
  return [
    record.id,
    record.hookId,
    record.hookName,
    record.receivedAt,
    record.orderName,
    record.task,
    record.serviceNotAfter ?? '',
    record.orderId,
    JSON.stringify(record.verdict),
    record.key,
    Number(record.sharesSignature),
    JSON.stringify(record.leaf),
    JSON.stringify(record.chain),
    record.pem,
  ];
}

/** Reads rows as records; none for what cannot be read. Equal chains share their facts. */
function deliveryReader(columns: JsonColumns): (row: DeliveryRow) => DeliveryRecord[] {
  const chainOf = columns.reader('chain', chainSchema);
  return (row) => {
    const chain = chainOf(row.chain);
    const leaf = columns.read('leaf', factsSchema, row.leaf);
    const verdict = columns.read('verdict', verdictSchema, row.verdict);
    if (chain === undefined || leaf === undefined || verdict === undefined) return [];
    const serviceNotAfter = row.serviceNotAfter === '' ? null : row.serviceNotAfter;
    return [{ ...row, leaf, serviceNotAfter, verdict, sharesSignature: row.sharesSignature === 1, chain }];
  };
}
