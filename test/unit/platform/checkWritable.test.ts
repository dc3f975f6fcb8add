import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkWritable } from '#main/platform/checkWritable.ts';

it('reports why a folder is not writable, and leaves nothing in a writable one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-fault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(checkWritable(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(checkWritable(join(folder, 'file'))).toBe('ENOTDIR');
  expect(checkWritable(join(folder, 'missing'))).toBe('ENOENT');
});
