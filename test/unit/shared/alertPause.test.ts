import { expect, it } from 'vitest';
import { pauseEnd } from '#shared/domain/alertPause.ts';

it.each([
  ['in the morning', new Date(2026, 10, 22, 8, 15)],
  ['in the evening', new Date(2026, 10, 22, 23, 59, 59)],
  ['just after midnight', new Date(2026, 10, 22, 0, 0, 1)],
])('a pause until tomorrow that begins %s ends at nine on the next day', (_, now) => {
  expect(pauseEnd('tomorrow', now.getTime())).toBe(new Date(2026, 10, 23, 9).getTime());
});

it.each([
  ['spring', new Date(2026, 2, 28, 12), new Date(2026, 2, 29, 9)],
  ['autumn', new Date(2026, 9, 24, 12), new Date(2026, 9, 25, 9)],
  ['the new year', new Date(2026, 11, 31, 12), new Date(2027, 0, 1, 9)],
])('a pause until tomorrow ends at nine over the change of %s', (_, now, end) => {
  const at = pauseEnd('tomorrow', now.getTime()) ?? 0;
  expect(at).toBe(end.getTime());
  expect(new Date(at).getHours()).toBe(9);
});

it('a pause for an hour ends after sixty minutes, one until it is resumed never', () => {
  expect(pauseEnd('hour', 1000)).toBe(1000 + 60 * 60_000);
  expect(pauseEnd('resumed', 1000)).toBeNull();
});
