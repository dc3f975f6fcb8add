import type { ReceiverConfigRepository } from '#main/webhook/receiver/receiverConfigService.ts';
import type { ReceiverLogRepository } from '#main/webhook/receiver/receiverLog.ts';
import type { ReceiverLogEntry } from '#shared/domain/receiver.ts';
import type { Database } from './database.ts';
import { parsedJson } from './json.ts';

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

/** The delivery log in the table `receiver_log`, each line as JSON. */
export function createReceiverLogRepository(database: Database): ReceiverLogRepository {
  const select = database.query<{ readonly entry: string }>('SELECT entry FROM receiver_log ORDER BY id');
  const clear = database.prepare('DELETE FROM receiver_log');
  const insert = database.prepare('INSERT INTO receiver_log (id, entry) VALUES (?, ?)');
  return {
    load: () => select.all().map(({ entry }) => JSON.parse(entry) as ReceiverLogEntry),
    save: (entries) =>
      database.tryWrite(() => {
        clear.run();
        for (const entry of entries) insert.run(entry.id, JSON.stringify(entry));
      }),
  };
}
