import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Age, ages, continuedAge } from './ages.ts';
import { rowsOfAges } from './rowsOfAges.ts';

/**
 * Writes the databases of earlier versions with the code of these versions, as texts of SQL beside this file. Needed again
 * only for a new version: `node_modules/node/bin/node test/support/ages/writeAges.ts`, in a clone with the whole history.
 */

type Create = (
  ...ports: readonly unknown[]
) => Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

const root = join(import.meta.dirname, '../../..');

for (const age of [...ages, continuedAge]) {
  const data = mkdtempSync(join(tmpdir(), 'notafter-age-data-'));
  const path = join(data, 'notafter.db');
  await write(age, path);
  writeFileSync(join(import.meta.dirname, `${age.name}.sql`), dumpOf(path));
  rmSync(data, { recursive: true });
}

/** Writes every row that the repositories of a version know, but for those that the version before it wrote. */
async function write({ commit, schema, after }: Age, path: string): Promise<ReadonlySet<string>> {
  const written = after === undefined ? new Set<string>() : await write(after, path);
  const tree = mkdtempSync(join(tmpdir(), 'notafter-age-'));
  const archive = execFileSync('git', ['archive', commit, 'main', 'shared', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const { openDatabase } = await import(pathToFileURL(join(tree, 'main/storage/openDatabase.ts')).href);
  const database = openDatabase(path).value;
  const creates = await createsOf(tree);
  const known = new Set<string>(written);
  for (const { create, ports = [], from = 0, before = Number.POSITIVE_INFINITY, calls } of rowsOfAges) {
    if (schema < from || schema >= before || written.has(create)) continue;
    const repository = creates.get(create)?.(database, ...ports);
    // This version has no such table yet.
    if (repository === undefined) continue;
    known.add(create);
    for (const [method, ...values] of calls) {
      const result = repository[method]?.(...values) as { readonly ok?: boolean } | undefined;
      if (result?.ok === false) throw new Error(`${create}.${method} failed`);
    }
  }
  database.dispose();
  rmSync(tree, { recursive: true });
  return known;
}

async function createsOf(tree: string): Promise<ReadonlyMap<string, Create>> {
  const folder = join(tree, 'main/storage');
  const found = new Map<string, Create>();
  for (const file of readdirSync(folder)) {
    if (!/export function create/u.test(readFileSync(join(folder, file), 'utf8'))) continue;
    const module = await import(pathToFileURL(join(folder, file)).href);
    for (const [name, value] of Object.entries(module)) found.set(name, value as Create);
  }
  return found;
}

function dumpOf(path: string): string {
  const database = new DatabaseSync(path);
  const list = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const own = "sql IS NOT NULL AND name NOT LIKE 'sqlite%'";
  const tables = list(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${own} ORDER BY rowid`);
  const lines = list(`SELECT sql FROM sqlite_master WHERE type = 'table' AND ${own} ORDER BY rowid`);
  for (const table of tables) {
    const columns = list(`SELECT name FROM pragma_table_info('${table}')`);
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    lines.push(...list(`SELECT 'INSERT INTO ${table} VALUES (' || ${values} || ')' FROM ${table}`));
  }
  // Triggers last: they fire for inserts too.
  lines.push(...list(`SELECT sql FROM sqlite_master WHERE type <> 'table' AND ${own} ORDER BY rowid`));
  lines.push(`PRAGMA user_version = ${list('PRAGMA user_version')[0]}`);
  database.close();
  return `${lines.join(';\n')};\n`;
}
