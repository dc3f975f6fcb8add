import { afterEach, expect, it, vi } from 'vitest';
import { createConsoleLogger } from '#main/platform/logger.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('writes one line of JSON per event for any value, with allowed fields only', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const logger = createConsoleLogger(() => Date.UTC(2026, 0, 2));
  logger.info('one');
  logger.warn('two', { reason: 'a\nb', orders: 3 });
  const more = { code: null, token: 'SENTINEL', body: { key: 'SENTINEL' } };
  logger.error('three', more);
  expect(written.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  const time = '2026-01-02T00:00:00.000Z';
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time, level: 'info', message: 'one' },
    { time, level: 'warn', message: 'two', reason: 'a\nb', orders: 3 },
    { time, level: 'error', message: 'three', code: null },
  ]);
});
