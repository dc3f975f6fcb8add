import type { Snooze, SnoozeRepository } from '#main/alerting/alerts/snoozes.ts';
import type { Database } from './database.ts';

/** Snoozes in the table `order_snoozes`. Deleted with their orders. */
export function createSnoozeRepository(database: Database): SnoozeRepository {
  const select = database.query<Snooze>(
    'SELECT order_id AS orderId, fingerprint AS fingerprint256, until FROM order_snoozes',
  );
  const upsert = database.prepare(`
    INSERT INTO order_snoozes (order_id, fingerprint, until) VALUES (?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET fingerprint = excluded.fingerprint, until = excluded.until`);
  const remove = database.prepare('DELETE FROM order_snoozes WHERE order_id = ?');
  return {
    load: () => select.all(),
    save: (snoozes) =>
      database.tryWriteEach(snoozes, ({ orderId, fingerprint256, until }) =>
        upsert.run(orderId, fingerprint256, until),
      ),
    remove: (orderIds) => database.tryWriteEach(orderIds, (id) => remove.run(id)),
  };
}
