import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { soakCount } from '#test/support/soak.ts';
import {
  type ClockStep,
  SETTLES_MS,
  tightest,
  type WorldOptions,
  WrongClockWorld,
} from './wrongClockWorld.ts';

const YEAR_MS = 365 * DAY_MS;

const longs = fc.oneof(
  fc.integer({ min: 1, max: 90 }).map((seconds) => seconds * 1000),
  fc.integer({ min: 1, max: 180 }).map((minutes) => minutes * MINUTE_MS),
  fc.integer({ min: 1, max: 400 }).map((days) => days * DAY_MS),
  fc.integer({ min: 1, max: 60 }).map((years) => years * YEAR_MS),
);
const set = fc
  .tuple(longs, fc.boolean())
  .map(([ms, isBack]) => ({ kind: 'set' as const, ms: isBack ? -ms : ms }));
const awake = fc.record({
  kind: fc.constantFrom('pass' as const, 'doze' as const),
  ms: fc.integer({ min: 1, max: 8 }).map((hours) => hours * HOUR_MS),
});
const away = fc.record({
  kind: fc.constantFrom('sleep' as const, 'off' as const),
  ms: fc.integer({ min: 1, max: 20 * 24 }).map((hours) => hours * HOUR_MS),
});
const correct = fc.constant({ kind: 'correct' as const });
const steps: fc.Arbitrary<ClockStep[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: set },
    { weight: 2, arbitrary: away },
    { weight: 1, arbitrary: awake },
    { weight: 1, arbitrary: correct },
  ),
  { maxLength: 8 },
);
const options: fc.Arbitrary<WorldOptions> = fc.record({
  days: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 5 }),
  keyAges: fc.uniqueArray(
    fc.integer({ min: 0, max: 29 }).map((days) => days + 0.3),
    { maxLength: 4 },
  ),
  issuerDays: fc.integer({ min: 1, max: 90 }),
  saysTime: fc.boolean(),
});

/** No sum of the times of the steps ends at the same moment as an age that deletes. */
const RESTARTS_IN_MS = 37 * MINUTE_MS;

/** The world after these steps, with a clock that is right at the end, and after a start with it. */
async function worldAfter(all: readonly ClockStep[], about: WorldOptions): Promise<WrongClockWorld> {
  const world = new WrongClockWorld(about);
  await world.begin();
  for (const step of all) await world.take(step);
  await world.take({ kind: 'correct' });
  await world.take({ kind: 'pass', ms: SETTLES_MS });
  // Removed orders are deleted at a start.
  await world.take({ kind: 'off', ms: RESTARTS_IN_MS });
  await world.take({ kind: 'pass', ms: SETTLES_MS });
  return world;
}

/** The steps without those of the wall clock. A set clock takes as long as any other step. */
function undisturbed(all: readonly ClockStep[]): readonly ClockStep[] {
  return all.map((step) => (step.kind === 'set' ? { kind: 'correct' } : step));
}

describe('a wall clock that was wrong by seconds to decades, at a start, while running or across a sleep', () => {
  it('changes no key, order, finding, status or snooze once it is right, and every alert is shown', async () => {
    await fc.assert(
      fc.asyncProperty(steps, options, async (all, given) => {
        const world = await worldAfter(all, given);
        const other = await worldAfter(undisturbed(all), given);
        expect(world.state()).toEqual(other.state());
        for (const { orderId, threshold } of world.due()) {
          const about = world.shown.filter(
            ({ order, wall }) => order.id === orderId && tightest(order, wall) === threshold,
          );
          // One that was true, give or take a day. Without a witness, a computer that slept cannot know that it was not.
          const isTrue = ({ order, truth }: (typeof about)[number]) =>
            !given.saysTime || (tightest(order, truth + DAY_MS) ?? Number.NaN) <= threshold;
          expect(about.filter(isTrue).length).toBeGreaterThanOrEqual(1);
        }
        world.end();
        other.end();
      }),
      { numRuns: soakCount(100) },
    );
  });
});
