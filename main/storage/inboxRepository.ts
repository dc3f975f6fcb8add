import type { InboxRepository, NewDelivery } from '#main/webhook/inbox/deliveryRecord.ts';
import type { Database } from './database.ts';
import {
  deliveryReader,
  deliveryValues,
  prepareInboxStatements,
  toName,
  toPushOrder,
  toSeen,
} from './inboxStatements.ts';
import { StorageError } from './storageError.ts';

/**
 * A larger file is not rewritten: that blocks for 90 ms at 16 MB and for 500 ms at 60 MB. Deleted data is gone anyway,
 * because `secure_delete` overwrites it, and free pages are reused.
 */
const VACUUM_MOST_BYTES = 16 * 1024 * 1024;

/** Deliveries, their sealed keys, seen deliveries and linked names, in the tables of these names. */
export function createInboxRepository(database: Database): InboxRepository {
  const sql = prepareInboxStatements(database);

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
    load: () => database.read(() => readable(() => sql.deliveries.all().map(deliveryReader()))),
    loadSeen: () => database.read(() => sql.seen.all().map(toSeen)),
    loadNames: () => database.read(() => sql.names.all().map(toName)),
    loadPushOrders: () => database.read(() => readable(() => sql.pushOrders.all().map(toPushOrder))),
    keep: (deliveries) =>
      database.tryWrite(() => {
        for (const delivery of deliveries) keep(delivery);
        // Once per signature: it scans all deliveries of a signature, up to a thousand.
        for (const signature of new Set(deliveries.map(({ seen }) => seen.signature)))
          sql.flagShared.run(signature);
      }),
    sealedKey: (id) => database.tryRead(() => sql.key.get(id) ?? null),
    storeKeys: (keys) =>
      writeEach(database, keys, ({ deliveryId, sealed }) => {
        sql.insertKey.run(deliveryId, sealed.nonce, sealed.ciphertext);
        sql.setKeyState.run('vault', deliveryId);
      }),
    setVerdicts: (changes) =>
      writeEach(database, changes, ({ id, orderId, verdict }) => {
        sql.setVerdict.run(orderId, JSON.stringify(verdict), id);
      }),
    removeKeys: (ids, state) =>
      writeEach(database, ids, (id) => {
        removeKey(id);
        sql.setKeyState.run(state, id);
      }),
    remove: (ids) =>
      writeEach(database, ids, (id) => {
        removeKey(id);
        sql.removeDelivery.run(id);
      }),
    forgetSeen: (seen) =>
      writeEach(database, seen, ({ signature, body }) => {
        sql.forgetSeen.run(signature, body);
      }),
    setName: (name) =>
      writeEach(database, [name], ({ hookId, name: text, orderId }) => {
        sql.setName.run(hookId, text, orderId);
      }),
    removeName: (hookId, name) =>
      writeEach(database, [name], (text) => {
        sql.removeName.run(hookId, text);
      }),
    savePushOrder: (order) =>
      writeEach(database, [order], (saved) => {
        const { id, hookId, name, alias, approvedNames, addedAt, removedAt } = saved;
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

function writeEach<Item>(database: Database, items: readonly Item[], write: (item: Item) => void) {
  return database.tryWrite(() => {
    for (const item of items) write(item);
  });
}

/** Invalid JSON in a row means that the file was damaged below SQLite. */
function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StorageError({ kind: 'storage', reason: 'damaged', detail: 'unreadable row' }, error);
  }
}
