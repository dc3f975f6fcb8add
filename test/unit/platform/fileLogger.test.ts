import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFileLogger } from '#main/platform/fileLogger.ts';
import { needsPosix, needsPrograms } from '#scripts/vitest/needs.ts';

let folder: string;
const now = () => Date.UTC(2026, 0, 2);
const mebibyte = 1_048_576;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'notafter-log-')), 'logs');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function linesOf(name: string): readonly string[] {
  return readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
}

/** Everything that is written to the console from now on. */
function spyOnConsole(): () => readonly unknown[] {
  const spies = (['error', 'warn', 'info', 'log'] as const).map((name) => vi.spyOn(console, name));
  return () => spies.flatMap(({ mock }) => mock.calls);
}

it('writes one line of JSON per event, with allowed fields only and nothing that looks like a secret', () => {
  const logger = createFileLogger(folder, now);
  const fields = {
    error: 'SyntaxError',
    reason: 'Bearer SENTINEL',
    token: 'SENTINEL',
    body: { key: 'SENTINEL' },
  };
  logger.info('one %s %d %o');
  logger.warn('two', { orders: 3, reason: 'a\nb' });
  logger.error('three', fields);
  expect(readFileSync(join(folder, 'notafter.log'), 'utf8')).not.toContain('SENTINEL');
  const time = '2026-01-02T00:00:00.000Z';
  expect(linesOf('notafter.log').map((line) => JSON.parse(line) as unknown)).toEqual([
    { time, level: 'info', message: 'one %s %d %o' },
    { time, level: 'warn', message: 'two', reason: 'a\nb', orders: 3 },
    { time, level: 'error', message: 'three', error: 'SyntaxError', reason: '[credentials]' },
  ]);
});

it('appends to the file of the previous run', () => {
  createFileLogger(folder, now).info('one');
  createFileLogger(folder, now).info('two');
  expect(linesOf('notafter.log')).toHaveLength(2);
});

it('rotates the file at one mebibyte and keeps three old files', () => {
  const logger = createFileLogger(folder, now);
  const filler = 'some words '.repeat(25);
  const fields = { code: filler, error: filler, field: filler, place: filler, reason: filler, state: filler };
  for (let written = 0; written < 5.5 * mebibyte; written += 6 * filler.length) logger.warn('one', fields);
  const kept = readdirSync(folder).sort();
  expect(kept).toEqual(['notafter.1.log', 'notafter.2.log', 'notafter.3.log', 'notafter.log']);
  const sizes = kept.map((name) => statSync(join(folder, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(1.01 * mebibyte);
  expect(Math.min(...sizes.slice(0, 3))).toBeGreaterThan(0.99 * mebibyte);
});

it('restricts its folder and files to the user', needsPosix, () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  createFileLogger(folder, now).info('one');
  expect(mode(folder)).toBe('700');
  expect(mode(join(folder, 'notafter.log'))).toBe('600');
  chmodSync(join(folder, 'notafter.log'), 0o644);
  createFileLogger(folder, now).info('two');
  expect(mode(join(folder, 'notafter.log'))).toBe('600');
});

it('does not change the mode of what a link in its place leads to', needsPosix, () => {
  mkdirSync(folder, { recursive: true });
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, '', { mode: 0o640 });
  symlinkSync(elsewhere, join(folder, 'notafter.log'));
  createFileLogger(folder, now).info('one');
  expect(statSync(elsewhere).mode & 0o777).toBe(0o640);
});

it('does not wait for a pipe in its place', needsPrograms, () => {
  mkdirSync(folder, { recursive: true });
  execFileSync('mkfifo', ['-m', '640', join(folder, 'notafter.log')]);
  createFileLogger(folder, now).info('one');
  expect(statSync(join(folder, 'notafter.log')).mode & 0o777).toBe(0o640);
});

it('writes nothing to the console and handles no uncaught errors', () => {
  const caught = process.listenerCount('uncaughtException');
  const written = spyOnConsole();
  createFileLogger(folder, now).error('one');
  expect(written()).toEqual([]);
  expect(process.listenerCount('uncaughtException')).toBe(caught);
});

it('runs without a file if none can be created', () => {
  mkdirSync(join(folder, '..'), { recursive: true });
  writeFileSync(folder, 'a file in the place of the folder');
  const written = spyOnConsole();
  createFileLogger(folder, now).error('one');
  expect(written()).toEqual([]);
  expect(existsSync(join(folder, 'notafter.log'))).toBe(false);
});
