import type { ConfirmedTimeRepository, WitnessedTime } from '#main/platform/confirmedClock.ts';
import type { Database } from './database.ts';

const KEY = 'time.confirmed';
const WITNESSED_KEY = 'time.witnessed';

/** The confirmed time and its last witness: rows of the table `settings` whose keys no setting has. */
export function createConfirmedTimeRepository(database: Database): ConfirmedTimeRepository {
  const select = database.query<{ readonly at: number }>(
    'SELECT CAST(value AS INTEGER) AS at FROM settings WHERE key = ?',
  );
  const selectWitnessed = database.query<WitnessedTime>(`
    SELECT CAST(value ->> '$.at' AS INTEGER) AS at, CAST(value ->> '$.wall' AS INTEGER) AS wall
    FROM settings WHERE key = ? AND json_valid(value)`);
  const upsert = database.prepare(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  // What deliveries, confirmations and removals of orders say.
  const last = database.query<{ readonly at: number | null }>(`
    SELECT max(at) AS at FROM (
      SELECT max(received_at) AS at FROM deliveries
      UNION ALL SELECT max(last_confirmed_at) FROM order_states
      UNION ALL SELECT max(removed_at) FROM orders
      UNION ALL SELECT max(removed_at) FROM push_orders
      UNION ALL SELECT max(queued_at) FROM outbox)`);
  return {
    load: () => select.get(KEY)?.at ?? null,
    lastStored: () => last.get()?.at ?? null,
    witnessed: () => selectWitnessed.get(WITNESSED_KEY) ?? null,
    save: (at) => database.tryWrite(() => upsert.run(KEY, String(at))),
    saveWitnessed: (witnessed) =>
      database.tryWrite(() => upsert.run(WITNESSED_KEY, JSON.stringify(witnessed))),
  };
}
