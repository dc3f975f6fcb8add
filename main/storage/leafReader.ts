import type { Database } from './database.ts';

/** Reads the fingerprints of the leaves that a pulled order has or had, from the table `order_leaves`. Throws `StorageError`. */
export function createLeafReader(database: Database): (orderId: string) => ReadonlySet<string> {
  const select = database.prepare('SELECT fingerprint FROM order_leaves WHERE order_id = ?');
  return (orderId) =>
    database.read(() => {
      const rows = select.all(orderId) as unknown as { readonly fingerprint: string }[];
      return new Set(rows.map(({ fingerprint }) => fingerprint));
    });
}
