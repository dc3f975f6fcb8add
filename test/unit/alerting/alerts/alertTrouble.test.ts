import { describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays, pullSource } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

/** An order that was confirmed `hours` ago and has failed `failures` times since, most recently just now. */
function failing(id: string, hours: number, failures = 3, change: Partial<OrderRow> = {}): OrderRow {
  return orderWithDays(id, 80, start, {
    lastConfirmedAt: start - hours * HOUR_MS,
    lastAttemptAt: start,
    failures,
    failure: { kind: 'timeout', phase: 'total' },
    ...change,
  });
}

/** An order that was confirmed `hours` ago and could not be polled since. */
const unasked = (id: string, hours: number) =>
  failing(id, hours, 0, { failure: null, lastAttemptAt: start - hours * HOUR_MS });

describe('a refused token', () => {
  it('alerts once while it lasts, urgently, and opens the window', () => {
    const { reject, look, shown, opened, take } = startSession([orderWithDays('a', 80, start)]);
    reject('c1');
    look();
    reject('c1');
    look();
    shown[0]?.onClick();
    expect(shown[0]?.urgent).toBe(true);
    expect(opened).toEqual([null]);
    expect(take()).toEqual(['rejected c1']);
  });

  it('alerts without waiting for the end of a sync', () => {
    const { reject, look, state, take } = startSession([orderWithDays('a', 5, start)]);
    state.isAsking = true;
    reject('c1');
    look();
    expect(take()).toEqual(['rejected c1']);
    state.isAsking = false;
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('alerts again when another token was refused too', () => {
    const { reject, look, take, state } = startSession([orderWithDays('a', 80, start)]);
    reject('c1');
    look();
    state.rejected.delete('c1');
    reject('c1');
    look();
    expect(take()).toEqual(['rejected c1', 'rejected c1']);
  });

  it('alerts after a restart only when it worked in between', () => {
    const rows = [orderWithDays('a', 80, start)];
    const { reject, look, disk } = startSession(rows);
    reject('c1');
    look();
    const same = startSession(rows, disk);
    same.reject('c1');
    same.look();
    expect(same.take()).toEqual([]);
    const later = startSession([orderWithDays('a', 80, start, { lastConfirmedAt: start + 1 })], disk);
    later.reject('c1');
    later.look();
    expect(later.take()).toEqual(['rejected c1']);
  });

  it('alerts once for what a command found before the start, and once more for another token', () => {
    const failure = { kind: 'unauthorized', status: 401 } as const;
    const { reject, look, take, state } = startSession([
      orderWithDays('a', 80, start, { failure, failures: 1 }),
    ]);
    look();
    expect(take()).toEqual(['rejected c1']);
    reject('c1');
    look();
    expect(take()).toEqual([]);
    // The user replaces the token, which is refused too.
    state.rejected.delete('c1');
    look();
    reject('c1');
    look();
    expect(take()).toEqual(['rejected c1']);
  });

  it('does not alert when it ended before the evaluation', () => {
    const { reject, look, take, state } = startSession([orderWithDays('a', 80, start)]);
    reject('c1');
    state.rejected.delete('c1');
    look();
    expect(take()).toEqual([]);
  });

  it('does not alert while the settings disable it, and alerts once they enable it', () => {
    const { reject, look, state, take } = startSession([orderWithDays('a', 80, start)]);
    state.settings = { ...defaultSettings, alertOnTrouble: false };
    reject('c1');
    look();
    expect(take()).toEqual([]);
    state.settings = defaultSettings;
    look();
    expect(take()).toEqual(['rejected c1']);
  });
});

describe('orders that cannot be confirmed', () => {
  it('alert after a day, once per episode, also after a restart', () => {
    const { look, disk, shown, opened, take } = startSession([failing('a', 24)]);
    look();
    look();
    shown[0]?.onClick();
    expect(shown[0]?.urgent).toBe(false);
    expect(opened).toEqual(['a']);
    expect(take()).toEqual(['unconfirmed c1 1']);
    const next = startSession([failing('a', 24, 9)], disk);
    next.look();
    expect(next.take()).toEqual([]);
    const restarted = startSession([failing('a', 25)], disk);
    restarted.look();
    expect(restarted.take()).toEqual(['unconfirmed c1 1']);
  });

  it.each([
    ['a moment before a day', failing('a', 23.99)],
    ['that failed twice, as after sleep', failing('a', 100, 2)],
    [
      'that failed long ago, with the app off since',
      failing('a', 100, 9, { lastAttemptAt: start - DAY_MS * 3.5 }),
    ],
    ['confirmed in the future: the clock was set back', failing('a', -100, 9)],
    ['that are asked for again and confirmed', orderWithDays('a', 80, start)],
  ])('do not alert: %s', (_, row) => {
    const { look, take } = startSession([row]);
    look();
    expect(take()).toEqual([]);
  });

  it('alert in one summary per connection, with those that are due soon', () => {
    const rows = [
      failing('a', 25),
      failing('b', 20, 1),
      orderWithDays('healthy', 80, start),
      failing('x', 30, 3, { source: pullSource('rid-x', 'c2') }),
    ];
    const { look, state, shown, opened, take } = startSession(rows);
    look();
    shown[0]?.onClick();
    expect(take()).toEqual(['unconfirmed c1 2', 'unconfirmed c2 1']);
    expect(opened).toEqual([null]);
    state.rows = rows.map((row) => (row.id === 'b' ? failing('b', 20, 5) : row));
    look();
    expect(take()).toEqual([]);
  });

  it('alert when they were never confirmed, a day after they were added', () => {
    const row = failing('a', 0, 5, { lastConfirmedAt: null });
    const { look, state, take } = startSession([row]);
    state.addedAt = start - DAY_MS + 1;
    look();
    expect(take()).toEqual([]);
    state.addedAt = start - DAY_MS;
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('alert after an hour of evaluations when they cannot even be polled', async () => {
    const { look, time, take } = startSession([unasked('a', 30)]);
    look();
    await time.advance(HOUR_MS - 1);
    look();
    expect(take()).toEqual([]);
    await time.advance(1);
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('alert although they were last confirmed by a clock that was years ahead', async () => {
    const { look, time, take } = startSession([failing('a', -24 * 3650)]);
    look();
    await time.advance(HOUR_MS);
    look();
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('alert later when their polling interval is long', () => {
    const { look, state, take } = startSession([failing('a', 48)]);
    state.settings = { ...defaultSettings, pollIntervalMinutes: 7 * 24 * 60 };
    look();
    expect(take()).toEqual([]);
    // As soon as the status says it, which is after three intervals.
    state.rows = [failing('a', 20 * 24)];
    look();
    expect(take()).toEqual([]);
    state.rows = [failing('a', 22 * 24)];
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('do not alert when their token is refused, which has its own alert', () => {
    const { reject, look, take, state } = startSession([failing('a', 48)]);
    reject('c1');
    look();
    expect(take()).toEqual(['rejected c1']);
    state.rejected.delete('c1');
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('do not alert when the settings disable it', () => {
    const { look, state, take } = startSession([failing('a', 48)]);
    state.settings = { ...defaultSettings, alertOnTrouble: false };
    look();
    expect(take()).toEqual([]);
  });
});
