import type { Sealed } from '#main/credentials/vault/vault.ts';
import type {
  DeliveryRecord,
  OrderName,
  PushOrder,
  SeenDelivery,
} from '#main/webhook/inbox/deliveryRecord.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryKeyState, DeliveryVerdict } from '#shared/domain/delivery.ts';
import type { Database } from './database.ts';

/** One row of `deliveries`. */
interface DeliveryColumns {
  readonly id: string;
  readonly hook_id: string;
  readonly hook_name: string;
  readonly received_at: number;
  readonly order_name: string;
  readonly task: string;
  /** Empty when the sender did not give it. */
  readonly service_not_after: string;
  readonly order_id: string | null;
  readonly verdict: string;
  readonly key_state: DeliveryKeyState;
  readonly shares_signature: number;
  readonly leaf: string;
  readonly chain: string;
  readonly pem: string;
}

/** One row of `push_orders`. */
interface PushOrderColumns {
  readonly id: string;
  readonly hook_id: string;
  readonly name: string;
  readonly alias: string | null;
  readonly approved_names: string;
  readonly added_at: number;
  readonly removed_at: number | null;
}

/** One row of `seen_deliveries`. */
interface SeenColumns {
  readonly signature: string;
  readonly body: string;
  readonly timestamp: number;
  readonly delivery_id: string;
}

/** One row of `order_names`. */
interface NameColumns {
  readonly hook_id: string;
  readonly name: string;
  readonly order_id: string;
}

/** The statements of the inbox repository, prepared once. */
export function prepareInboxStatements(database: Database) {
  return {
    deliveries: database.query<DeliveryColumns>('SELECT * FROM deliveries ORDER BY received_at, rowid'),
    seen: database.query<SeenColumns>(
      'SELECT signature, body, timestamp, delivery_id FROM seen_deliveries ORDER BY timestamp',
    ),
    names: database.query<NameColumns>('SELECT hook_id, name, order_id FROM order_names'),
    pushOrders: database.query<PushOrderColumns>('SELECT * FROM push_orders ORDER BY added_at, rowid'),
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

/** The values of `insertDelivery`. */
export function deliveryValues(record: DeliveryRecord): (string | number | null)[] {
  return [
    record.id,
    record.hookId,
    record.hookName,
    Math.round(record.receivedAt),
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

/** Reads rows as records. Equal chains share their facts. */
export function deliveryReader(): (columns: DeliveryColumns) => DeliveryRecord {
  const chains = new Map<string, readonly CertificateFacts[]>();
  const chainOf = (text: string) => {
    const chain = chains.get(text) ?? (JSON.parse(text) as CertificateFacts[]);
    chains.set(text, chain);
    return chain;
  };
  return (columns) => ({
    id: columns.id,
    receivedAt: columns.received_at,
    hookId: columns.hook_id,
    hookName: columns.hook_name,
    orderName: columns.order_name,
    task: columns.task,
    leaf: JSON.parse(columns.leaf) as CertificateFacts,
    serviceNotAfter: columns.service_not_after === '' ? null : columns.service_not_after,
    orderId: columns.order_id,
    verdict: JSON.parse(columns.verdict) as DeliveryVerdict,
    key: columns.key_state,
    sharesSignature: columns.shares_signature === 1,
    chain: chainOf(columns.chain),
    pem: columns.pem,
  });
}

/** Reads a row as a push-only order. */
export function toPushOrder(columns: PushOrderColumns): PushOrder {
  return {
    id: columns.id,
    hookId: columns.hook_id,
    name: columns.name,
    alias: columns.alias,
    approvedNames: JSON.parse(columns.approved_names) as string[],
    addedAt: columns.added_at,
    removedAt: columns.removed_at,
  };
}

/** Reads a row as a delivery that was seen. */
export function toSeen({ signature, body, timestamp, delivery_id }: SeenColumns): SeenDelivery {
  return { signature, body, timestamp, deliveryId: delivery_id };
}

/** Reads a row as the meaning of a name. */
export function toName({ hook_id, name, order_id }: NameColumns): OrderName {
  return { hookId: hook_id, name, orderId: order_id };
}
