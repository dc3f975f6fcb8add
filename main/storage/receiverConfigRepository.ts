import type { ReceiverConfigRepository } from '#main/webhook/receiver/receiverConfigService.ts';
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
