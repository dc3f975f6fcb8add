import type { SeenCopy, SeenCopyRepository } from '#main/alerting/alerts/autoRefreshRule.ts';
import type { Database } from './database.ts';
import { parsedJson } from './json.ts';

/** Updates of copies without a notification yet, in the `untold_copies` table. Unreadable rows are skipped. */
export function createSeenCopyRepository(database: Database): SeenCopyRepository {
  const all = database.query<{ readonly seen: string }>('SELECT seen FROM untold_copies ORDER BY rowid');
  const insert = database.prepare(
    'INSERT INTO untold_copies (bundle_id, seen) VALUES (?, ?) ON CONFLICT (bundle_id) DO UPDATE SET seen = excluded.seen',
  );
  const remove = database.prepare('DELETE FROM untold_copies WHERE bundle_id = ?');
  return {
    load: () => all.all().flatMap(({ seen }) => (parsedJson(seen) as SeenCopy | undefined) ?? []),
    save: (copy) => database.tryWrite(() => insert.run(copy.bundleId, JSON.stringify(copy))),
    remove: (bundleIds) => database.tryWriteEach(bundleIds, (id) => remove.run(id)),
  };
}
