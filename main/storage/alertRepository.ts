import type { AlertRepository } from '#main/alerting/alerts/alertLedger.ts';
import type { Database } from './database.ts';

/** The alert ledger in the table `alerts`, whose column `fingerprint` contains the subject. Throws `StorageError`. */
export function createAlertRepository(database: Database): AlertRepository {
  const select = database.query('SELECT 1 FROM alerts WHERE fingerprint = ? AND threshold = ?');
  // The first alert counts; a second record of the pair is ignored.
  const insert = database.prepare(
    'INSERT INTO alerts (fingerprint, threshold, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM alerts WHERE fingerprint = ? AND threshold = ?');
  return {
    has: ({ subject, threshold }) => select.get(subject, threshold) !== undefined,
    record: (entries, at) => {
      database.write(() => {
        for (const { subject, threshold } of entries) insert.run(subject, threshold, at);
      });
    },
    remove: (entries) => {
      database.write(() => {
        for (const { subject, threshold } of entries) remove.run(subject, threshold);
      });
    },
  };
}
