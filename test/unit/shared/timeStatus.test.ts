import { expect, it } from 'vitest';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { timeStatus } from '#shared/domain/timeStatus.ts';

const now = Date.UTC(2026, 10, 20, 12);
const plain = { tags: [], thresholds: null, chainEnd: null };
const of = (days: number, lifetime = 300) => {
  const notAfter = now + days * DAY_MS;
  const order = { ...plain, notBefore: notAfter - lifetime * DAY_MS, notAfter };
  return timeStatus(order, termsOf(defaultSettings), now);
};

it.each([
  [-1, 'expired'],
  [0, 'critical'],
  [7, 'critical'],
  [7.1, 'expiring'],
  [30, 'expiring'],
  [30.1, 'healthy'],
] as const)('of %s days left is %s', (days, status) => {
  expect(of(days)).toBe(status);
});

it('follows the lifetime, and a chain that expires first', () => {
  expect(of(3, 6)).toBe('healthy');
  const chainEnd = { at: now + 5 * DAY_MS, name: 'Issuing CA' };
  const order = { ...plain, notBefore: now, notAfter: now + 300 * DAY_MS, chainEnd };
  expect(timeStatus(order, termsOf(defaultSettings), now)).toBe('critical');
});

it('without a known end is nothing urgent', () => {
  expect(timeStatus({ ...plain, notBefore: null, notAfter: null }, termsOf(defaultSettings), now)).toBe(
    'healthy',
  );
});
