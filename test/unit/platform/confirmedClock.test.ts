import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WitnessedTime } from '#main/platform/clockError.ts';
import { ConfirmedClock, correctedClock } from '#main/platform/confirmedClock.ts';
import { systemClock } from '#main/platform/time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { ClockWorld } from './clockWorld.ts';

const start = Date.UTC(2026, 0, 1);
const YEAR_MS = 365 * DAY_MS;

/** A start of the program at a time of the wall clock. */
function createClock({
  wall = start,
  saved = null as number | null,
  last = null as number | null,
  witnessed = null as WitnessedTime | null,
} = {}) {
  const time = createFakeTime(wall);
  const { logger, lines } = createRecordingLogger();
  const saves: number[] = [];
  const witnesses: WitnessedTime[] = [];
  const state = { isFull: false };
  const confirmed = new ConfirmedClock({
    repository: {
      load: () => saved,
      lastStored: () => last,
      save: (at) => {
        if (state.isFull) return err({ kind: 'storage', reason: 'full', detail: '' });
        saves.push(at);
        return ok(null);
      },
      witnessed: () => witnesses.at(-1) ?? witnessed,
      saveWitnessed: (heard) => {
        witnesses.push(heard);
        return ok(null);
      },
    },
    clock: time.clock,
    scheduler: time.scheduler,
    logger,
  });
  return { time, confirmed, saves, witnesses, lines, state };
}

describe('the confirmed time', () => {
  it('begins with the time that was saved, whatever the wall clock says', () => {
    expect(createClock({ saved: start, wall: start + 31 * DAY_MS }).confirmed.now()).toBe(start);
    expect(createClock({ saved: start, wall: 0 }).confirmed.now()).toBe(start);
  });

  it('begins in a database of an earlier version with the last time in it, unless that is to come', () => {
    expect(createClock({ last: start - DAY_MS }).confirmed.now()).toBe(start - DAY_MS);
    expect(createClock({ last: start + YEAR_MS }).confirmed.now()).toBe(start);
    expect(createClock().confirmed.now()).toBe(start);
  });

  it('goes on while the program runs, and not when the wall clock is set', async () => {
    const { time, confirmed } = createClock();
    await time.advance(HOUR_MS);
    time.setNow(start + 10 * YEAR_MS);
    expect(confirmed.now()).toBe(start + HOUR_MS);
    time.setNow(0);
    await time.advance(HOUR_MS);
    expect(confirmed.now()).toBe(start + 2 * HOUR_MS);
  });

  it('is set by a witness that agrees with the wall clock: after some days off, and after a wrong time', () => {
    const { confirmed } = createClock({ saved: start - 20 * DAY_MS });
    confirmed.heard(start - 1000);
    expect(confirmed.now()).toBe(start - 1000);
    const ahead = createClock({ saved: start + 10 * YEAR_MS });
    ahead.confirmed.heard(start);
    expect(ahead.confirmed.now()).toBe(start);
  });

  it.each([
    ['the wall clock is ahead', { wall: start + 31 * DAY_MS, saved: start - DAY_MS, heard: start }],
    ['the wall clock is decades behind', { wall: 0, saved: start, heard: start }],
    ['the witness is ahead', { wall: start, saved: start - DAY_MS, heard: start + YEAR_MS }],
    ['the witness is behind', { wall: start, saved: start, heard: start - YEAR_MS }],
  ])('is right when %s', (_, { wall, saved, heard }) => {
    const { confirmed } = createClock({ wall, saved });
    confirmed.heard(heard);
    expect(confirmed.now()).toBe(start);
  });

  it('is never ahead while two of wall clock, witness and saved time are not, for any times', () => {
    const times = fc.integer({ min: -60, max: 60 }).map((years) => start + years * YEAR_MS);
    fc.assert(
      fc.property(times, times, times, (wall, saved, heard) => {
        const { confirmed } = createClock({ wall, saved });
        confirmed.heard(heard);
        const isAhead = [wall, saved, heard].filter((at) => at > start).length >= 2;
        expect(confirmed.now() > start).toBe(isAhead);
      }),
    );
  });

  it('is saved every hour, at the end, and when a witness moved it', async () => {
    const { time, confirmed, saves } = createClock({ saved: start - 20 * DAY_MS });
    confirmed.heard(start);
    expect(saves).toEqual([start]);
    await time.advance(HOUR_MS);
    confirmed.heard(start + HOUR_MS);
    expect(saves).toEqual([start, start + HOUR_MS]);
    await time.advance(5 * MINUTE_MS);
    confirmed.dispose();
    expect(saves.at(-1)).toBe(start + HOUR_MS + 5 * MINUTE_MS);
    expect(time.pending()).toBe(0);
  });

  it('is not written by each command of a monitoring system', () => {
    const { confirmed, saves } = createClock({ saved: start });
    confirmed.heard(start + 1000);
    confirmed.dispose();
    expect(saves).toEqual([]);
  });

  it('goes on when it cannot be saved, and that is logged', async () => {
    const { time, confirmed, state, lines } = createClock({ saved: start });
    state.isFull = true;
    await time.advance(HOUR_MS);
    expect(confirmed.now()).toBe(start + HOUR_MS);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });
});

describe('the error of the wall clock', () => {
  it('is fired exactly from five minutes on, and again when the clock is set', () => {
    const { time, confirmed } = createClock({ saved: start, wall: start + 31 * DAY_MS + 10_000 });
    const fired: (number | null)[] = [];
    confirmed.onDidChangeError((wrongByMs) => fired.push(wrongByMs));
    confirmed.heard(start);
    confirmed.heard(start + 2000);
    time.setNow(start + 4 * MINUTE_MS);
    confirmed.check();
    confirmed.heard(start);
    time.setNow(start - HOUR_MS);
    confirmed.heard(start);
    expect(fired).toEqual([31 * DAY_MS + 10_000, 31 * DAY_MS + 8000, null, -HOUR_MS]);
  });

  it('is that of the latest of several answers, which differ by seconds, and is not fired for each', () => {
    const { confirmed } = createClock({ saved: start, wall: start + 31 * DAY_MS + 30_000 });
    const fired: (number | null)[] = [];
    confirmed.onDidChangeError((wrongByMs) => fired.push(wrongByMs));
    for (const after of [0, 1000, 0, 1000, -2000]) confirmed.heard(start + after);
    expect(fired).toEqual([31 * DAY_MS + 30_000, 31 * DAY_MS + 29_000]);
  });

  it('is known from the last witness until the clock is set or the computer sleeps', async () => {
    const { time, confirmed } = createClock({ saved: start, wall: start + 31 * DAY_MS });
    expect(confirmed.aheadMs()).toBeNull();
    confirmed.heard(start);
    expect(confirmed.aheadMs()).toBe(31 * DAY_MS);
    await time.advance(DAY_MS);
    time.setNow(start + DAY_MS);
    expect(confirmed.aheadMs()).toBeNull();
    confirmed.heard(start + DAY_MS);
    expect(confirmed.aheadMs()).toBe(0);
  });
});

describe('before anything was stored', () => {
  it.each([400, -400, 9000, -9000])(
    'the first witness counts against a clock that is %i days wrong',
    (days) => {
      const { confirmed } = createClock({ wall: start + days * DAY_MS });
      confirmed.heard(start);
      expect(confirmed.wrongByMs()).toBe(days * DAY_MS);
      // The witness may be wrong itself: the confirmed time is the earlier of both.
      expect(confirmed.now()).toBe(start + Math.min(0, days) * DAY_MS);
      // Another witness alone moves nothing any more.
      confirmed.heard(start + YEAR_MS);
      expect(confirmed.now()).toBe(start + Math.min(0, days) * DAY_MS);
      expect(confirmed.wrongByMs()).toBe(days * DAY_MS);
    },
  );

  it('a witness that differs by hours may be wrong itself', () => {
    const { confirmed } = createClock();
    confirmed.heard(start + 20 * HOUR_MS);
    expect(confirmed.wrongByMs()).toBeNull();
  });

  it('is not saved as confirmed without a witness', async () => {
    const { time, confirmed, saves } = createClock();
    await time.advance(HOUR_MS);
    confirmed.dispose();
    expect(saves).toEqual([]);
  });
});

describe('after a restart, the error of the wall clock', () => {
  const ahead = { at: start, wall: start + 400 * DAY_MS, isKnown: true };

  it('is known while the wall clock goes on as it was, for a day', () => {
    const at = (wall: number) => createClock({ wall, saved: start, witnessed: ahead }).confirmed.wrongByMs();
    expect(at(ahead.wall + MINUTE_MS)).toBe(400 * DAY_MS);
    expect(at(ahead.wall + DAY_MS)).toBeNull();
    expect(at(start + MINUTE_MS)).toBeNull();
  });

  it('of some minutes is known for half of them: then the clock may have been set', () => {
    const at = (passed: number) => {
      const witnessed = { at: start, wall: start - 20 * MINUTE_MS, isKnown: true };
      return createClock({ wall: witnessed.wall + passed, saved: 0, witnessed }).confirmed.wrongByMs();
    };
    expect(at(9 * MINUTE_MS)).toBe(-20 * MINUTE_MS);
    expect(at(20 * MINUTE_MS)).toBeNull();
  });

  it('shows when a clock is behind what was confirmed, before any answer', () => {
    const right = { at: start - DAY_MS, wall: start - DAY_MS, isKnown: true };
    const { confirmed } = createClock({ wall: start - 400 * DAY_MS, saved: start, witnessed: right });
    expect(confirmed.wrongByMs()).toBe(-400 * DAY_MS);
    expect(
      createClock({ wall: start - MINUTE_MS, saved: start, witnessed: right }).confirmed.wrongByMs(),
    ).toBe(null);
    // Without a witness, the saved time may be that of a clock that was ahead.
    expect(createClock({ wall: start - 400 * DAY_MS, saved: start }).confirmed.wrongByMs()).toBeNull();
  });

  it('is saved when it changes, and when the clock is right again', () => {
    const { time, confirmed, witnesses } = createClock({ saved: start, wall: start + 31 * DAY_MS });
    confirmed.heard(start);
    confirmed.heard(start + 1000);
    expect(witnesses).toEqual([{ at: start, wall: start + 31 * DAY_MS, isKnown: true }]);
    time.setNow(start);
    confirmed.heard(start);
    confirmed.heard(start + 1000);
    expect(witnesses.at(1)).toEqual({ at: start, wall: start, isKnown: true });
    expect(witnesses).toHaveLength(2);
  });
});

describe('a start knows of the wall clock what the run before it knew at its end', () => {
  const restarted = (world: ClockWorld) => {
    const before = { wrongBy: world.wrongByMs(), shown: world.shownAheadMs() };
    world.off(MINUTE_MS);
    expect({ wrongBy: world.wrongByMs(), shown: world.shownAheadMs() }).toEqual(before);
  };

  it.each([-400 * DAY_MS, -2 * DAY_MS, -HOUR_MS, HOUR_MS, 2 * DAY_MS, 400 * DAY_MS])(
    'of one that is %i ms ahead: after an answer, hours after it, after starts without one, and after sleep',
    async (errorMs) => {
      const world = new ClockWorld(start, 'the time');
      restarted(world);
      world.answer();
      restarted(world);
      world.set(errorMs);
      world.answer();
      expect(world.wrongByMs()).toBe(errorMs);
      restarted(world);
      restarted(world);
      await world.work(40 * HOUR_MS);
      restarted(world);
      world.sleep(HOUR_MS / 4);
      restarted(world);
      expect(world.wrongByMs()).toBe(errorMs);
    },
  );

  it('of one that was set in between, and was not compared since', async () => {
    const world = new ClockWorld(start, 'the time');
    world.answer();
    world.set(2 * DAY_MS);
    world.answer();
    world.set(HOUR_MS);
    expect(world.wrongByMs()).toBeNull();
    world.off(3 * DAY_MS);
    expect(world.wrongByMs()).toBeNull();
    world.answer();
    expect(world.wrongByMs()).toBe(HOUR_MS);
  });
});

it('the number that others are told is the one that is computed with, while answers differ by seconds', () => {
  const { time, confirmed } = createClock({ saved: start, wall: start + 31 * DAY_MS + 12_345 });
  let told: number | null = null;
  confirmed.onDidChangeError((wrongByMs) => {
    told = wrongByMs;
  });
  for (const after of [0, 1000, -2000, 9000, 400_000]) {
    confirmed.heard(start + after);
    confirmed.check();
    expect(told).toBe(confirmed.correctionMs());
  }
  time.setNow(start - DAY_MS);
  confirmed.check();
  expect(told).toBe(confirmed.correctionMs());
});

it.each([-400 * DAY_MS, -3 * HOUR_MS, 3 * HOUR_MS, 400 * DAY_MS])(
  'a clock that is set by %i ms between any two readings is known after the next answer, and no time is early',
  async (jumpMs) => {
    for (let jumpsAt = 0; jumpsAt < 30; jumpsAt += 1) {
      const time = createFakeTime(start);
      let reading = 0;
      const clock = {
        ...time.clock,
        now: () => {
          if (reading++ === jumpsAt) time.setNow(start + time.passed() + jumpMs);
          return time.clock.now();
        },
      };
      const repository = {
        ...{ load: () => start, lastStored: () => start, witnessed: () => null },
        ...{ save: () => ok(null), saveWitnessed: () => ok(null) },
      };
      const { logger } = createRecordingLogger();
      const confirmed = new ConfirmedClock({ repository, clock, scheduler: time.scheduler, logger });
      for (let hour = 0; hour < 10; hour += 1) {
        confirmed.heard(start + time.passed());
        await time.advance(HOUR_MS);
        confirmed.check();
      }
      confirmed.heard(start + time.passed());
      expect(confirmed.wrongByMs()).toBe(jumpMs);
      expect(correctedClock(clock, confirmed).now()).toBe(start + time.passed());
      expect(confirmed.now()).toBeLessThanOrEqual(start + time.passed());
    }
  },
);

it('all times are whole milliseconds, by the clocks of a process and whatever a witness says', () => {
  for (const errorMs of [-DAY_MS, -6 * MINUTE_MS, 0, 6 * MINUTE_MS, DAY_MS]) {
    const wall = { ...systemClock, now: () => systemClock.now() + errorMs };
    const repository = {
      ...{ load: () => systemClock.now(), lastStored: () => null, witnessed: () => null },
      ...{ save: () => ok(null), saveWitnessed: () => ok(null) },
    };
    const { scheduler } = createFakeTime();
    const { logger } = createRecordingLogger();
    const confirmed = new ConfirmedClock({ repository, clock: wall, scheduler, logger });
    confirmed.heard(systemClock.now() + 0.75);
    const clock = correctedClock(wall, confirmed);
    for (let reading = 0; reading < 50; reading += 1) {
      const times = [clock.now(), confirmed.now(), confirmed.aheadMs(), confirmed.correctionMs()];
      expect(times.every(Number.isInteger)).toBe(true);
    }
  }
});

it('a corrected clock goes by the witness until the clock is set, and by the wall clock otherwise', async () => {
  const { time, confirmed } = createClock({ saved: start, wall: start + 31 * DAY_MS });
  const clock = correctedClock(time.clock, confirmed);
  expect(clock.now()).toBe(start + 31 * DAY_MS);
  confirmed.heard(start);
  expect(clock.now()).toBe(start);
  await time.advance(HOUR_MS);
  expect(clock.now()).toBe(start + HOUR_MS);
  time.setNow(start + HOUR_MS + MINUTE_MS);
  expect(clock.now()).toBe(start + HOUR_MS + MINUTE_MS);
});
