import type { PresetRepository, StoredPreset } from '#main/deployment/presets/presetService.ts';
import type { Database, RowOf } from './database.ts';
import { parsedJson } from './json.ts';

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
