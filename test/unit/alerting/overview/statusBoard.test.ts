import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMED_COUNT, StatusBoard, type StatusSummary } from '#main/alerting/overview/statusBoard.ts';
import { Ticker } from '#main/alerting/overview/ticker.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { deriveStatus, type OrderStatus } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime, type FakeTime } from '#test/support/fakeTime.ts';
import { orderWithDays, timesOfPlaces } from '#test/support/orderRows.ts';

const start = Date.UTC(2026, 0, 1);
const secondMs = 1000;

interface Board {
  readonly time: FakeTime;
  readonly board: StatusBoard;
  readonly ticker: Ticker;
  /** All ticks so far, with the time since the start. */
  readonly ticks: { readonly at: number; readonly summary: StatusSummary }[];
  rows: readonly OrderRow[];
  settings: Settings;
  polling: 'active' | 'rejected';
  changeAt: (now: number) => number;
}

function setUp(rows: readonly OrderRow[]): Board {
  const time = createFakeTime(start);
  const ticks: Board['ticks'] = [];
  const board = new StatusBoard({
    clockAheadMs: () => null,
    orders: () => made.rows,
    pollingKind: () => made.polling,
    settings: () => made.settings,
  });
  const ticker = new Ticker(
    time.clock,
    time.scheduler,
    (now) => board.evaluate(now),
    (now) => made.changeAt(now),
  );
  const made: Board = {
    time,
    board,
    ticker,
    ticks,
    rows,
    settings: defaultSettings,
    polling: 'active',
    changeAt: () => Number.POSITIVE_INFINITY,
  };
  ticker.onDidTick(() => ticks.push({ at: time.clock.now() - start, summary: board.summary() }));
  return made;
}

describe('StatusBoard and Ticker', () => {
  it('is empty before it is evaluated, and without orders', () => {
    const { board, ticker } = setUp([]);
    expect(board.summary()).toMatchObject({ worst: null, attention: 0, needy: [], total: 0 });
    ticker.tick();
    expect(board.summary()).toMatchObject({ worst: null, attention: 0, needy: [], total: 0 });
  });

  it.each([
    [
      'a notAfter that only the service gave comes near',
      { notBefore: null, notAfter: start + 7 * DAY_MS + 10 * secondMs },
    ],
    [
      'a confirmation from the future becomes valid again',
      { lastConfirmedAt: start + 5 * MINUTE_MS + 10 * secondMs },
    ],
  ])('ticks at the moment when %s', async (_, change) => {
    const { ticker, time, ticks } = setUp([orderWithDays('a', 60, start, change)]);
    ticker.tick();
    const [{ summary: before } = expect.fail('no tick')] = ticks;
    await time.advance(10 * secondMs);
    expect(ticks.map(({ at }) => at)).toEqual([0, 10 * secondMs]);
    expect(ticks[1]?.summary.counts).not.toEqual(before.counts);
  });

  it('counts every order once and names the worst', () => {
    const { board, ticker } = setUp([
      orderWithDays('a', 60, start),
      orderWithDays('b', 20, start),
      orderWithDays('c', -1, start),
      orderWithDays('d', 60, start),
    ]);
    ticker.tick();
    expect(board.summary()).toMatchObject({ worst: 'expired', total: 4 });
    expect(board.summary().counts).toMatchObject({ expired: 1, expiring: 1, healthy: 2, critical: 0 });
  });

  it('lists the five others that expire first, and none without a known notAfter', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 8, max: 400 })), { maxLength: 30 }), (days) => {
        const rows = days.map((left, index) =>
          orderWithDays(String(index), left ?? 0, start, left === null ? { notAfter: null } : {}),
        );
        const { board, ticker } = setUp([orderWithDays('gone', -1, start), ...rows]);
        ticker.tick();
        const known = rows.filter((row) => row.notAfter !== null);
        const sorted = known.sort((a, b) => (a.notAfter ?? 0) - (b.notAfter ?? 0)).slice(0, NAMED_COUNT);
        expect(board.summary().soonest.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
      }),
    );
  });

  it('names the orders that need the user, arranged as in the list, and counts all of them', () => {
    const notDeployed = timesOfPlaces({ notDeployed: 0 });
    const made = setUp([
      orderWithDays('later', 60, start),
      orderWithDays('served', 60, start, { deployment: notDeployed }),
      orderWithDays('soon', 3, start),
      orderWithDays('refused', 60, start, { failures: 1, failure: { kind: 'unknownRid' } }),
      orderWithDays('sooner', 2, start),
      orderWithDays('gone', -1, start),
      orderWithDays('review', 60, start, { findings: [{ kind: 'noNames', commonName: null }] }),
    ]);
    made.ticker.tick();
    const { attention, needy, soonest, worst } = made.board.summary();
    expect({ attention, worst }).toEqual({ attention: 6, worst: 'expired' });
    expect(needy.map(({ order, status }) => `${order.id} ${status}`)).toEqual([
      'gone expired',
      'sooner critical',
      'soon critical',
      'refused failing',
      'review needsReview',
    ]);
    expect(soonest.map(({ id }) => id)).toEqual(['later']);
  });

  it('leaves what expired long ago out of its number once it is a group of its own in the list', () => {
    const long = [1, 2, 3, 4].map((index) => orderWithDays(`long${index}`, -30 - index, start));
    const few = setUp([...long.slice(1), orderWithDays('soon', 3, start)]);
    few.ticker.tick();
    expect(few.board.summary().attention).toBe(4);
    const many = setUp([...long, orderWithDays('soon', 3, start)]);
    many.ticker.tick();
    expect(many.board.summary().attention).toBe(1);
    expect(many.board.summary().needy.map(({ order }) => order.id)).toEqual(['soon']);
  });

  const in20 = start + 20 * secondMs;
  const fresh = { lastConfirmedAt: start };
  const confirmed = { lastConfirmedAt: in20 - 18 * HOUR_MS };
  it.each<[string, OrderRow, number, OrderStatus, OrderStatus]>([
    ['expires', orderWithDays('a', 0, in20, fresh), in20 + 1, 'critical', 'expired'],
    ['becomes critical', orderWithDays('a', 7, in20, fresh), in20, 'expiring', 'critical'],
    ['enters its warning window', orderWithDays('a', 30, in20, fresh), in20, 'healthy', 'expiring'],
    ['becomes valid', orderWithDays('a', 80, start, { notBefore: in20 }), in20, 'notYetValid', 'healthy'],
    ['goes stale', orderWithDays('a', 80, start, confirmed), in20 + 1, 'healthy', 'stale'],
  ])('ticks at the exact moment when an order %s', async (_, order, instant, before, after) => {
    const { board, ticker, time, ticks } = setUp([order]);
    const at = instant - start;
    ticker.tick();
    expect(board.summary().worst).toBe(before);
    await time.advance(at - 1);
    expect(board.summary().worst).toBe(before);
    await time.advance(1);
    expect(board.summary().worst).toBe(after);
    expect(ticks.map(({ at: tickedAt }) => tickedAt)).toEqual([0, at]);
  });

  it('leaves an idle app alone for a quarter of an hour, and no longer', async () => {
    const { ticker, time, ticks } = setUp([orderWithDays('a', 80, start)]);
    ticker.tick();
    await time.advance(45 * MINUTE_MS);
    expect(ticks.map(({ at }) => at / MINUTE_MS)).toEqual([0, 15, 30, 45]);
  });

  it('ticks when something that listeners derive changes, as they left it', async () => {
    const made = setUp([orderWithDays('a', 80, start)]);
    made.ticker.onDidTick(() => {
      const now = made.time.clock.now();
      made.changeAt = () => now + MINUTE_MS;
    });
    made.ticker.tick();
    await made.time.advance(2 * MINUTE_MS);
    expect(made.ticks.map(({ at }) => at / MINUTE_MS)).toEqual([0, 1, 2]);
  });

  it('ticks when the service no longer asks to wait', async () => {
    const failure = { kind: 'rateLimited', retryAfterMs: 5 * MINUTE_MS } as const;
    const wait = { failure, lastAttemptAt: start, nextPollAt: start + HOUR_MS };
    const { ticker, time, ticks } = setUp([orderWithDays('a', 80, start, wait)]);
    ticker.tick();
    await time.advance(5 * MINUTE_MS);
    expect(ticks.map(({ summary }) => summary.serviceWaits?.count)).toEqual([1, undefined]);
  });

  it('ticks once for a burst of changes, soon', async () => {
    const { ticker, time, ticks } = setUp([orderWithDays('a', 80, start)]);
    ticker.tick();
    for (let change = 0; change < 20; change += 1) {
      ticker.invalidate();
      await time.advance(10);
    }
    await time.advance(100);
    expect(ticks.map(({ at }) => at)).toEqual([0, 200]);
  });

  it('goes on ticking during changes that never end', async () => {
    const { ticker, time, ticks } = setUp([orderWithDays('a', 80, start)]);
    for (let change = 0; change < 100; change += 1) {
      ticker.invalidate();
      await time.advance(50);
    }
    expect(ticks.length).toBeGreaterThanOrEqual(20);
  });

  it('does not postpone a boundary for a change', async () => {
    const { board, ticker, time, ticks } = setUp([orderWithDays('a', 0, start + 99)]);
    ticker.tick();
    ticker.invalidate();
    await time.advance(100);
    expect(ticks.map(({ at }) => at)).toEqual([0, 100]);
    expect(board.summary().worst).toBe('expired');
  });

  it('uses the current polling and settings', async () => {
    const made = setUp([orderWithDays('a', 80, start)]);
    made.ticker.tick();
    made.polling = 'rejected';
    made.ticker.invalidate();
    await made.time.advance(200);
    expect(made.board.summary().worst).toBe('rejected');
    made.polling = 'active';
    made.settings = {
      ...defaultSettings,
      warningDays: 85,
      warningLifetimeDivisor: 2,
      criticalDays: 85,
      criticalLifetimeDivisor: 2,
    };
    made.rows = [orderWithDays('a', 44, start)];
    made.ticker.invalidate();
    await made.time.advance(200);
    expect(made.board.summary().worst).toBe('critical');
  });

  it('leaves the event loop free between the listeners of a tick and what is evaluated after them', async () => {
    const made = setUp([]);
    const { ticker, time, ticks } = made;
    let settled = 0;
    made.changeAt = () => {
      settled += 1;
      return Number.POSITIVE_INFINITY;
    };
    ticker.tick();
    expect(ticks).toHaveLength(1);
    expect(settled).toBe(0);
    await time.advance(0);
    expect(settled).toBe(1);
    ticker.tick();
    ticker.dispose();
    await time.advance(DAY_MS);
    expect(settled).toBe(1);
  });

  it('does not tick any more after it is disposed', async () => {
    const { ticker, time, ticks } = setUp([orderWithDays('a', 80, start)]);
    ticker.tick();
    ticker.invalidate();
    ticker.dispose();
    // Such as by an update that ends while the app quits.
    ticker.invalidate();
    ticker.tick();
    await time.advance(DAY_MS);
    expect(ticks).toHaveLength(1);
  });

  it('evaluates nothing more when it is disposed in the middle of a tick', async () => {
    const made = setUp([orderWithDays('a', 80, start)]);
    const settled: number[] = [];
    made.changeAt = (now) => settled.push(now);
    made.ticker.onDidTick(() => made.ticker.dispose());
    made.ticker.tick();
    await made.time.advance(DAY_MS);
    expect(settled).toEqual([]);
    expect(made.ticks).toHaveLength(1);
  });

  it('goes on ticking after an evaluation that throws', async () => {
    const time = createFakeTime(start);
    let evaluations = 0;
    const evaluate = () => {
      evaluations += 1;
      if (evaluations === 1) throw new Error('a bug');
      return Number.POSITIVE_INFINITY;
    };
    const ticker = new Ticker(time.clock, time.scheduler, evaluate, () => Number.POSITIVE_INFINITY);
    expect(() => ticker.tick()).toThrow('a bug');
    await time.advance(15 * MINUTE_MS);
    expect(evaluations).toBe(2);
  });

  it('ticks when the clocks are compared, if its timer was lost', async () => {
    const time = createFakeTime(start);
    let evaluations = 0;
    const evaluate = () => {
      evaluations += 1;
      return Number.POSITIVE_INFINITY;
    };
    const lost: Scheduler = { after: () => ({ dispose: () => undefined }) };
    const ticker = new Ticker(time.clock, lost, evaluate, () => Number.POSITIVE_INFINITY);
    ticker.tick();
    await time.advance(15 * MINUTE_MS);
    ticker.catchUp();
    expect(evaluations).toBe(1);
    await time.advance(2 * MINUTE_MS);
    ticker.catchUp();
    expect(evaluations).toBe(2);
    ticker.dispose();
    await time.advance(20 * MINUTE_MS);
    ticker.catchUp();
    expect(evaluations).toBe(2);
  });

  it('rests after an evaluation that takes long, and then ticks once for all changes in between', async () => {
    const time = createFakeTime(start);
    const at: number[] = [];
    const evaluate = () => {
      at.push(time.passed());
      time.advanceSync(20);
      return Number.POSITIVE_INFINITY;
    };
    const ticker = new Ticker(time.clock, time.scheduler, evaluate, () => Number.POSITIVE_INFINITY);
    ticker.tick();
    for (let change = 0; change < 10; change += 1) {
      ticker.invalidate();
      await time.advance(100);
    }
    expect(at).toEqual([0, 520]);
  });

  it('always has the current counts', async () => {
    const rows = fc.array(
      fc.record({ days: fc.double({ min: -0.01, max: 0.02, noNaN: true }), age: fc.nat(20 * HOUR_MS) }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat(10 * MINUTE_MS), { maxLength: 8 }), async (specs, waits) => {
        const {
          board,
          ticker,
          time,
          rows: orders,
        } = setUp(
          specs.map(({ days, age }, index) =>
            orderWithDays(`${index}`, Math.fround(days), start, { lastConfirmedAt: start - age }),
          ),
        );
        ticker.tick();
        for (const wait of waits) {
          await time.advance(wait);
          const now = time.clock.now();
          const expected = orders.map((row) => deriveStatus(row, 'active', defaultSettings, now));
          const { counts } = board.summary();
          for (const status of expected)
            expect(counts[status]).toBe(expected.filter((one) => one === status).length);
        }
      }),
      { numRuns: 40 },
    );
  });
});
