import type { SettingsRepository } from '#main/settings/settings/settingsService.ts';
import type { Database } from './database.ts';
import { parsedJson } from './json.ts';

/** Settings in the table `settings`, one row per field, so that an invalid value affects no other. */
export function createSettingsRepository(database: Database): SettingsRepository {
  const select = database.query<{ readonly key: string; readonly value: string }>(
    'SELECT key, value FROM settings',
  );
  const upsert = database.prepare(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    load: () => new Map(select.all().map(({ key, value }) => [key, parsedJson(value)])),
    save: (settings) =>
      database.tryWriteEach(Object.entries(settings), ([key, value]) =>
        upsert.run(key, JSON.stringify(value)),
      ),
  };
}
