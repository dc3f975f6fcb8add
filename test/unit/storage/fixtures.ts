import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Connection } from '#main/orders/connections/connection.ts';
import type { Database } from '#main/storage/database.ts';
import { migrations } from '#main/storage/migrations.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** A database file that is removed after the test; `steps`: all, unless it has a former version. */
export function openTemporary(path = join(temporaryFolder(), 'notafter.db'), steps = migrations): Database {
  const result = openDatabase(path, { steps });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  onTestFinished(() => result.value.dispose());
  return result.value;
}

export function connection(id: string): Connection {
  const address = { name: `Connection ${id}`, baseUrl: `https://${id}.example.com`, ca: null };
  return { id, ...address, createdAt: 1, chosenCa: null, tokenFile: null, consoleUrl: null };
}

/** A database that holds the connections `a` and `b`. */
export function openWithConnections(path?: string, steps = migrations): Database {
  const database = openTemporary(path, steps);
  // Only what the table has had from the beginning.
  const insert = database.prepare(
    'INSERT INTO connections (id, name, base_url, created_at) VALUES (?, ?, ?, 1)',
  );
  for (const { id, name, baseUrl } of [connection('a'), connection('b')]) insert.run(id, name, baseUrl);
  return database;
}

/** Lets the current order repository write into a file of a former version, which lacks some columns. */
export function asBeforeAcceptance(database: Database, write: () => void): void {
  const columns = ['accepted', 'chain_end'];
  for (const column of columns) database.prepare(`ALTER TABLE order_states ADD COLUMN ${column} TEXT`).run();
  write();
  for (const column of columns) database.prepare(`ALTER TABLE order_states DROP COLUMN ${column}`).run();
}
