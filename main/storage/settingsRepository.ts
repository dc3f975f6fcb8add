import type { ClosingNotice, NoticeMemory } from '#main/alerting/overview/closingNotice.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { SettingsRepository } from '#main/settings/preferences/settingsService.ts';
import { type WindowBounds, windowBoundsSchema } from '#main/settings/preferences/windowBounds.ts';
import { seenReleaseSchema } from '#main/settings/update/signedRelease.ts';
import type { ReleaseMemory } from '#main/settings/update/updateService.ts';
import { type WindowView, windowViewSchema } from '#shared/domain/windowView.ts';
import { z } from '#shared/zod.ts';
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

/** A row of the table `settings` whose key no setting has. */
export interface SettingsRecord<Value> {
  /** `null`: none is stored, or it cannot be used. Throws when the database does. */
  load(): Value | null;
  /** An error is logged: the value is then as it was before. */
  save(value: Value): void;
}

/** Where the window was last. */
export function createWindowBoundsRepository(
  database: Database,
  logger: Logger,
): SettingsRecord<WindowBounds> {
  return createRecord(database, logger, 'window.bounds', windowBoundsSchema);
}

/** What the window showed last. */
export function createWindowViewRepository(database: Database, logger: Logger): SettingsRecord<WindowView> {
  return createRecord(database, logger, 'window.view', windowViewSchema);
}

/** What is remembered of the update feed. */
export function createReleaseMemory(database: Database, logger: Logger): ReleaseMemory {
  return createRecord(database, logger, 'update.seen', seenReleaseSchema);
}

/** The names of the presets that wrote links before an update, until the user was told that they write files. */
export function createLinkPresetsRecord(
  database: Database,
  logger: Logger,
): SettingsRecord<readonly string[]> {
  return createRecord(database, logger, 'untold.linkPresets', z.array(z.string()));
}

function createRecord<Value>(
  database: Database,
  logger: Logger,
  key: string,
  schema: z.ZodType<Value>,
): SettingsRecord<Value> {
  const select = database.query<{ readonly value: string }>('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    load() {
      const row = select.get(key);
      const parsed = schema.safeParse(row === undefined ? undefined : parsedJson(row.value));
      return parsed.success ? parsed.data : null;
    },
    save(value) {
      const saved = database.tryWrite(() => upsert.run(key, JSON.stringify(value)));
      if (!saved.ok) logger.warn('A state was not stored', { field: key, error: saved.error.kind });
    },
  };
}

const keyOf = (notice: ClosingNotice) => `told.${notice}`;

/** The notices that were shown: rows of the table `settings` whose keys no setting has. */
export function createNoticeRepository(database: Database, logger: Logger): NoticeMemory {
  const select = database.query('SELECT 1 FROM settings WHERE key = ?');
  const insert = database.prepare(
    "INSERT INTO settings (key, value) VALUES (?, 'true') ON CONFLICT DO NOTHING",
  );
  return {
    wasShown: (notice) => select.get(keyOf(notice)) !== undefined,
    setShown(notice) {
      const saved = database.tryWrite(() => insert.run(keyOf(notice)));
      if (!saved.ok) logger.warn('A notice will be repeated', { field: notice, error: saved.error.kind });
    },
  };
}
