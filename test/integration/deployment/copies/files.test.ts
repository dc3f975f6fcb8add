import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkFile, nodeReadOnlyFs, tightenFile } from '#main/deployment/copies/fileCheck.ts';

let folder: string;
let file: string;
let link: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  [file, link] = [join(folder, 'file'), join(folder, 'link')];
  writeFileSync(file, 'content', { mode: 0o644 });
  chmodSync(file, 0o644);
  symlinkSync(file, link);
});

describe('reading files for a check', () => {
  it.each([
    [7, 'content'],
    [6, 'content'],
    [3, 'cont'],
    [20, 'content'],
    [0, 'c'],
  ])('returns for a file with %i expected bytes: %s', async (size, expected) => {
    expect(String(await nodeReadOnlyFs.read(file, size))).toBe(expected);
  });

  it('does not follow links, and reports missing files', async () => {
    await expect(nodeReadOnlyFs.read(link, 7)).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(nodeReadOnlyFs.read(join(folder, 'nothing'), 7)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not wait for the writer of a pipe', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const written = { path: pipe, size: 0, sha256: '', mode: 0o600 };
    expect(await checkFile(nodeReadOnlyFs, written, true)).toMatchObject({ finding: 'changed' });
  });
});

describe('tightening', () => {
  const mode = () => (lstatSync(file).mode & 0o7777).toString(8);

  it('removes permissions, and adds none', async () => {
    await tightenFile(file, 0o600);
    expect(mode()).toBe('600');
    await tightenFile(file, 0o644);
    expect(mode()).toBe('600');
  });

  it('does not follow a link', async () => {
    await expect(tightenFile(link, 0o600)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(mode()).toBe('644');
  });
});
