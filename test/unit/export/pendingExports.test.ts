import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeExportFs } from '#main/export/exportFs.ts';
import { PendingExports } from '#main/export/pendingExports.ts';
import { hookedFs, systemError } from './faultyFs.ts';
import { temporaryDirectory } from './fixtures.ts';

function recordIn(directory: string): PendingExports {
  return new PendingExports(join(directory, 'pending-exports.json'));
}

function leaveStage(directory: string): string {
  const stage = join(directory, '.notafter-0123456789abcdef01234567.tmp');
  mkdirSync(stage, { recursive: true });
  writeFileSync(join(stage, 'privkey.pem'), 'a key');
  utimesSync(stage, new Date(1000), new Date(1000));
  return stage;
}

test('directories are remembered across instances and forgotten when they are done', async () => {
  const home = temporaryDirectory();
  await Promise.all([recordIn(home).add(['/a']), Promise.resolve()]);
  const record = recordIn(home);
  await Promise.all([record.add(['/b', '/c']), record.add(['/b']), record.remove(['/c'])]);
  expect(await recordIn(home).list()).toEqual(['/a', '/b']);
  expect(statSync(join(home, 'pending-exports.json')).mode & 0o777).toBe(0o600);
  await record.remove(['/a', '/b']);
  expect(existsSync(join(home, 'pending-exports.json'))).toBe(false);
});

test('a damaged record counts as none and is written anew', async () => {
  const home = temporaryDirectory();
  writeFileSync(join(home, 'pending-exports.json'), '{"not": "a list');
  expect(await recordIn(home).list()).toEqual([]);
  await recordIn(home).add(['/a']);
  expect(readFileSync(join(home, 'pending-exports.json'), 'utf8')).toBe('["/a"]');
});

test('a repair cleans every directory, forgets those that are gone, and keeps those that failed', async () => {
  const home = temporaryDirectory();
  const [done, stuck] = [leaveStage(join(home, 'done')), leaveStage(join(home, 'stuck'))];
  const record = recordIn(home);
  await record.add([join(home, 'done'), join(home, 'gone'), join(home, 'stuck')]);
  const fs = hookedFs(nodeExportFs, (call, path) => {
    if (call === 'unlink' && path.startsWith(stuck)) throw systemError('EACCES', path);
  });
  await record.repair(fs, Date.now());
  expect([existsSync(done), existsSync(stuck)]).toEqual([false, true]);
  expect(await record.list()).toEqual([join(home, 'stuck')]);
  await record.repair(nodeExportFs, Date.now());
  expect(existsSync(stuck)).toBe(false);
  expect(await record.list()).toEqual([]);
});
