import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { ok } from '#shared/result.ts';
import { temporaryFolder } from '../../app/testApp.ts';

describe('a report on the disk', needsPosix, () => {
  it('contains the whole text, and the umask decides who can read it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, '报告.json');
    expect(await writeReport(path, '{}\n')).toEqual(ok({ changed: true }));
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
    expect(readdirSync(folder)).toEqual(['报告.json']);
  });

  it('replaces a previous one, and says whether it differs', async () => {
    const path = join(temporaryFolder(), 'report.md');
    expect(await writeReport(path, 'first')).toEqual(ok({ changed: true }));
    expect(await writeReport(path, 'first')).toEqual(ok({ changed: false }));
    expect(await writeReport(path, 'other')).toEqual(ok({ changed: true }));
    expect(readFileSync(path, 'utf8')).toBe('other');
  });

  it('replaces the file that a link names, and the link stays', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const [path, target] = [join(folder, 'report.md'), join(elsewhere, 'target.md')];
    writeFileSync(target, 'first');
    symlinkSync(target, path);
    expect(await writeReport(path, 'second')).toEqual(ok({ changed: true }));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('second');
    expect({ folder: readdirSync(folder), elsewhere: readdirSync(elsewhere) }).toEqual({
      folder: ['report.md'],
      elsewhere: ['target.md'],
    });
  });

  it.each<[string, (path: string) => void]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to a device', (path) => symlinkSync('/dev/null', path)],
    ['a link to nothing', (path) => symlinkSync('gone', path)],
    ['a link to itself', (path) => symlinkSync('report.csv', path)],
  ])('never replaces what is no file: %s', async (_what, make) => {
    const folder = temporaryFolder();
    const path = join(folder, 'report.csv');
    make(path);
    const { ino, mode } = lstatSync(path);
    expect(await writeReport(path, 'text')).toMatchObject({
      ok: false,
      error: { kind: 'fileSystem', name: 'report.csv' },
    });
    expect(lstatSync(path)).toMatchObject({ ino, mode });
    expect(readdirSync(folder)).toEqual(['report.csv']);
  });

  it('leaves nothing behind when it cannot be written, and says why', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'report.csv'));
    const refused = await writeReport(join(folder, 'report.csv'), 'text');
    expect(refused).toMatchObject({ ok: false, error: { kind: 'fileSystem', name: 'report.csv' } });
    expect(readdirSync(folder)).toEqual(['report.csv']);
    const missing = await writeReport(join(folder, 'gone', 'report.csv'), 'text');
    expect(missing).toMatchObject({ ok: false, error: { reason: 'notFound', name: 'report.csv' } });
  });

  it('reports a folder that is not writable', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    // Root can write to every folder except file systems without files, such as /sys.
    const closed = process.getuid?.() === 0 && process.platform === 'linux' ? '/sys' : folder;
    const refused = await writeReport(join(closed, 'report.csv'), 'text');
    chmodSync(folder, 0o700);
    expect(refused).toMatchObject({
      ok: false,
      error: { reason: expect.stringMatching(/^(?:permission|readOnly)$/u) },
    });
  });
});
