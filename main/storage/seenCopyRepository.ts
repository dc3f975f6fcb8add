import type { SeenCopy, SeenCopyRepository } from '#main/alerting/alerts/autoRefreshRule.ts';
import type { Database } from './database.ts';
import { parsedJson } from './json.ts';

/** What became of copies and was not told yet, in the `untold_copies` table. What cannot be read there is passed over. */
export function createSeenCopyRepository(database: Database): SeenCopyRepository {
  const all = database.query<{ readonly seen: string }>('SELECT seen FROM untold_copies ORDER BY rowid');
  const insert = database.prepare(
    'INSERT INTO untold_copies (bundle_id, seen) VALUES (?, ?) ON CONFLICT (bundle_id) DO UPDATE SET seen = excluded.seen',
  );
  const remove = database.prepare('DELETE FROM untold_copies WHERE bundle_id = ?');
  return {
    load: () =>
      database.read(() => {
        const rows = all.all();
        return rows.flatMap(({ seen }) => (parsedJson(seen) as SeenCopy | undefined) ?? []);
      }),
    save: (copy) =>
      database.tryWrite(() => {
        insert.run(copy.bundleId, JSON.stringify(copy));
      }),
    remove: (bundleIds) =>
      database.tryWrite(() => {
        for (const id of bundleIds) remove.run(id);
      }),
  };
}
