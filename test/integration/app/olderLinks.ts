import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { createHiddenRepository } from '#main/storage/exportRepositories.ts';
import { migrations } from '#main/storage/migrations.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { linkFiles } from '#test/unit/deployment/export/olderLinks.ts';

/** Makes links of the files in a folder, which the app of a profile recorded as versions up to 0.3 did. */
export function linkFolder(userData: string, folder: string, names: readonly string[]): void {
  const opened = openDatabase(join(userData, DATABASE_FILE));
  if (!opened.ok) throw new Error(opened.error.kind);
  const saved = createHiddenRepository(opened.value).save([linkFiles(folder, names)], []);
  opened.value.dispose();
  if (!saved.ok) throw new Error(saved.error.kind);
}

/** Makes the database of a profile one of the version before links ended, whose own presets all want links. */
export function wantLinks(userData: string): void {
  const step = migrations.findIndex((sql) => sql.includes('DROP COLUMN switching'));
  const database = new DatabaseSync(join(userData, DATABASE_FILE));
  for (const table of ['presets', 'copy_bundles'])
    database.exec(`ALTER TABLE ${table} ADD COLUMN switching TEXT NOT NULL DEFAULT 'link'`);
  database.exec(`PRAGMA user_version = ${step}`);
  database.close();
}
