import { fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isJournal, lineLogger, serviceLines } from '#main/platform/serviceLines.ts';

function lines(isForJournal: boolean) {
  const written: string[] = [];
  return { written, say: serviceLines(isForJournal, (line) => written.push(line)) };
}

it('marks lines for the journal with the priorities of sd-daemon', () => {
  const { written, say } = lines(true);
  for (const level of ['error', 'warn', 'info', 'debug'] as const) say(level, 'text');
  expect(written).toEqual(['<3>text\n', '<4>text\n', '<6>text\n', '<7>text\n']);
});

it('names the level elsewhere, and keeps foreign text on its line', () => {
  const { written, say } = lines(false);
  say('warn', 'Shop\n<3>forged \u202e line ');
  expect(written).toEqual(['warn: Shop <3>forged line\n']);
});

it('takes in what is logged, with the fields that may be', () => {
  const { written, say } = lines(true);
  const logger = lineLogger(say);
  const more = { code: 'EACCES', count: 2, token: 'SENTINEL' };
  logger.info('started');
  logger.warn('It was not stored', more);
  logger.error('It failed', { reason: 'https://host.example/path' });
  expect(written).toEqual([
    '<7>started\n',
    '<4>It was not stored (code=EACCES, count=2)\n',
    '<3>It failed (reason=[address])\n',
  ]);
});

it('knows the stream of the journal by its device and inode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stream = openSync(join(folder, 'stream'), 'w');
  const { dev, ino } = fstatSync(stream, { bigint: true });
  expect(isJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, stream)).toBe(true);
  expect(isJournal({ JOURNAL_STREAM: `${dev}:${ino + 1n}` }, stream)).toBe(false);
  expect(isJournal({}, stream)).toBe(false);
  expect(isJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, 9999)).toBe(false);
});
