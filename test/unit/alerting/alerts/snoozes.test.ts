import { describe, expect, it } from 'vitest';
import type { OrderRow, SnoozeSpan } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start, startSession } from './alertHarness.ts';

const order = (days: number, change: Partial<OrderRow> = {}) => orderWithDays('a', days, start, change);

describe('a snoozed order', () => {
  it.each([
    ['day', 1],
    ['week', 7],
  ] as const)(
    'is silent for a %s, then alerts once for the tightest threshold it passed',
    async (span, days) => {
      const { snoozes, look, time, take } = startSession([order(15)]);
      look();
      take();
      snoozes.snooze(['a'], span);
      expect(snoozes.of(order(15))).toEqual({ until: start + days * DAY_MS, because: 'chosen' });
      await time.advance(days * DAY_MS - 1);
      look();
      expect(take()).toEqual([]);
      await time.advance(1);
      look();
      look();
      expect(take()).toEqual(['expiry a']);
      expect(snoozes.of(order(15))).toBeNull();
    },
  );

  it('alerts after its snooze by its own warning, which the general one does not reach', async () => {
    const thresholds = { warning: '40d', critical: '8d' };
    const { look, snoozes, time, take } = startSession([order(35, { thresholds })]);
    look();
    expect(take()).toEqual(['expiry a']);
    snoozes.snooze(['a'], 'day');
    await time.advance(DAY_MS);
    look();
    expect(take()).toEqual([]);
    await time.advance(25 * DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('ends at a known moment, unless only a renewal ends it', () => {
    const { snoozes, state } = startSession([order(20)]);
    expect(snoozes.nextEnd()).toBe(Number.POSITIVE_INFINITY);
    snoozes.snooze(['a'], 'week');
    expect(snoozes.nextEnd()).toBe(start + 7 * DAY_MS);
    snoozes.snooze(['a'], 'renewal');
    expect(snoozes.nextEnd()).toBe(start + 13 * DAY_MS);
    state.rows = [order(-1)];
    expect(snoozes.nextEnd()).toBe(Number.POSITIVE_INFINITY);
  });

  it('never outlives its certificate: it ends when that is critical, or expires if it was critical before', async () => {
    const { snoozes, look, time, take, state } = startSession([order(10)]);
    snoozes.snooze(['a'], 'week');
    expect(snoozes.of(order(10))).toEqual({ until: start + 3 * DAY_MS, because: 'critical' });
    await time.advance(3 * DAY_MS - 1);
    look();
    expect(take()).toEqual([]);
    await time.advance(1);
    look();
    expect(take()).toEqual(['expiry a']);
    expect(snoozes.of(order(10))).toBeNull();
    snoozes.snooze(['a'], 'renewal');
    expect(snoozes.of(order(10))).toEqual({ until: start + 10 * DAY_MS + 1, because: 'expired' });
    await time.advance(7 * DAY_MS);
    look();
    expect(take()).toEqual([]);
    await time.advance(1);
    look();
    expect(take()).toEqual(['expiry a']);
    snoozes.snooze(['a'], 'renewal');
    expect(snoozes.of(order(10))).toEqual({ until: null, because: 'renewed' });
    state.rows = [order(10)];
    await time.advance(400 * DAY_MS);
    look();
    expect(take()).toEqual([]);
  });

  it('is over in time when it was removed, and asks for no look at once then', () => {
    const { snoozes, look, state, time } = startSession([order(20)]);
    snoozes.snooze(['a'], 'day');
    state.rows = [];
    time.setNow(start + 2 * DAY_MS);
    look();
    expect(snoozes.nextEnd()).toBe(Number.POSITIVE_INFINITY);
  });

  it('stays silent when it passed no threshold meanwhile', async () => {
    const { snoozes, look, time, take } = startSession([order(20)]);
    look();
    take();
    snoozes.snooze(['a'], 'day');
    await time.advance(2 * DAY_MS);
    look();
    expect(take()).toEqual([]);
  });

  it('that has expired is silent until it is renewed, and across restarts, but its renewal alerts', () => {
    const { snoozes, disk } = startSession([order(-1)]);
    snoozes.snooze(['a'], 'renewal');
    const next = startSession([order(-1)], disk, start + 400 * DAY_MS);
    next.look();
    expect(next.take()).toEqual([]);
    expect(next.snoozes.of(order(-1))).toEqual({ until: null, because: 'renewed' });
    const renewed = orderWithDays('a', 500, start, { fingerprint256: 'new' });
    next.state.rows = [renewed];
    next.renewed('a', 'new');
    next.look();
    expect(next.take()).toEqual(['renewed a']);
    expect(next.snoozes.of(renewed)).toBeNull();
    expect(disk.snoozes.size).toBe(0);
  });

  it.each(['day', 'week', 'renewal'] as SnoozeSpan[])('for a %s alerts again once it is renewed', (span) => {
    const { snoozes, look, state, take } = startSession([order(5)]);
    snoozes.snooze(['a'], span);
    look();
    state.rows = [orderWithDays('a', 6, start, { fingerprint256: 'new' })];
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('does not silence another order with the same leaf', () => {
    const { snoozes, look, take } = startSession([
      order(5, { fingerprint256: 'shared' }),
      orderWithDays('b', 5, start, { fingerprint256: 'shared' }),
    ]);
    snoozes.snooze(['a'], 'week');
    look();
    expect(take()).toEqual(['expiry b']);
  });

  it('does not alert as unconfirmed', () => {
    const row = order(80, {
      lastConfirmedAt: start - 2 * DAY_MS,
      failures: 9,
      failure: { kind: 'timeout', phase: 'total' },
    });
    const { snoozes, look, take } = startSession([row]);
    snoozes.snooze(['a'], 'day');
    look();
    expect(take()).toEqual([]);
    snoozes.unsnooze(['a']);
    look();
    expect(take()).toEqual(['unconfirmed c1 1']);
  });

  it('is not silent for years when the clock was wrong at the time of the snooze', () => {
    const { snoozes, look, time, take } = startSession([order(5)], undefined, start + 1000 * DAY_MS);
    snoozes.snooze(['a'], 'week');
    time.setNow(start);
    look();
    expect(take()).toEqual(['expiry a']);
  });

  it('can be snoozed before its certificate is known, until that is known', () => {
    const unknown = order(5, { fingerprint256: null, notBefore: null, notAfter: null });
    const { snoozes, look, state, take } = startSession([unknown]);
    snoozes.snooze(['a'], 'renewal');
    look();
    expect(snoozes.of(unknown)).toEqual({ until: null, because: 'renewed' });
    state.rows = [order(5)];
    look();
    expect(take()).toEqual(['expiry a']);
  });
});

describe('Snoozes', () => {
  it('snoozes many at once, ignores unknown ids, and reports the changed orders', () => {
    const { snoozes, disk } = startSession([order(5), orderWithDays('b', 5, start)]);
    const changed: (readonly string[])[] = [];
    snoozes.onDidChange((ids) => changed.push(ids));
    expect(snoozes.snooze(['a', 'gone', 'b'], 'day')).toEqual(ok(null));
    expect([...disk.snoozes.keys()]).toEqual(['a', 'b']);
    expect(snoozes.unsnooze(['b', 'gone'])).toEqual(ok(null));
    expect([...disk.snoozes.keys()]).toEqual(['a']);
    expect(changed).toEqual([['a', 'b'], ['b']]);
    expect(snoozes.snooze(['gone'], 'day')).toEqual(err({ kind: 'unknownId' }));
  });

  it('uses the latest span when an order is snoozed again', () => {
    const { snoozes } = startSession([order(5)]);
    snoozes.snooze(['a'], 'renewal');
    snoozes.snooze(['a'], 'day');
    expect(snoozes.of(order(5))).toEqual({ until: start + DAY_MS, because: 'chosen' });
  });

  it('changes nothing when the disk is full', () => {
    const { snoozes, disk } = startSession([order(5), orderWithDays('b', 5, start)]);
    snoozes.snooze(['a'], 'day');
    disk.broken = 'writes';
    expect(snoozes.snooze(['b'], 'day')).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(snoozes.unsnooze(['a'])).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(snoozes.of(order(5))).not.toBeNull();
    expect(snoozes.of(orderWithDays('b', 5, start))).toBeNull();
  });

  it('ends a snooze on time even when the disk is full, and logs that', () => {
    const { snoozes, look, disk, time, lines, take } = startSession([order(5)]);
    snoozes.snooze(['a'], 'day');
    disk.broken = 'writes';
    time.setNow(start + DAY_MS);
    look();
    expect(take()).toEqual(['expiry a']);
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'error', 'warn']);
  });

  it('keeps the snooze of a removed order, which may be restored', () => {
    const { snoozes, look, state, take } = startSession([order(5)]);
    snoozes.snooze(['a'], 'week');
    state.rows = [];
    look();
    state.rows = [order(5)];
    look();
    expect(take()).toEqual([]);
  });
});
