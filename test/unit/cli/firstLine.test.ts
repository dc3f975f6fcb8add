import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFirstLine } from '#main/cli/firstLine.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { err, ok, type Result } from '#shared/result.ts';

function lineOf(content: string | Buffer, most: number): Result<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-line-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'line');
  writeFileSync(path, content);
  return readFirstLine(path, most);
}

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();

it.each([
  ['word', ok('word')],
  ['word\nmore', ok('word')],
  ['word\r\nmore', ok('word')],
  ['', ok('')],
  ['\n', ok('')],
  ['密码密码', ok('密码密码')],
  ['密码密码\r\n', ok('密码密码')],
  ['😀😀\r\n', ok('😀😀')],
  ['wo d\n', ok('wo d')],
  ['wo \n', ok('wo ')],
  ['longer', err('tooLong')],
  [`word${' '.repeat(100)}`, err('tooLong')],
])('of %j is %j', (content, line) => {
  expect(lineOf(content, 4)).toEqual(line);
});

it.each([
  ['UTF-8 with its mark, as Notepad writes it', Buffer.from('\ufeffSécret 密\r\nmore')],
  ['UTF-16 with its mark, as PowerShell redirects it', utf16le('\ufeffSécret 密\r\nmore')],
  ['UTF-16 in network order with its mark', utf16be('\ufeffSécret 密\r\nmore')],
  ['UTF-16 without a mark', utf16le('Sécret 密\nmore')],
  ['UTF-16 in network order without a mark', utf16be('Sécret 密\r\nmore')],
  ['UTF-16 without a line end', utf16le('\ufeffSécret 密')],
  ['UTF-8 with a zero byte at the end, as programs in C write it', Buffer.from('Sécret 密\0')],
])('is read from a file in %s', (_, content) => {
  expect(lineOf(content, 8)).toEqual(ok('Sécret 密'));
});

it.each([
  ['\ufeffਊĊ\u0a00\nmore', 'ਊĊ\u0a00'],
  ['aĀ\u0a61\n', 'aĀ\u0a61'],
])('ends only at a line feed, not at the halves of two characters: %j', (text, line) => {
  expect(lineOf(utf16le(text), 8)).toEqual(ok(line));
  expect(lineOf(utf16be(text), 8)).toEqual(ok(line));
});

it.each([
  ['Latin-1', Buffer.from('Prüfung', 'latin1')],
  ['GBK', Buffer.from('c3dcc2eb0a', 'hex')],
  ['UTF-16 that is cut in a character', utf16le('\ufeffword').subarray(0, -1)],
  ['UTF-16 with half of a pair', utf16le('\ufeffw\ud83d\n')],
])('is refused in %s', (_, content) => {
  expect(lineOf(content, 8)).toEqual(err('notUtf8'));
});

it.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-16', utf16le],
  ['UTF-16 in network order', utf16be],
])('is as long as allowed, but not longer, in %s', (_, encoded) => {
  expect(lineOf(encoded(`\ufeff${'密'.repeat(8)}\r\n`), 8)).toEqual(ok('密'.repeat(8)));
  expect(lineOf(encoded(`\ufeff${'密'.repeat(9)}\r\n`), 8)).toEqual(err('tooLong'));
});

it('of a file without end is too long, and is not read to its end', needsPosix, () => {
  expect(readFirstLine('/dev/zero', 1024)).toEqual(err('tooLong'));
});
