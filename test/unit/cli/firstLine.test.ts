import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFirstLine } from '#main/cli/firstLine.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';

function lineOf(content: string, most: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-line-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'line');
  writeFileSync(path, content);
  return readFirstLine(path, most);
}

it.each([
  ['word', 'word'],
  ['word\nmore', 'word'],
  ['word\r\nmore', 'word'],
  ['', ''],
  ['\n', ''],
  ['密码密码', '密码密码'],
  ['密码密码\r\n', '密码密码'],
  ['longer', null],
  [`word${' '.repeat(100)}`, null],
])('of %j is %j', (content, line) => {
  expect(lineOf(content, 4)).toBe(line);
});

it('of a file without end is too long, and is not read to its end', needsPosix, () => {
  expect(readFirstLine('/dev/zero', 1024)).toBeNull();
});
