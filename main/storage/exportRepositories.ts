import type { PlannedDestination, PlannedRepository } from '#main/deployment/copies/plannedDestinations.ts';
import { isCurrentName, isGenerationName } from '#main/deployment/export/hiddenFolder.ts';
import type { HiddenRepository, StoredHidden } from '#main/deployment/export/hiddenNames.ts';
import type { PresetRepository, StoredPreset } from '#main/deployment/presets/presetService.ts';
import type { Logger } from '#main/platform/logger.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import { z } from '#shared/zod.ts';
import type { Database, RowOf } from './database.ts';
import { JsonColumns, jsonOrNull, parsedJson } from './json.ts';
import { RowCheck, such } from './rows.ts';

interface HiddenRow extends Pick<StoredHidden, 'folder' | 'id' | 'inode'> {
  readonly names: string;
  readonly owner: number | null;
  readonly keepsModes: number;
  readonly isPending: number;
}

const isName = (name: string) => isSafeName(name) || isGenerationName(name) || isCurrentName(name);
const namesSchema = z.array(z.string().refine(isName));

/** The hidden names of exports in the table `hidden_names`. Unusable rows are skipped, and stay stored. */
export function createHiddenRepository(database: Database, logger: Logger | null = null): HiddenRepository {
  const columns = new JsonColumns('hidden_names', logger);
  const check = new RowCheck<HiddenRow>('hidden_names', logger, {
    owner: such((owner) => owner === null || Number.isSafeInteger(owner)),
  });
  const usable = ({ names, owner, keepsModes, isPending, ...row }: HiddenRow): StoredHidden[] => {
    const read = columns.read('names', namesSchema, names);
    const ownership = { owner, keepsModes: keepsModes !== 0 };
    return read === undefined ? [] : [{ ...row, names: read, ownership, isPending: isPending !== 0 }];
  };
  const select = database.query<HiddenRow>(`
    SELECT folder, id, names, owner, keeps_modes AS keepsModes, inode, pending AS isPending FROM hidden_names`);
  const insert = database.prepare(`
    INSERT OR REPLACE INTO hidden_names (folder, id, names, owner, keeps_modes, inode, pending)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM hidden_names WHERE folder = ? AND id = ?');
  return {
    all: () => check.usable(select.all()).flatMap(usable),
    save: (entries, gone) =>
      database.tryWrite(() => {
        for (const { folder, id } of gone) remove.run(folder, id);
        for (const { folder, id, names, ownership, inode, isPending } of entries) {
          const own = [ownership.owner, Number(ownership.keepsModes)];
          insert.run(folder, id, JSON.stringify(names), ...own, inode, Number(isPending));
        }
      }),
  };
}

type PlannedRow = RowOf<PlannedDestination, { readonly parts: string | null; readonly autoRefresh: number }>;

/** Planned destinations in the table `planned_destinations`. Deleted with their orders and presets. */
export function createPlannedRepository(database: Database): PlannedRepository {
  const select = database.query<PlannedRow>(`
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

/** Custom presets in the table `presets`. `all` throws `StorageError`. */
export function createPresetRepository(database: Database): PresetRepository {
  const select = database.query<RowOf<StoredPreset, { readonly files: string }>>(
    'SELECT id, name, folder, server, files FROM presets',
  );
  const upsert = database.prepare(`
    INSERT INTO presets (id, name, folder, server, files) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, folder = excluded.folder, server = excluded.server,
      files = excluded.files`);
  const remove = database.prepare('DELETE FROM presets WHERE id = ?');
  return {
    all: () => select.all().map((row) => ({ ...row, files: parsedJson(row.files) })),
    save: ({ id, name, folder, server, files }) =>
      database.tryWrite(() => upsert.run(id, name, folder, server, JSON.stringify(files))),
    remove: (id) => database.tryWrite(() => remove.run(id)),
  };
}
