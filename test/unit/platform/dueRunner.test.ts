import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueRunner, type DueRunnerPorts } from '#main/platform/dueRunner.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createMovingTime, seededRandom } from '#test/support/movingTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { soakCount } from '#test/support/soak.ts';
import { createFakeConnectivity } from '../orders/polling/fakes.ts';

const PERIOD_MS = 1000;

/** Runs `ids`, each again a second after it ended; `host-number` is in the lane `host`. While `isOpen`, a run waits for `end`. */
function setUp(ids: readonly string[], change: Partial<DueRunnerPorts> = {}) {
  const time = createFakeTime();
  const connectivity = createFakeConnectivity();
  const jumped = new Emitter<void>('dueRunner.test');
  const { logger, lines } = createRecordingLogger();
  const begun: string[] = [];
  const state = { isOpen: false, isFailing: false, most: 0 };
  /** What was cancelled goes on until its end. */
  const running = new Set<{ readonly id: string; readonly signal: AbortSignal; readonly end: () => void }>();
  const runner = new DueRunner({
    atOnce: 2,
    run: async (id, signal) => {
      begun.push(id);
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { id, signal, end: resolve };
      running.add(one);
      state.most = Math.max(state.most, [...running].filter((other) => !other.signal.aborted).length);
      if (state.isOpen) await promise;
      running.delete(one);
      if (state.isFailing) throw new TypeError('secret');
      return PERIOD_MS;
    },
    failed: 'It did not run',
    retryMs: PERIOD_MS,
    look: () => ids.map((id) => ({ id, delayMs: 0 })),
    laneOf: (id) => id.split('-')[0] ?? id,
    canRun: () => connectivity.online(),
    wakes: [jumped.event],
    connectivity,
    ...time,
    logger,
    ...change,
  });
  const end = async (id: string) => {
    for (const one of running) if (one.id === id) one.end();
    await time.advance(0);
  };
  const aborted = () => [...running].map(({ signal }) => signal.aborted);
  return { runner, time, connectivity, jumped, lines, begun, aborted, state, end };
}

describe('a runner of what is due', () => {
  it('runs nothing before its start, and has no timer without plans', async () => {
    const { runner, time, begun } = setUp([]);
    runner.plan([{ id: 'a', delayMs: 0 }]);
    runner.look();
    await time.advance(PERIOD_MS);
    expect(begun).toEqual([]);
    runner.cancel(['a']);
    runner.start();
    expect(time.pending()).toBe(0);
  });

  it('runs the first at once, the others when one ended, and what was requested before those', async () => {
    const { runner, time, begun, state, end } = setUp(['a', 'b', 'c', 'd']);
    state.isOpen = true;
    runner.start();
    runner.request(['d']);
    await time.advance(0);
    expect(begun).toEqual(['a', 'b']);
    expect(runner.isActive('d')).toBe(true);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('runs one at a time in a lane, which holds no other up', async () => {
    const { runner, time, begun, state, end } = setUp(['a-1', 'a-2', 'b-1']);
    state.isOpen = true;
    runner.start();
    await time.advance(0);
    expect(begun).toEqual(['a-1', 'b-1']);
    await end('a-1');
    expect(begun).toEqual(['a-1', 'b-1', 'a-2']);
  });

  it('frees the lane of what is cancelled', async () => {
    const { runner, time, begun, state } = setUp(['a-1', 'a-2']);
    state.isOpen = true;
    runner.start();
    await time.advance(0);
    runner.cancel(['a-1']);
    expect(begun).toEqual(['a-1', 'a-2']);
  });

  it('logs a run that throws by its name, and repeats it', async () => {
    const { runner, time, begun, state, lines } = setUp(['a']);
    state.isFailing = true;
    runner.start();
    await time.advance(PERIOD_MS);
    expect(begun).toEqual(['a', 'a']);
    expect(lines[0]).toMatchObject({ message: 'It did not run', fields: { error: 'TypeError' } });
  });

  it('looks when it is woken, and by its own period as long as there is one', async () => {
    let looks = 0;
    let everyMs = PERIOD_MS;
    const { runner, time, jumped } = setUp([], {
      look: () => {
        looks += 1;
        return [];
      },
      lookEveryMs: () => everyMs,
    });
    runner.start(10 * PERIOD_MS);
    expect(looks).toBe(0);
    jumped.fire();
    expect(looks).toBe(1);
    await time.advance(3 * PERIOD_MS);
    expect(looks).toBe(4);
    everyMs = Number.POSITIVE_INFINITY;
    await time.advance(3 * PERIOD_MS);
    expect(looks).toBe(5);
    expect(time.pending()).toBe(0);
  });

  it('looks again after a look that threw', async () => {
    let looks = 0;
    const { runner, time } = setUp([], {
      look: () => {
        looks += 1;
        throw new Error('unreadable');
      },
      lookEveryMs: () => PERIOD_MS,
    });
    expect(() => runner.start()).toThrow('unreadable');
    await expect(time.advance(PERIOD_MS)).rejects.toThrow('unreadable');
    expect(looks).toBe(2);
  });

  it('repeats what threw before it began, and runs the others', async () => {
    let isBroken = true;
    const { runner, time, begun, lines } = setUp(['a', 'b'], {
      laneOf: (id) => {
        if (isBroken && id === 'a') throw new TypeError('secret');
        return id;
      },
    });
    runner.start();
    await time.advance(0);
    expect(begun).toEqual(['b']);
    expect(lines[0]).toMatchObject({ message: 'It did not run', fields: { error: 'TypeError' } });
    isBroken = false;
    await time.advance(PERIOD_MS);
    expect(begun).toEqual(['b', 'a', 'b']);
  });

  it('finds what its timer missed, and tries again what was held, when the clocks are compared', async () => {
    let isLosing = false;
    let isOpen = false;
    const { runner, time, begun, lines } = setUp(['a', 'b'], {
      canRun: (lane) => lane !== 'b' || isOpen,
      scheduler: {
        after: (ms, run) => (isLosing ? { dispose: () => undefined } : time.scheduler.after(ms, run)),
      },
    });
    isLosing = true;
    runner.start();
    await time.advance(2 * MINUTE_MS);
    expect(begun).toEqual(['a']);
    isOpen = true;
    isLosing = false;
    time.compare();
    await time.advance(0);
    expect(begun.toSorted()).toEqual(['a', 'a', 'b']);
    expect(lines[0]).toMatchObject({ message: 'Work was late', fields: { source: 'It did not run' } });
  });

  it('keeps what runs when its plan is dropped, and aborts it when it is cancelled', async () => {
    const { runner, time, begun, aborted, state, end } = setUp(['a']);
    state.isOpen = true;
    runner.start();
    await time.advance(0);
    runner.unplan(['a']);
    expect(aborted()).toEqual([false]);
    runner.cancel(['a']);
    expect(aborted()).toEqual([true]);
    await end('a');
    await time.advance(2 * PERIOD_MS);
    expect(begun).toEqual(['a']);
    expect(runner.isPlanned('a')).toBe(false);
  });

  it('aborts what runs when it stops, and is settled once that ended', async () => {
    const { runner, time, aborted, state, end } = setUp(['a', 'b', 'c']);
    state.isOpen = true;
    runner.start();
    await time.advance(0);
    const settled = { is: false };
    runner.dispose();
    const waiting = runner.settled().then(() => {
      settled.is = true;
    });
    expect(aborted()).toEqual([true, true]);
    await end('a');
    expect(settled.is).toBe(false);
    await end('b');
    await waiting;
    expect(aborted()).toEqual([]);
    expect(time.pending()).toBe(0);
  });
});

describe('a runner never stands still', () => {
  it('while the clock moves at each reading, and timers are early', async () => {
    const random = seededRandom(3);
    const { clock, scheduler, next } = createMovingTime(random);
    let runs = 0;
    const { runner } = setUp(['a'], {
      ...{ clock, scheduler },
      lookEveryMs: () => Number.POSITIVE_INFINITY,
      run: async () => {
        runs += 1;
        return random() * 3;
      },
    });
    runner.start();
    const decisions = soakCount(100_000);
    while (runs < decisions) {
      await runner.settled();
      if (!next()) break;
    }
    expect(runs).toBe(decisions);
    runner.dispose();
  });

  it('by the timers of Node', async () => {
    const decisions = soakCount(100_000);
    let runs = 0;
    const { promise: isDone, resolve } = Promise.withResolvers<void>();
    const ids = Array.from({ length: 200 }, (_, index) => `id ${index}`);
    const { runner } = setUp(ids, {
      ...{ clock: systemClock, scheduler: systemScheduler },
      atOnce: ids.length,
      run: async () => {
        runs += 1;
        if (runs >= decisions) resolve();
        return Math.random() * 3;
      },
    });
    runner.start();
    await isDone;
    expect(ids.every((id) => runner.isPlanned(id))).toBe(true);
    runner.dispose();
  });
});

const events = fc.constantFrom(
  'offline',
  'online',
  'jump',
  'request',
  'cancel',
  'fail',
  'work',
  'open',
  'end',
);
const steps = fc.array(fc.tuple(events, fc.nat({ max: 3 * PERIOD_MS })), { maxLength: 20 });
const ids = ['a-1', 'a-2', 'b-1', 'c-1'];

it('runs never more than its number, and forgets none, whatever happened before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { runner, time, connectivity, jumped, begun, state, end } = setUp(ids);
      runner.start();
      for (const [event, ms] of all) {
        if (event === 'offline' || event === 'online') connectivity.set(event === 'online');
        if (event === 'jump') jumped.fire();
        if (event === 'request') runner.request(['a-1', 'c-1']);
        if (event === 'cancel') runner.cancel(['a-1', 'b-1']);
        if (event === 'fail' || event === 'work') state.isFailing = event === 'fail';
        if (event === 'open') state.isOpen = true;
        if (event === 'end') for (const id of ids) await end(id);
        await time.advance(ms);
      }
      state.isOpen = false;
      for (const id of [...ids, ...ids]) await end(id);
      connectivity.set(true);
      jumped.fire();
      begun.length = 0;
      await time.advance(2 * PERIOD_MS);
      expect(new Set(begun)).toEqual(new Set(ids));
      expect(state.most).toBeLessThanOrEqual(2);
      runner.dispose();
      await runner.settled();
      expect(time.pending()).toBe(0);
    }),
    { numRuns: 60 },
  );
});
