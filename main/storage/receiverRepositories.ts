import type { Logger } from '#main/platform/logger.ts';
import type { ReceiverConfigRepository } from '#main/webhook/receiver/receiverConfigService.ts';
import type { ReceiverLogRepository } from '#main/webhook/receiver/receiverLog.ts';
import type { Database } from './database.ts';
import { JsonColumns, parsedJson } from './json.ts';
import { logEntrySchema } from './rowSchemas.ts';

/** The receiver's configuration: the single row of `receiver_config`, or none. */
export function createReceiverConfigRepository(database: Database): ReceiverConfigRepository {
  const select = database.query<{ readonly config: string }>('SELECT config FROM receiver_config');
  const insert = database.prepare('INSERT INTO receiver_config (config) VALUES (?)');
  const clear = database.prepare('DELETE FROM receiver_config');
  return {
    load: () => {
      const row = select.get();
      return row === undefined ? null : parsedJson(row.config);
    },
    save: (config) =>
      database.tryWrite(() => {
        clear.run();
        insert.run(JSON.stringify(config));
      }),
  };
}

/** The delivery log in the table `receiver_log`, each line as JSON. Unreadable lines are skipped. */
export function createReceiverLogRepository(
  database: Database,
  logger: Logger | null = null,
): ReceiverLogRepository {
  const columns = new JsonColumns('receiver_log', logger);
  const select = database.query<{ readonly entry: string }>('SELECT entry FROM receiver_log ORDER BY id');
  const clear = database.prepare('DELETE FROM receiver_log');
  const insert = database.prepare('INSERT INTO receiver_log (id, entry) VALUES (?, ?)');
  return {
    load: () => select.all().flatMap(({ entry }) => columns.read('entry', logEntrySchema, entry) ?? []),
    save: (entries) =>
      database.tryWrite(() => {
        clear.run();
        for (const entry of entries) insert.run(entry.id, JSON.stringify(entry));
      }),
  };
}
