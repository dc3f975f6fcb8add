import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { migrations } from '#main/storage/migrations.ts';
import { ALWAYS } from '#shared/domain/thresholds.ts';
import { fullProfile } from '#test/support/fullProfile.ts';
import { memoryFolder, okValue, startTestApp, type TestApp, until } from './testApp.ts';

/** What other programs may leave in a column; SQLite refuses some of them, by the column's type. */
const values = [
  ...['-1', '0', '70000', '8640000000000001', '9007199254740993', '9223372036854775807'],
  ...["''", "'x'", "'null'", "'7'", "'1e999'", "'[]'", "'[null]'", "'[7]'", "'{}'", `'{"kind":"later"}'`],
  ...[`'{"at":1e300}'`, "'\u202e\u0007'", `'${'A'.repeat(100_000)}'`, "x'00ff'", "x''", 'NULL'],
];

interface Column {
  readonly name: string;
  readonly isKey: boolean;
}

/** All tables with their columns, as the migrations make them: a new one is not forgotten. */
function allTables(): readonly (readonly [string, readonly Column[]])[] {
  const database = new DatabaseSync(':memory:');
  for (const step of migrations) database.exec(step);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all();
  return tables.map(({ name: table }) => {
    const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(String(table));
    return [String(table), columns.map(({ name, pk }) => ({ name: String(name), isKey: pk !== 0 }))] as const;
  });
}

const ROWS = 150;
/** Tables with fewer rows have each value in all of them, one value per start. */
const MANY = 20;

/** Whether a row belongs to the order, or another thing, that stays as it was. */
function isFirst(table: string, key: readonly unknown[]): boolean {
  if (table === 'receiver_log') return key[0] === 1;
  return key.some((value) => /^f?0+$|-0+$|-0\.invalid\/$|order-00000\/fullchain/u.test(String(value)));
}

/**
 * Writes hostile values into a table: each value into one column of a row of its own, as far as there are rows.
 * @param turn which of the values; a table with few rows has one in one column of all its rows
 * @returns how many turns there are
 */
function damage(path: string, table: string, columns: readonly Column[], turn: number): number {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA foreign_keys = OFF');
  const names = columns.map(({ name }) => name);
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  const changes = names.flatMap((name) => values.map((value) => `${name} = ${value}`));
  const write = (change: string, where: string) => {
    try {
      database.exec(`UPDATE ${table} SET ${change} WHERE ${where}`);
      return true;
    } catch {
      // The column is of another type, or the value is there already.
      return false;
    }
  };
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  let turns = changes.length;
  if (rows.length < MANY) write(changes[turn] ?? '', 'true');
  else {
    const free = rows.filter(
      (row) =>
        !isFirst(
          table,
          keys.map((key) => row[key]),
        ),
    );
    const accepted = changes.filter((change) => {
      database.exec('BEGIN');
      const [row] = free;
      const isAccepted = row !== undefined && write(change, whereOf(keys, row));
      database.exec('ROLLBACK');
      return isAccepted;
    });
    turns = Math.ceil(accepted.length / free.length);
    for (const [index, change] of accepted.slice(turn * free.length, (turn + 1) * free.length).entries())
      write(change, whereOf(keys, free[index] ?? {}));
  }
  database.close();
  return turns;
}

function whereOf(keys: readonly string[], row: Readonly<Record<string, unknown>>): string {
  const literal = (value: unknown) => (typeof value === 'number' ? value : `'${String(value)}'`);
  return keys.map((key) => `${key} = ${literal(row[key])}`).join(' AND ');
}

/** The window may ask for no id like this. */
function refused(error: unknown): void {
  expect(String(error)).toContain('arguments refused');
}

/** What is shown of the first row of each table. */
async function firstOf(test: TestApp) {
  const seen = test.seen();
  const first = <Row extends { readonly id: string }>(rows: readonly Row[], id: string) =>
    rows.find((row) => row.id === id);
  const connection = first(seen.connections, 'c-0');
  const hook = first(seen.receiver.hooks, 'hook-0');
  const copy = first(seen.copies, 'copy-order-00000');
  return {
    order: seen.orders.get('order-00000'),
    details: okValue(await test.call('orders:details', 'order-00000')),
    // Secrets are read meanwhile.
    connection: connection && { ...connection, polling: null, token: null },
    endpoint: first(seen.endpoints, 'endpoint-order-00000'),
    // The time of the check differs.
    copy: copy && { ...copy, checkedAt: null },
    planned: first(seen.planned, 'planned-0'),
    preset: first(seen.presets, 'preset-0'),
    delivery: first(seen.inbox, 'delivery-0'),
    hook: hook && { ...hook, secrets: hook.secrets.map(({ id, createdAt }) => ({ id, createdAt })) },
    push: seen.orders.get('push-0'),
  };
}

// A table with one row takes a start for each value: some 70 of them.
describe('rows of other programs lose only themselves, and the app starts', { timeout: 300_000 }, () => {
  it.each(allTables())('%s', async (table, columns) => {
    const profile = fullProfile(memoryFolder(), ROWS);
    const startOn = async (change: (path: string) => void) => {
      const userData = memoryFolder();
      cpSync(join(profile, DATABASE_FILE), join(userData, DATABASE_FILE));
      change(join(userData, DATABASE_FILE));
      const test = await startTestApp({ userData });
      await test.app.begun;
      // The news of the profile's row are about another certificate: they go when the authorities are looked at.
      await until(() => test.seen().orders.get('order-00000')?.authority === null);
      // Its files are checked after the first rows were shown, and are missing.
      await until(() => {
        const { copies, orders } = test.seen();
        const isChecked = copies.some(({ id, checkedAt }) => id === 'copy-order-00000' && checkedAt !== null);
        return isChecked && orders.get('order-00000')?.deployment?.filesMissing === ALWAYS;
      });
      expect(test.desktop.questions).toEqual([]);
      expect(test.log.filter(({ message }) => message.includes('did not start'))).toEqual([]);
      const found = await firstOf(test);
      for (const id of test.seen().orders.keys()) await test.call('orders:details', id).catch(refused);
      expect(typeof (await test.call('app:copyDiagnostics', null))).toBe('string');
      expect(await test.call('report:copy', { format: 'json' })).toMatchObject({ ok: true });
      await test.quit();
      return found;
    };
    const expected = await startOn(() => undefined);
    let turns = 1;
    for (let turn = 0; turn < turns; turn += 1)
      expect(
        await startOn((path) => {
          turns = damage(path, table, columns, turn);
        }),
        String(turn),
      ).toEqual(expected);
  });
});
