import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOCK_SLACK_MS, DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { soakCount } from '#test/support/soak.ts';
import { ClockWorld } from './clockWorld.ts';

const start = Date.UTC(2026, 0, 1);
const YEAR_MS = 365 * DAY_MS;
const NIGHTS = 30;

/** From an hour to three years, in both directions. */
const errors = fc
  .tuple(
    fc.integer({ min: 60, max: (3 * YEAR_MS) / MINUTE_MS }),
    fc.integer({ min: 0, max: 3 }),
    fc.boolean(),
  )
  .map(([minutes, shrinks, isBehind]) => {
    const ms = Math.max(HOUR_MS, Math.round(minutes / 30 ** shrinks) * MINUTE_MS);
    return isBehind ? -ms : ms;
  });

const night = fc.record({
  kind: fc.constantFrom('sleep', 'off', 'restart and sleep'),
  ms: fc.integer({ min: 1, max: 16 * 60 }).map((minutes) => minutes * MINUTE_MS),
});
const nights = fc.array(night, { minLength: NIGHTS, maxLength: NIGHTS });

type Night = typeof night extends fc.Arbitrary<infer One> ? One : never;

function pass(world: ClockWorld, { kind, ms }: Night): void {
  if (kind === 'off') world.off(ms);
  else {
    if (kind === 'restart and sleep') world.off(MINUTE_MS);
    world.sleep(ms);
  }
}

/** A computer with a right clock, which is set wrong while the program runs; then an answer comes. */
function setWrong(errorMs: number): ClockWorld {
  const world = new ClockWorld(start, 'the time');
  world.answer();
  world.set(errorMs);
  world.answer();
  return world;
}

const lies = fc.integer({ min: -5 * 365, max: 5 * 365 }).map((days) => days * DAY_MS);
const longLies = lies.filter((ms) => Math.abs(ms) > NIGHTS * DAY_MS);

describe('a clock that is wrong by an hour to three years, through thirty nights of sleep and off-time', () => {
  it.each(['before the program starts', 'while it runs'])(
    'set wrong %s, is known by the same figure after the first answer of each day, and nothing is early',
    async (when) => {
      await fc.assert(
        fc.asyncProperty(errors, nights, async (errorMs, all) => {
          const world = new ClockWorld(start, 'the time');
          if (when === 'while it runs') world.answer();
          world.set(errorMs);
          if (when !== 'while it runs') world.off(MINUTE_MS);
          world.answer();
          for (const one of all) {
            expect(world.wrongByMs()).toBe(errorMs);
            expect(world.shownAheadMs()).toBe(0);
            expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
            await world.work(8 * HOUR_MS);
            pass(world, one);
            world.answer();
          }
          world.set(0);
          world.answer();
          expect(world.wrongByMs()).toBeNull();
          expect(world.shownAheadMs()).toBe(0);
        }),
        { numRuns: soakCount(100) },
      );
    },
  );

  it('is as well known after an hour of wrong answers, which move nothing that deletes ahead', async () => {
    await fc.assert(
      fc.asyncProperty(errors, nights, fc.array(lies, { minLength: 1 }), async (errorMs, all, wrong) => {
        const world = setWrong(errorMs);
        for (const one of all) {
          pass(world, one);
          world.answer();
          for (let minute = 0; minute < 60; minute += 1) {
            await world.work(MINUTE_MS, () => wrong[minute % wrong.length] ?? 0);
            expect(world.wrongByMs()).toBe(errorMs);
            expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
          }
          world.answer();
          expect(world.shownAheadMs()).toBe(0);
        }
      }),
      { numRuns: soakCount(100) },
    );
  });

  it('deletes nothing early, whatever one service says after a night', async () => {
    await fc.assert(
      fc.asyncProperty(errors, nights, lies, async (errorMs, all, lie) => {
        const world = setWrong(errorMs);
        for (const one of all) {
          pass(world, one);
          for (const said of [lie, 0, lie]) {
            world.answer(said);
            expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
          }
          await world.work(2 * HOUR_MS);
        }
      }),
      { numRuns: soakCount(100) },
    );
  });
});

describe('a service that says a wrong time, on a computer with a right clock', () => {
  it('changes nothing while one of two services is right, and after each night at the next right answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        nights,
        fc.array(lies, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (all, wrong, isFirst) => {
          const world = new ClockWorld(start, 'the time');
          world.answer();
          let count = 0;
          const lie = () => world.answer(wrong[count++ % wrong.length]);
          for (const one of all) {
            pass(world, one);
            if (isFirst) lie();
            world.answer();
            for (let hour = 0; hour < 5; hour += 1) {
              await world.work(HOUR_MS);
              lie();
              expect(Math.abs(world.shownAheadMs())).toBeLessThanOrEqual(CLOCK_SLACK_MS);
              expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      { numRuns: soakCount(100) },
    );
  });

  // What it says may be true if it is between the confirmed time and the wall clock: the computer was off meanwhile.
  it('alone, by more than the computer was off, for good or at random, is not believed once the clock was confirmed', async () => {
    await fc.assert(
      fc.asyncProperty(nights, fc.array(longLies, { minLength: 1, maxLength: 4 }), async (all, wrong) => {
        const world = new ClockWorld(start, 'the time');
        world.answer();
        let count = 0;
        for (const one of all) {
          await world.work(8 * HOUR_MS, () => wrong[count++ % wrong.length] ?? 0);
          pass(world, one);
          expect(Math.abs(world.shownAheadMs())).toBeLessThanOrEqual(CLOCK_SLACK_MS);
          expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: soakCount(100) },
    );
  });

  it.each([
    ['from a right clock', 0, 4 * MINUTE_MS],
    ['from a right clock, by seconds', 0, 9000],
    ['back from a right clock', 0, -4 * MINUTE_MS],
    ['from a clock that is known to be behind', -2 * DAY_MS, 4 * MINUTE_MS],
  ])('that runs away %s, a little with each answer, is not followed', async (_, errorMs, stepMs) => {
    const world = setWrong(errorMs);
    for (let minute = 1; minute <= 24 * 60; minute += 1) {
      await world.work(MINUTE_MS, () => minute * stepMs);
      // Three hours without another answer make a service that contradicts a wrong clock be believed.
      if (minute % 60 === 0) world.answer();
      expect(Math.abs(world.shownAheadMs())).toBeLessThanOrEqual(CLOCK_SLACK_MS);
      expect(world.confirmedAheadMs()).toBeLessThanOrEqual(CLOCK_SLACK_MS);
    }
  });

  it('deletes nothing on a new computer either, where it is the first to say what time it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lies, { minLength: 1, maxLength: 8 }), async (wrong) => {
        const world = new ClockWorld(start, 'nothing');
        for (const lie of wrong) {
          world.answer(lie);
          expect(world.confirmedAheadMs()).toBeLessThanOrEqual(1);
          await world.work(MINUTE_MS, () => lie);
        }
      }),
    );
  });
});

it('a clock that drifts is known to be wrong when it is wrong by more than five minutes', async () => {
  const world = new ClockWorld(start, 'the time');
  for (let day = 0; day <= 60; day += 1) {
    const errorMs = day * 8640;
    world.set(errorMs);
    await world.work(DAY_MS);
    if (errorMs <= CLOCK_SLACK_MS) expect(world.wrongByMs()).toBeNull();
    // Answers that differ by less than ten seconds are taken for the same.
    else if (errorMs > CLOCK_SLACK_MS + 10_000) expect(world.shownAheadMs()).toBeLessThanOrEqual(10_000);
  }
});
