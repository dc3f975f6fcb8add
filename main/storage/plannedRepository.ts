import type { PlannedDestination, PlannedRepository } from '#main/deployment/copies/plannedDestinations.ts';
import type { Database, RowOf } from './database.ts';
import { jsonOrNull, parsedJson } from './json.ts';

type Row = RowOf<PlannedDestination, { readonly parts: string | null; readonly autoRefresh: number }>;

/** Planned destinations in the table `planned_destinations`. Deleted with their orders and presets. */
export function createPlannedRepository(database: Database): PlannedRepository {
  const select = database.query<Row>(`
    SELECT id, order_id AS orderId, preset_id AS presetId, parts, target, auto_refresh AS autoRefresh
    FROM planned_destinations ORDER BY rowid`);
  const upsert = database.prepare(`
    INSERT INTO planned_destinations (id, order_id, preset_id, parts, target, auto_refresh) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET target = excluded.target, auto_refresh = excluded.auto_refresh`);
  const remove = database.prepare('DELETE FROM planned_destinations WHERE id = ?');
  return {
    all: () =>
      select.all().map(({ parts, autoRefresh, ...row }) => ({
        ...row,
        parts: parts === null ? null : parsedJson(parts),
        autoRefresh: autoRefresh !== 0,
      })),
    save: (saved, removed) =>
      database.tryWrite(() => {
        for (const id of removed) remove.run(id);
        for (const { id, orderId, presetId, parts, target, autoRefresh } of saved)
          upsert.run(id, orderId, presetId, jsonOrNull(parts), target, Number(autoRefresh));
      }),
  };
}
