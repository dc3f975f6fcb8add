import type { NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Database } from './database.ts';

/** Notices that are shown once: rows of the table `settings` whose keys no setting has. */
export function createNoticeRepository(database: Database, logger: Logger): NoticeMemory {
  const select = database.query('SELECT 1 FROM settings WHERE key = ?');
  const insert = database.prepare(
    "INSERT INTO settings (key, value) VALUES (?, 'true') ON CONFLICT DO NOTHING",
  );
  const keyOf = (notice: string) => `told.${notice}`;
  return {
    wasTold: (notice) => select.get(keyOf(notice)) !== undefined,
    told(notice) {
      const saved = database.tryWrite(() => insert.run(keyOf(notice)));
      if (!saved.ok) logger.warn('A notice will be repeated', { field: notice, error: saved.error.kind });
    },
  };
}
