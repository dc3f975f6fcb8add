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
  it('is the whole text, for anybody to read as far as the umask says', async () => {
    const folder = temporaryFolder();
    const path = join(folder, '报告.json');
    expect(await writeReport(path, '{}\n')).toEqual(ok(null));
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
    expect(readdirSync(folder)).toEqual(['报告.json']);
  });

  it('takes the place of a former one, and of a link without touching what that leads to', async () => {
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

  it('says that a folder may not be written to', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    // Root may write wherever the file system has a place for files, which that of the kernel's own has not.
    const closed = process.getuid?.() === 0 && process.platform === 'linux' ? '/sys' : folder;
    const refused = await writeReport(join(closed, 'report.csv'), 'text');
    chmodSync(folder, 0o700);
    expect(refused).toMatchObject({
      ok: false,
      error: { reason: expect.stringMatching(/^(?:permission|readOnly)$/u) },
    });
  });
});
