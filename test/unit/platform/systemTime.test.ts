import { describe, expect, it, onTestFinished } from 'vitest';
import { SystemTime } from '#main/platform/systemTime.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp() {
  const time = createFakeTime();
  const systemTime = new SystemTime(time.clock, time.scheduler);
  onTestFinished(() => systemTime.dispose());
  const seen = { jumps: 0 };
  systemTime.onDidJump(() => {
    seen.jumps += 1;
  });
  return { time, systemTime, seen };
}

describe('SystemTime', () => {
  it.each([
    ['ahead by hours, as after sleep', 8 * HOUR_MS],
    ['back by a year', -365 * DAY_MS],
    ['ahead by three minutes', 3 * MINUTE_MS],
  ])('notices within five minutes, and once, that the wall clock went %s', async (_, byMs) => {
    const { time, seen } = setUp();
    await time.advance(12 * MINUTE_MS);
    time.setNow(time.clock.now() + byMs);
    await time.advance(5 * MINUTE_MS);
    expect(seen.jumps).toBe(1);
    await time.advance(DAY_MS);
    expect(seen.jumps).toBe(1);
  });

  it('says every five minutes that the clocks were compared, after a jump that this found', async () => {
    const { time, systemTime, seen } = setUp();
    const jumps: number[] = [];
    systemTime.onDidCompare(() => jumps.push(seen.jumps));
    await time.advance(6 * MINUTE_MS);
    time.setNow(time.clock.now() + HOUR_MS);
    await time.advance(10 * MINUTE_MS);
    expect(jumps).toEqual([0, 1, 1]);
  });

  it('notices it at once when it is checked', async () => {
    const { time, systemTime, seen } = setUp();
    await time.advance(MINUTE_MS);
    time.setNow(time.clock.now() + HOUR_MS);
    systemTime.check();
    systemTime.check();
    expect(seen.jumps).toBe(1);
  });

  it('notices sleep in which the monotonic clock went on', async () => {
    let steady = 0;
    const runs: (() => void)[] = [];
    const scheduler = {
      after: (_delayMs: number, run: () => void) => {
        runs.push(run);
        return { dispose: () => undefined };
      },
    };
    const systemTime = new SystemTime({ now: () => steady, monotonic: () => steady }, scheduler);
    let jumps = 0;
    systemTime.onDidJump(() => {
      jumps += 1;
    });
    steady = 5 * MINUTE_MS;
    runs.shift()?.();
    expect(jumps).toBe(0);
    steady += HOUR_MS;
    runs.shift()?.();
    expect(jumps).toBe(1);
  });

  it.each([MINUTE_MS, -MINUTE_MS])('ignores a clock that is set by %d ms', async (byMs) => {
    const { time, systemTime, seen } = setUp();
    await time.advance(20 * MINUTE_MS);
    time.setNow(time.clock.now() + byMs);
    systemTime.check();
    await time.advance(20 * MINUTE_MS);
    expect(seen.jumps).toBe(0);
  });

  it('reports a wake-up of the system once, though the clocks disagree as well', async () => {
    const { time, systemTime, seen } = setUp();
    time.setNow(time.clock.now() + HOUR_MS);
    systemTime.resumed();
    systemTime.check();
    await time.advance(20 * MINUTE_MS);
    expect(seen.jumps).toBe(1);
  });

  it('does not look again after it is disposed', async () => {
    const { time, systemTime, seen } = setUp();
    systemTime.dispose();
    time.setNow(time.clock.now() + HOUR_MS);
    await time.advance(DAY_MS);
    expect(seen.jumps).toBe(0);
  });
});
