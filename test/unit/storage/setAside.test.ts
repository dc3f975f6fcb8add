import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { setAside } from '#main/storage/setAside.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const { clock } = createFakeTime(Date.UTC(2026, 0, 31, 23, 59, 59));

describe('setAside', () => {
  it('keeps the damaged file with its companions, and makes room for a new one', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(path + suffix, `damaged${suffix}`);
    const result = setAside(path, 'damaged', clock);
    const kept = `${path}.damaged-20260131T235959Z`;
    expect(result).toEqual({ ok: true, value: { kept } });
    for (const suffix of ['', '-wal', '-shm']) {
      expect(readFileSync(kept + suffix, 'utf8')).toBe(`damaged${suffix}`);
    }
    const database = openDatabase(path);
    expect(database.ok).toBe(true);
    if (database.ok) database.value.dispose();
  });

  it('says of a newer file that it is newer, because a newer version can still open it', () => {
    const path = join(temporaryFolder(), 'notafter.db');
    writeFileSync(path, 'newer');
    const result = setAside(path, 'newer', clock);
    expect(result).toEqual({ ok: true, value: { kept: `${path}.newer-20260131T235959Z` } });
    expect(readFileSync(`${path}.newer-20260131T235959Z`, 'utf8')).toBe('newer');
  });

  it('never overwrites files kept before', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(path, text);
      expect(setAside(path, 'damaged', clock).ok).toBe(true);
    }
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(kept.sort()).toEqual(['first', 'second', 'third']);
  });

  it('does not give a kept database the write-ahead log of another one', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'notafter.db');
    // Interrupted after its log was moved, the database itself is still in its place.
    writeFileSync(`${path}.damaged-20260131T235959Z-wal`, 'log of the first');
    writeFileSync(path, 'second');
    const result = setAside(path, 'damaged', clock);
    expect(result).toMatchObject({ value: { kept: `${path}.damaged-20260131T235959Z-2` } });
  });

  const syncs = needs(process.platform !== 'win32', 'Windows syncs no folder, which finds the missing one');

  it('reports the error', syncs, () => {
    expect(setAside(join(temporaryFolder(), 'missing', 'notafter.db'), 'damaged', clock)).toEqual({
      ok: false,
      error: { code: 'ENOENT' },
    });
  });
});
