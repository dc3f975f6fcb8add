import type { NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Database } from './database.ts';

const KEY = 'told.noTray';

/** The notice about a missing tray: a row of the table `settings` whose key no setting has. */
export function createNoticeRepository(database: Database, logger: Logger): NoticeMemory {
  const select = database.query('SELECT 1 FROM settings WHERE key = ?');
  const insert = database.prepare(
    "INSERT INTO settings (key, value) VALUES (?, 'true') ON CONFLICT DO NOTHING",
  );
  return {
    wasTold: () => select.get(KEY) !== undefined,
    told() {
      const saved = database.tryWrite(() => insert.run(KEY));
      if (!saved.ok) logger.warn('A notice will be repeated', { field: 'noTray', error: saved.error.kind });
    },
  };
}
