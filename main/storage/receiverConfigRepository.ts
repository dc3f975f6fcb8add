import type { ReceiverConfigRepository } from '../receiver/receiverConfigService.ts';
import type { Database } from './database.ts';

/** The receiver's configuration: the one row of `receiver_config`, or none. */
export function createReceiverConfigRepository(database: Database): ReceiverConfigRepository {
  const select = database.prepare('SELECT config FROM receiver_config');
  const insert = database.prepare('INSERT INTO receiver_config (config) VALUES (?)');
  const clear = database.prepare('DELETE FROM receiver_config');
  return {
    load: () =>
      database.read(() => {
        const row = select.get() as unknown as { readonly config: string } | undefined;
        return row === undefined ? null : parsed(row.config);
      }),
    save: (config) =>
      database.tryWrite(() => {
        clear.run();
        insert.run(JSON.stringify(config));
        return null;
      }),
  };
}

/** The stored value, or `undefined` for what is not JSON: the service then takes the default and says so. */
function parsed(config: string): unknown {
  try {
    return JSON.parse(config);
  } catch {
    return undefined;
  }
}
