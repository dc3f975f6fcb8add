import { expect, it } from 'vitest';
import { groupOf } from '#shared/domain/attention.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import { needsAttention, orderStatuses } from '#shared/domain/status.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { copy } from '#test/unit/renderer/copyViews.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const group = (days: number, status: (typeof orderStatuses)[number] = 'healthy') =>
  groupOf({ notAfter: NOW + days * DAY_MS, chainEnd: null, deployment: null }, status, NOW);

it('groups calm orders by the time that is left', () => {
  expect([group(1), group(7), group(7.1), group(30), group(30.1)]).toEqual([
    'week',
    'week',
    'month',
    'month',
    'later',
  ]);
  expect(groupOf({ notAfter: null, chainEnd: null, deployment: null }, 'neverFetched', NOW)).toBe('unknown');
  const chainEnd = { at: NOW + 6 * DAY_MS, name: 'Issuing CA' };
  expect(groupOf({ notAfter: NOW + 300 * DAY_MS, chainEnd, deployment: null }, 'expiring', NOW)).toBe('week');
});

it('puts an order with a problem first, whenever it expires', () => {
  for (const status of [
    'expired',
    'critical',
    'failing',
    'unreachable',
    'overdue',
    'damaged',
    'needsReview',
  ] as const) {
    expect(group(300, status), status).toBe('attention');
    expect(groupOf({ notAfter: null, chainEnd: null, deployment: null }, status, NOW), status).toBe(
      'attention',
    );
  }
});

it('keeps what expired more than a week ago apart', () => {
  expect(group(-7, 'expired')).toBe('attention');
  expect(group(-7.1, 'expired')).toBe('longExpired');
});

it('keeps what is still in use with what needs the user, however long ago it expired', () => {
  const deployment = placeTimes(
    { copies: [copy()], endpoints: [] },
    { renewedAt: () => null, confirmedAt: () => null },
  );
  const order = { notAfter: NOW - 30 * DAY_MS, chainEnd: null, deployment };
  expect(groupOf(order, 'expired', NOW)).toBe('attention');
});

it('needs attention from the worst status on without a gap', () => {
  const needed = orderStatuses.map(needsAttention);
  expect(needed.lastIndexOf(true)).toBe(needed.indexOf(false) - 1);
});
