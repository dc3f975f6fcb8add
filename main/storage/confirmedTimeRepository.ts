import type { WitnessedTime } from '#main/platform/clockError.ts';
import type { ConfirmedTimeRepository } from '#main/platform/confirmedClock.ts';
import { isInstant, LAST_INSTANT_MS } from '#shared/domain/instant.ts';
import type { Database, RowOf } from './database.ts';

const KEY = 'time.confirmed';
const WITNESSED_KEY = 'time.witnessed';

const instantOf = (at: number | undefined) => (isInstant(at) ? at : null);

/** The confirmed time and its last witness: rows of the table `settings` whose keys no setting has. */
export function createConfirmedTimeRepository(database: Database): ConfirmedTimeRepository {
  const select = database.query<{ readonly at: number }>(
    'SELECT CAST(value AS INTEGER) AS at FROM settings WHERE key = ?',
  );
  // Earlier versions saved only what was known.
  const selectWitnessed = database.query<RowOf<WitnessedTime, { readonly isKnown: number }>>(`
    SELECT CAST(value ->> '$.at' AS INTEGER) AS at, CAST(value ->> '$.wall' AS INTEGER) AS wall,
      coalesce(value ->> '$.isKnown', 1) AS isKnown
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
      UNION ALL SELECT max(queued_at) FROM outbox)
    WHERE at <= ${LAST_INSTANT_MS}`);
  return {
    load: () => instantOf(select.get(KEY)?.at),
    lastStored: () => last.get()?.at ?? null,
    witnessed: () => {
      const row = selectWitnessed.get(WITNESSED_KEY);
      return row === undefined || !isInstant(row.at) || !isInstant(row.wall)
        ? null
        : { ...row, isKnown: row.isKnown === 1 };
    },
    save: (at) => database.tryWrite(() => upsert.run(KEY, String(at))),
    saveWitnessed: (witnessed) =>
      database.tryWrite(() => upsert.run(WITNESSED_KEY, JSON.stringify(witnessed))),
  };
}
