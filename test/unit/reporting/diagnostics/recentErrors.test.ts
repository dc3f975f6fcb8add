import { expect, it } from 'vitest';
import { RecentErrors } from '#main/reporting/diagnostics/recentErrors.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

it('forwards all events, and counts warnings and errors by kind', () => {
  const { logger, lines } = createRecordingLogger();
  let now = 1;
  const counter = new RecentErrors(logger, () => now);
  counter.info('started', { orders: 3 });
  counter.warn('call refused: arguments', { call: 'orders:add' });
  counter.error('call failed', { call: 'orders:add', error: 'TypeError', place: 'add orders.ts:1:2' });
  now = 2;
  counter.error('call failed', { error: 'TypeError', place: 'add orders.ts:3:4' });
  counter.error('call failed', { error: 'RangeError' });
  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'info started',
    'warn call refused: arguments',
    'error call failed',
    'error call failed',
    'error call failed',
  ]);
  expect(lines[0]?.fields).toEqual({ orders: 3 });
  expect(counter.list()).toEqual([
    { level: 'warn', message: 'call refused: arguments', kind: '', place: '', count: 1, lastAt: 1 },
    {
      level: 'error',
      message: 'call failed',
      kind: 'TypeError',
      place: 'add orders.ts:3:4',
      count: 2,
      lastAt: 2,
    },
    { level: 'error', message: 'call failed', kind: 'RangeError', place: '', count: 1, lastAt: 2 },
  ]);
});

it('forgets the kinds that occurred longest ago', () => {
  const counter = new RecentErrors(createRecordingLogger().logger, () => 0);
  for (let index = 0; index < 100; index += 1) {
    counter.warn('first');
    counter.warn(`number ${index}`);
  }
  const messages = counter.list().map(({ message }) => message);
  expect(messages).toHaveLength(40);
  expect(messages).toContain('first');
  expect(messages.at(-1)).toBe('number 99');
});
