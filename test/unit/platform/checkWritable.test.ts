import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkWritable } from '#main/platform/checkWritable.ts';

it('says why nothing can be made in a folder, and leaves nothing in one that is well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-fault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(checkWritable(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(checkWritable(join(folder, 'file'))).toBe('ENOTDIR');
  expect(checkWritable(join(folder, 'missing'))).toBe('ENOENT');
});
