import { expect, it } from 'vitest';
import { expiryHistogram, HISTOGRAM_WEEKS } from '#shared/domain/expiryHistogram.ts';
import type { OrderStatus } from '#shared/domain/status.ts';

const now = new Date(2026, 9, 20, 15, 30).getTime();

/** The moment of a calendar day, counted from that of `now`. */
const at = (day: number, hour: number) => new Date(2026, 9, 20 + day, hour).getTime();

function histogram(orders: readonly (readonly [notAfter: number | null, status: OrderStatus])[]) {
  const rows = orders.map(([notAfter, status]) => ({ notAfter, chainEnd: null, status }));
  return expiryHistogram(rows, ({ status }) => status, now);
}

it('counts by calendar days from today on, worst status first', () => {
  const [first, second] = histogram([
    [at(0, 0), 'expired'],
    [at(0, 23), 'critical'],
    [at(6, 23), 'healthy'],
    [at(6, 1), 'critical'],
    [at(7, 0), 'healthy'],
  ]);
  expect(first?.from).toBe(at(0, 0));
  expect(first?.until).toBe(at(7, 0));
  expect(first?.count).toBe(4);
  expect(first?.byStatus).toEqual([
    { status: 'expired', count: 1 },
    { status: 'critical', count: 2 },
    { status: 'healthy', count: 1 },
  ]);
  expect(first?.days.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 2]);
  expect(second?.count).toBe(1);
});

it('leaves out what expired before today, expires after the last week, or has no expiry', () => {
  const last = HISTOGRAM_WEEKS * 7;
  const weeks = histogram([
    [at(-1, 23), 'expired'],
    [at(last, 0), 'healthy'],
    [at(last - 1, 23), 'healthy'],
    [null, 'neverFetched'],
  ]);
  expect(weeks).toHaveLength(HISTOGRAM_WEEKS);
  expect(weeks.map(({ count }) => count)).toEqual([...Array(HISTOGRAM_WEEKS - 1).fill(0), 1]);
});

it('puts the first and the last minute of every day on that day, also around a change of the clocks', () => {
  const days = Array.from({ length: HISTOGRAM_WEEKS * 7 }, (_, day) => day);
  const weeks = histogram(
    days.flatMap((day) => [
      [at(day, 0), 'healthy'],
      [at(day + 1, 0) - 1, 'healthy'],
    ]),
  );
  expect(weeks.flatMap((week) => week.days.map(({ count }) => count))).toEqual(days.map(() => 2));
});
