import type { Snooze, SnoozeRepository } from '#main/alerting/alerts/snoozes.ts';
import type { Database } from './database.ts';

interface SnoozeColumns {
  readonly order_id: string;
  readonly fingerprint: string | null;
  readonly until: number | null;
}

/** Snoozes in the table `order_snoozes`. Deleted with their orders. */
export function createSnoozeRepository(database: Database): SnoozeRepository {
  const select = database.query<SnoozeColumns>('SELECT order_id, fingerprint, until FROM order_snoozes');
  const upsert = database.prepare(`
    INSERT INTO order_snoozes (order_id, fingerprint, until) VALUES (?, ?, ?)
    ON CONFLICT (order_id) DO UPDATE SET fingerprint = excluded.fingerprint, until = excluded.until`);
  const remove = database.prepare('DELETE FROM order_snoozes WHERE order_id = ?');
  return {
    load: () =>
      database.read(() => {
        const rows = select.all();
        return rows.map(
          ({ order_id, fingerprint, until }): Snooze => ({
            orderId: order_id,
            fingerprint256: fingerprint,
            until,
          }),
        );
      }),
    save: (snoozes) =>
      database.tryWrite(() => {
        for (const { orderId, fingerprint256, until } of snoozes) upsert.run(orderId, fingerprint256, until);
      }),
    remove: (orderIds) =>
      database.tryWrite(() => {
        for (const id of orderIds) remove.run(id);
      }),
  };
}
