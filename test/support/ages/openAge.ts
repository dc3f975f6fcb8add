import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes the database of an earlier version at `path`, from the text that `writeAges.ts` wrote.
 * @param changed the text with what is to differ
 */
export function writeAge(name: string, path: string, changed = (sql: string) => sql): void {
  const database = new DatabaseSync(path);
  database.exec(changed(readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8')));
  database.close();
}
