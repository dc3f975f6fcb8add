import type { PauseRepository } from '#main/alerting/alerts/alertPause.ts';
import type { Database } from './database.ts';

/** The pause of alerts: the single row of `alert_pause`, or none. */
export function createPauseRepository(database: Database): PauseRepository {
  const select = database.query<{ readonly since: number }>('SELECT since FROM alert_pause');
  const insert = database.prepare('INSERT INTO alert_pause (since) VALUES (?)');
  const clear = database.prepare('DELETE FROM alert_pause');
  return {
    load: () => select.get()?.since ?? null,
    save: (since) =>
      database.tryWrite(() => {
        clear.run();
        if (since !== null) insert.run(since);
      }),
  };
}
