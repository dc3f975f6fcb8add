import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderFault } from '#main/platform/folderFault.ts';

it('says why nothing can be made in a folder, and leaves nothing in one that is well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-fault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(folderFault(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(folderFault(join(folder, 'file'))).toBe('ENOTDIR');
  expect(folderFault(join(folder, 'missing'))).toBe('ENOENT');
});
