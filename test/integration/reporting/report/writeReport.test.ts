import {
  chmodSync,
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
    expect(await writeReport(path, '{}\n')).toEqual(ok(null));
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
    expect(readdirSync(folder)).toEqual(['报告.json']);
  });

  it('replaces a previous one, and a link without changing its target', async () => {
    const folder = temporaryFolder();
    const [path, other] = [join(folder, 'report.md'), join(folder, 'other')];
    writeFileSync(other, 'other');
    symlinkSync(other, path);
    await writeReport(path, 'first');
    await writeReport(path, 'second');
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(readFileSync(other, 'utf8')).toBe('other');
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
