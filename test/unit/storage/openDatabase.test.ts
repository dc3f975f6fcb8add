import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Database } from '#main/storage/database.ts';
import { migrations } from '#main/storage/migrations.ts';
import { type OpenOptions, openDatabase } from '#main/storage/openDatabase.ts';
import { setAside } from '#main/storage/setAside.ts';
import { needsPosix, needsPrograms } from '#scripts/vitest/needs.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const { clock } = createFakeTime(Date.UTC(2026, 0, 31, 23, 59, 59));

function opened(path: string, options: OpenOptions = {}): Database {
  const result = openDatabase(path, { clock, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('openDatabase', () => {
  it('creates a file and its companions for the owner only', needsPosix, () => {
    const folder = temporaryFolder();
    const database = opened(join(folder, 'notafter.db'));
    database.write(() => database.prepare("INSERT INTO settings VALUES ('theme', '1')").run());
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    database.dispose();
  });

  it('removes the permissions of others from an existing file', needsPosix, () => {
    const path = join(temporaryFolder(), 'notafter.db');
    opened(path).dispose();
    chmodSync(path, 0o644);
    opened(path).dispose();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('uses a write-ahead log, full sync and foreign keys', () => {
    const database = opened(join(temporaryFolder(), 'notafter.db'));
    const pragma = (name: string) => Object.values(database.query<object>(`PRAGMA ${name}`).get() ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('user_version')).toBe(migrations.length);
    expect(pragma('application_id')).toBe(0x4e_41_66_74);
    database.dispose();
  });

  it('has no log that is larger than the file, or 1 MB, when it is written now and then', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const time = createFakeTime();
    const database = opened(path, { clock: time.clock });
    const insert = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
    const write = (key: string) => database.write(() => insert.run(key, JSON.stringify('x'.repeat(16_000))));
    const logBytes = () => statSync(`${path}-wal`).size;
    let largest = 0;
    for (let round = 0; round < 400; round += 1) {
      time.advanceSync(1000);
      write('theme');
      largest = Math.max(largest, logBytes());
    }
    // One write can come after the log was seen to be just small enough.
    expect(largest).toBeLessThan(1_200_000);
    expect(largest).toBeGreaterThan(900_000);

    for (let round = 0; round < 400; round += 1) write('theme');
    expect(logBytes(), 'a burst is not interrupted').toBeGreaterThan(6_000_000);
    time.advanceSync(1000);
    write('theme');
    expect(logBytes(), 'after the burst').toBeLessThan(100_000);

    for (let key = 0; key < 400; key += 1) write(`key ${key}`);
    const fileBytes = () => statSync(path).size;
    time.advanceSync(1000);
    write('theme');
    expect(fileBytes()).toBeGreaterThan(6_000_000);
    for (let round = 0; round < 200; round += 1) {
      time.advanceSync(1000);
      write('theme');
    }
    expect(logBytes(), 'beside a larger file').toBeGreaterThan(3_000_000);
    database.dispose();
  });

  it('opens an existing database', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const first = opened(path);
    first.write(() => first.prepare("INSERT INTO settings VALUES ('theme', '1')").run());
    first.dispose();
    const second = opened(path);
    expect(second.query('SELECT key FROM settings').all()).toHaveLength(1);
    second.dispose();
  });

  it('refuses a file of a newer version and does not change it', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    opened(path, { steps: [...migrations, 'CREATE TABLE later (a TEXT)'] }).dispose();
    const before = readFileSync(path);
    const result = openDatabase(path);
    expect(result).toEqual({
      ok: false,
      error: { kind: 'newer', version: migrations.length + 1, supported: migrations.length },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    ['with an id of its own', 'PRAGMA application_id = 1196444487; PRAGMA user_version = 3'],
    ['that counts further than this app does', 'PRAGMA user_version = 9999'],
  ])('refuses a file of another program %s, and leaves it as it is', (_, made) => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    const other = new DatabaseSync(path);
    other.exec(`CREATE TABLE theirs (a TEXT); ${made}`);
    other.close();
    const before = readFileSync(path);
    expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'foreign', file: path } });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['notafter.db']);
  });

  it('makes a copy of an older file before migrating it', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    const first = opened(path, { steps: ['CREATE TABLE one (a TEXT)'] });
    first.write(() => first.prepare("INSERT INTO one VALUES ('kept')").run());
    first.dispose();
    opened(path, { steps: ['CREATE TABLE one (a TEXT)', 'DROP TABLE one'] }).dispose();
    const copy = join(folder, 'notafter.db.v1-20260131T235959Z');
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o077).toBe(0);
    const kept = new DatabaseSync(copy);
    expect(
      kept
        .prepare('SELECT a FROM one')
        .all()
        .map((row) => row.a),
    ).toEqual(['kept']);
    kept.close();
  });

  it('leaves no delivered private keys in copies, also not in those of former versions', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    const steps = [
      "CREATE TABLE deliveries (id TEXT, key_state TEXT); INSERT INTO deliveries VALUES ('a', 'vault'), ('b', 'exported')",
      "CREATE TABLE delivery_keys (ciphertext TEXT); INSERT INTO delivery_keys VALUES ('SEALED-KEY-OF-A')",
      'CREATE TABLE later (a TEXT)',
    ];
    opened(path, { steps: steps.slice(0, 2) }).dispose();
    copyFileSync(path, `${path}.v1-20250101T000000Z`);
    writeFileSync(`${path}.v1-unreadable`, 'not a database');
    opened(path, { steps }).dispose();
    const copies = readdirSync(folder).filter((name) => name.includes('.v'));
    expect(copies).toHaveLength(3);
    for (const name of copies) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('SEALED-KEY-OF-A');
      if (name.endsWith('unreadable')) continue;
      const copy = new DatabaseSync(join(folder, name));
      const states = copy.prepare('SELECT key_state FROM deliveries').all();
      expect(states.map((row) => row.key_state)).toEqual(['gone', 'exported']);
      copy.close();
    }
    const database = opened(path, { steps });
    expect(database.query('SELECT * FROM delivery_keys').all()).toHaveLength(1);
    database.dispose();
  });

  it('makes no copy if there is nothing to migrate', () => {
    const folder = temporaryFolder();
    opened(join(folder, 'notafter.db')).dispose();
    opened(join(folder, 'notafter.db')).dispose();
    expect(readdirSync(folder)).toEqual(['notafter.db']);
  });

  it('changes nothing if a migration fails midway', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const first = 'CREATE TABLE one (a TEXT)';
    opened(path, { steps: [first] }).dispose();
    expect(() => openDatabase(path, { clock, steps: [first, 'DROP TABLE one; nonsense'] })).toThrow();
    const database = opened(path, { steps: [first] });
    expect(database.query('SELECT * FROM one').all()).toEqual([]);
    database.dispose();
  });

  it.each([
    ['text in place of a database', (path: string) => writeFileSync(path, 'not a database. '.repeat(400))],
    [
      'a database that was cut',
      (path: string) => {
        opened(path).dispose();
        writeFileSync(path, readFileSync(path).subarray(0, 8192));
      },
    ],
    ['a file without content', (path: string) => writeFileSync(path, '')],
    [
      'a file without content beside its log',
      (path: string) => {
        writeFileSync(path, '');
        writeFileSync(`${path}-wal`, 'log');
      },
    ],
    [
      'a database of another program',
      (path: string) => {
        const other = new DatabaseSync(path);
        other.exec('CREATE TABLE other (a TEXT)');
        other.close();
      },
    ],
    ...[1, 99, 511].map((bytes): [string, (path: string) => void] => [
      `a database of which ${bytes} bytes are left`,
      (path) => {
        opened(path).dispose();
        writeFileSync(path, readFileSync(path).subarray(0, bytes));
      },
    ]),
    [
      'a database with a page of zeros',
      (path: string) => {
        opened(path).dispose();
        const bytes = readFileSync(path);
        bytes.fill(0, 4096, 12_288);
        writeFileSync(path, bytes);
      },
    ],
  ])('reports a damaged file: %s', (_, damage) => {
    const path = join(temporaryFolder(), 'notafter.db');
    damage(path);
    const before = readFileSync(path);
    expect(openDatabase(path)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('does not start anew if only the log of its file is left', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    writeFileSync(`${path}-wal`, 'what was written last');
    expect(openDatabase(path)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    expect(readdirSync(folder)).toEqual(['notafter.db-wal']);
    expect(setAside(path, 'damaged', clock).ok).toBe(true);
    opened(path).dispose();
  });

  it('creates a file anew that it did not finish', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    writeFileSync(`${path}.new`, 'half');
    writeFileSync(`${path}.new-journal`, 'half');
    opened(path).dispose();
    expect(readdirSync(folder)).toEqual(['notafter.db']);
  });

  it.each(['', '-wal', '-journal'])(
    'refuses a folder or pipe at once in place of its file%s',
    needsPrograms,
    (suffix) => {
      const folder = temporaryFolder();
      const path = join(folder, 'notafter.db');
      if (suffix !== '') opened(path).dispose();
      const file = path + suffix;
      mkdirSync(file);
      expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'notAFile', file } });
      rmdirSync(file);
      execFileSync('mkfifo', ['-m', '640', file]);
      expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'notAFile', file } });
      rmSync(file);
      symlinkSync('/dev/null', file);
      const mode = statSync('/dev/null').mode;
      expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'notAFile', file } });
      expect(statSync('/dev/null').mode).toBe(mode);
    },
  );

  it('opens a file behind a link, and leaves its mode', needsPosix, () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    const elsewhere = join(folder, 'elsewhere.db');
    opened(elsewhere).dispose();
    chmodSync(elsewhere, 0o640);
    symlinkSync(elsewhere, path);
    opened(path).dispose();
    expect(statSync(elsewhere).mode & 0o777).toBe(0o640);
  });

  it('keeps the log of a file behind a link small', needsPosix, () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const target = join(temporaryFolder(), 'data.db');
    opened(target).dispose();
    symlinkSync(target, path);
    const time = createFakeTime();
    const database = opened(path, { clock: time.clock });
    const insert = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
    const write = () => database.write(() => insert.run('theme', JSON.stringify('x'.repeat(16_000))));
    for (let round = 0; round < 100; round += 1) write();
    expect(statSync(`${target}-wal`).size).toBeGreaterThan(1_200_000);
    time.advanceSync(1000);
    write();
    expect(statSync(`${target}-wal`).size).toBeLessThan(100_000);
    database.dispose();
  });

  it.each([
    [
      'a link to a file that is not there',
      'LINK',
      (folder: string) => join(folder, 'not-mounted', 'data.db'),
    ],
    ['a link to itself', 'ELOOP', (folder: string) => join(folder, 'notafter.db')],
  ] as const)('never replaces %s', needsPosix, (_, kind, targetIn) => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    const target = targetIn(folder);
    symlinkSync(target, path);
    const problem =
      kind === 'LINK'
        ? { kind: 'brokenLink', file: path, target }
        : { kind: 'cannotOpen', reason: 'other', code: kind };
    expect(openDatabase(path)).toEqual({ ok: false, error: problem });
    expect(readdirSync(folder)).toEqual(['notafter.db']);
    expect(readlinkSync(path)).toBe(target);
  });

  it('refuses a link to a folder', needsPosix, () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    symlinkSync(folder, path);
    expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'notAFile', file: path } });
    expect(readlinkSync(path)).toBe(folder);
  });

  it('does not take a file for a missing one that it may not look for', needsPosix, () => {
    const folder = temporaryFolder();
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(folder, 0o755);
    const path = join(folder, 'notafter.db');
    opened(join(closed, 'data.db')).dispose();
    symlinkSync(join(closed, 'data.db'), path);
    chmodSync(closed, 0o000);
    const result = asOrdinaryPerson(() => openDatabase(path));
    expect(result).toEqual({
      ok: false,
      error: { kind: 'cannotOpen', reason: 'permission', code: 'EACCES' },
    });
    chmodSync(closed, 0o700);
    opened(path).dispose();
  });

  it('reports a file locked by another process, and opens it after that process has ended', async () => {
    const path = join(temporaryFolder(), 'notafter.db');
    const script = fileURLToPath(new URL('./holdDatabase.ts', import.meta.url));
    const holder = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(openDatabase(path)).toEqual({ ok: false, error: { kind: 'locked' } });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    opened(path).dispose();
  });

  it('reports a path where no file can be created', () => {
    const folder = temporaryFolder();
    expect(openDatabase(join(folder, 'missing', 'notafter.db'))).toMatchObject({
      error: { kind: 'cannotOpen', code: 'ENOENT' },
    });
  });

  it('reports missing permission', needsPosix, () => {
    const path = join(temporaryFolder(), 'notafter.db');
    opened(path).dispose();
    chmodSync(path, 0o000);
    const result = asOrdinaryPerson(() => openDatabase(path));
    expect(result).toEqual({
      ok: false,
      error: { kind: 'cannotOpen', reason: 'permission', code: 'EACCES' },
    });
  });
});

/** Root may do everything; tests run as root in containers. */
function asOrdinaryPerson<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
