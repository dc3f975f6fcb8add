import { expect, it } from 'vitest';
import { PastRemover } from '#main/orders/renewals/pastRemover.ts';
import { createAlertRepository, createSnoozeRepository } from '#main/storage/alertRepositories.ts';
import type { Database } from '#main/storage/database.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createPastRepository } from '#main/storage/pastRepository.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import { usualLead } from '#shared/domain/renewal.ts';
import { DAY_MS as DAY, HOUR_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';

const NOW = 1000 * DAY;

function removePast(database: Database): void {
  const { confirmedClock, scheduler } = createFakeTime(NOW);
  const { logger, lines } = createRecordingLogger();
  new PastRemover({ repository: createPastRepository(database), confirmedClock, scheduler, logger }).remove();
  expect(lines).toEqual([]);
}

/** An order that had leaves from these times on, each for `lifetime` ms. */
function addOrder(database: Database, id: string, starts: readonly number[], lifetime: number): string[] {
  const orders = createOrderRepository(database);
  orders.add([record(id)], []);
  return starts.map((from, index) => {
    const leaf = facts(`${id}-${index}`, from, from + lifetime);
    orders.saveStates([confirmed(record(id), leaf, from)]);
    return leaf.fingerprint256;
  });
}

function spansOf(database: Database, id: string) {
  const spans = createSpanRepository(database).of([id]);
  if (!spans.ok) throw new Error(spans.error.kind);
  return spans.value;
}

const leavesOf = (database: Database, id: string) =>
  spansOf(database, id)
    .map(({ fingerprint256 }) => fingerprint256)
    .sort();

const days = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => (from + index) * DAY);

it('keeps the latest twenty leaves of an order, those that ended within 90 days, and what is in use', () => {
  const database = openWithConnections();
  const many = addOrder(database, 'a', days(60, 500), 7 * DAY);
  const few = addOrder(database, 'b', days(20, 1), 7 * DAY);
  const recent = addOrder(database, 'c', days(60, 940), 7 * DAY);
  const snooze = { orderId: 'x', fingerprint256: many[3] ?? '', until: null, at: 1 };
  createSnoozeRepository(database).save([snooze]);
  removePast(database);
  expect(leavesOf(database, 'a')).toEqual([many[3], ...many.slice(-20)].sort());
  expect(leavesOf(database, 'b')).toEqual(few.sort());
  expect(leavesOf(database, 'c')).toEqual(recent.sort());
  const certificates = database
    .query<{ readonly n: number }>('SELECT count(*) AS n FROM certificates')
    .one().n;
  expect(certificates).toBe(21 + 20 + 60 + 2);
});

it('removes no leaf that the usual lead follows from', () => {
  const database = openWithConnections();
  // Thirty leaves within a day are one renewal, so that the five before them count.
  const hours = Array.from({ length: 30 }, (_, index) => 600 * DAY + index * (HOUR_MS / 2));
  const starts = [100, 190, 280, 370, 460].map((day) => day * DAY);
  addOrder(database, 'a', [...starts, ...hours], 100 * DAY);
  const before = usualLead(spansOf(database, 'a'));
  removePast(database);
  expect(usualLead(spansOf(database, 'a'))).toEqual(before);
  expect(spansOf(database, 'a')).toHaveLength(35);
});

it('keeps alerts about what is there or may come back, and removes the others', () => {
  const database = openWithConnections();
  const alerts = createAlertRepository(database);
  const leaves = addOrder(database, 'o', days(30, 500), 7 * DAY);
  const current = leaves.at(-1) ?? '';
  const [first = ''] = leaves;
  const gone = 'e'.repeat(64);
  const confirmedAt = 529 * DAY;
  const entries = [
    [current, '0', 1, true],
    [`${current} 77`, '30', 1, true],
    ['o', `unconfirmed:${confirmedAt}`, 1, true],
    [current, `failing:${confirmedAt}`, 1, true],
    ['a', 'rejected:2', 2, true],
    [gone, '0', NOW - 399 * DAY, true],
    ['delivery', 'waiting', NOW - 89 * DAY, true],
    [first, '0', NOW - DAY, false],
    [`${first} 77`, '0', NOW - DAY, false],
    ['o', 'unconfirmed:5', 1, false],
    [current, 'failing:5', 1, false],
    ['a', 'rejected:1', 1, false],
    [gone, '30', NOW - 401 * DAY, false],
    ['dailySummary', 'told:1', NOW - 91 * DAY, false],
    ['delivery', 'other', NOW - 91 * DAY, false],
  ] as const;
  for (const [subject, threshold, at] of entries) alerts.record([{ subject, threshold }], at);
  removePast(database);
  expect(
    entries.map(([subject, threshold]) => [threshold, alerts.sentAt({ subject, threshold }) !== null]),
  ).toEqual(entries.map(([, threshold, , isKept]) => [threshold, isKept]));
});
