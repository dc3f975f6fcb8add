import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionQueue } from '#main/orders/polling/connectionQueue.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#main/platform/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { createMovingTime, seededRandom } from '#test/support/movingTime.ts';
import { soakCount } from '#test/support/soak.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const noProbe = () => null;

/** Steps a queue until its order is polled, by timers as the poller sets them. @returns whether it was polled */
function untilPolled(queue: ConnectionQueue, clock: Clock, after: (ms: number, run: () => void) => void) {
  return new Promise<boolean>((resolve) => {
    const step = () => {
      const done = queue.step(clock.monotonic(), noProbe);
      if ('poll' in done) {
        queue.end(done.poll.orderId);
        resolve(true);
      } else if (done.wakeAt === Number.POSITIVE_INFINITY) resolve(false);
      else after(done.wakeAt - clock.monotonic(), step);
    };
    step();
  });
}

describe('an order that waits is always waited for', () => {
  it('while the clock moves at each reading, and timers are early', async () => {
    const random = seededRandom(7);
    const { clock, scheduler, next } = createMovingTime(random);
    const queue = new ConnectionQueue('a', clock, random);
    let lost = 0;
    for (let tries = soakCount(100_000); tries > 0; tries -= 1) {
      queue.plan('order', random() * 3);
      const polled = untilPolled(queue, clock, (ms, run) => scheduler.after(ms, run));
      while (next());
      if (!(await polled)) lost += 1;
    }
    expect(lost).toBe(0);
  });

  it('by the timers of Node', async () => {
    let left = soakCount(100_000);
    let lost = 0;
    const lane = async () => {
      const queue = new ConnectionQueue('a', systemClock, Math.random);
      while (left > 0) {
        left -= 1;
        queue.plan('order', Math.random() * 3);
        if (!(await untilPolled(queue, systemClock, (ms, run) => systemScheduler.after(ms, run)))) lost += 1;
      }
    };
    await Promise.all(Array.from({ length: 200 }, lane));
    expect(lost).toBe(0);
  });
});

describe('the poller', () => {
  // One order has no other whose end would wake the poller.
  it.each([1, 21])(
    'polls %i orders again and again, while the clock moves at each reading',
    async (count) => {
      const random = seededRandom(11);
      const { clock, scheduler, next } = createMovingTime(random);
      const errors: readonly (AppError | null)[] = [
        null,
        { kind: 'serverError', status: 500, retryAfterMs: null },
        { kind: 'timeout', phase: 'total' },
        { kind: 'unknownRid' },
      ];
      const polled = new Map<string, number>();
      const harness = createHarness({
        random,
        ports: {
          clock,
          scheduler,
          source: {
            poll: ({ rid }) =>
              new Promise((resolve) => {
                polled.set(rid, clock.monotonic());
                const error = errors[Math.floor(random() * errors.length)] ?? null;
                const outcome = error === null ? given(rid) : failed(error);
                scheduler.after(random() * 4000, () => resolve({ ...outcome, bodyDigest: null }));
              }),
          },
        },
      });
      harness.add('a', count);
      harness.poller.start();
      for (let turns = soakCount(100_000); turns > 0; turns -= 1) {
        expect(next()).toBe(true);
        await nextTurn();
      }
      const now = clock.monotonic();
      // The interval is six hours, and a tenth more.
      const late = [...polled].filter(([, at]) => now - at > 7 * HOUR_MS);
      expect(polled.size).toBe(count);
      expect(late).toEqual([]);
      harness.poller.dispose();
    },
  );

  it('finds what its timer missed within the next comparison of the clocks, and says so in the log', async () => {
    const scheduler: Scheduler = {
      after: (ms, run) =>
        ms > HOUR_MS ? { dispose: () => undefined } : harness.time.scheduler.after(ms, run),
    };
    const harness = createHarness({ ports: { scheduler } });
    onTestFinished(() => harness.poller.dispose());
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(7 * HOUR_MS);
    expect(harness.asked()).toEqual({ 'rid-0': 1, 'rid-1': 1 });
    expect(harness.poller.overdueMs()).toBeGreaterThan(0);
    harness.time.compare();
    expect(harness.asked()).toEqual({ 'rid-0': 2, 'rid-1': 2 });
    expect(harness.poller.overdueMs()).toBe(0);
    expect(harness.logLines.map(({ message }) => message)).toContain('Polls were late');
  });

  it('gives up a poll that never ends, and makes it again', async () => {
    let isSilent = true;
    const harness = createHarness({
      latencyMs: () => (isSilent ? HOUR_MS : 100),
    });
    onTestFinished(() => harness.poller.dispose());
    harness.add('a', 1);
    harness.poller.start();
    await harness.time.advance(14 * MINUTE_MS);
    harness.time.compare();
    expect(harness.poller.isStuck()).toBe(false);
    await harness.time.advance(2 * MINUTE_MS);
    expect(harness.poller.isStuck()).toBe(true);
    isSilent = false;
    harness.time.compare();
    await harness.time.advance(1000);
    expect(harness.orders.list()[0]?.lastConfirmedAt).not.toBeNull();
    expect(harness.logLines.map(({ message }) => message)).toContain('Polls did not end');
  });
});
