import { describe, expect, it } from 'vitest';
import { createTicker, nextBoundary } from '#renderer/hooks/ticker.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

const START = Date.UTC(2026, 10, 20, 12, 0, 10, 300);

/** A wall clock controlled by the test, with its single timer. */
class FakeTime {
  now = START;
  timer: { at: number; callback: () => void } | null = null;
  armed = 0;

  readonly after = (ms: number, callback: () => void) => {
    const timer = { at: this.now + ms, callback };
    this.timer = timer;
    this.armed += 1;
    return () => {
      if (this.timer === timer) this.timer = null;
    };
  };

  /** Lets the timer fire, `early` milliseconds before its time. */
  fire(early = 0): void {
    const { timer } = this;
    if (timer === null) throw new Error('no timer is armed');
    this.timer = null;
    this.now = timer.at - early;
    timer.callback();
  }
}

function setUp() {
  const time = new FakeTime();
  const ticker = createTicker({ now: () => time.now, after: time.after });
  const ticks = { second: 0, minute: 0 };
  return {
    time,
    ticker,
    ticks,
    watch: (grain: 'second' | 'minute') =>
      ticker.subscribe(grain, () => {
        ticks[grain] += 1;
      }),
  };
}

describe('nextBoundary', () => {
  it('is the next full second or minute, never the current one', () => {
    expect(nextBoundary(START, 'second')).toBe(START + 700);
    expect(nextBoundary(START + 700, 'second')).toBe(START + 1700);
    expect(nextBoundary(START, 'minute')).toBe(START - 10_300 + MINUTE_MS);
  });
});

describe('createTicker', () => {
  it('needs no timer without subscribers', () => {
    const { time, watch } = setUp();
    expect(time.timer).toBeNull();
    const stop = watch('minute');
    expect(time.timer?.at).toBe(nextBoundary(START, 'minute'));
    stop();
    expect(time.timer).toBeNull();
  });

  it('has one timer, per second only with a subscriber for seconds', () => {
    const { time, watch } = setUp();
    watch('minute');
    const stop = watch('second');
    watch('second');
    expect(time.timer?.at).toBe(START + 700);
    stop();
    expect(time.timer?.at).toBe(START + 700);
  });

  it('returns to minutes when the last subscriber for seconds leaves', () => {
    const { time, watch } = setUp();
    watch('minute');
    watch('second')();
    expect(time.timer?.at).toBe(nextBoundary(START, 'minute'));
  });

  it('notifies subscribers for minutes only of new minutes', () => {
    const { time, ticker, ticks, watch } = setUp();
    watch('minute');
    watch('second');
    for (let tick = 0; tick < 50; tick += 1) time.fire();
    expect(ticks).toEqual({ second: 50, minute: 1 });
    expect(ticker.current('minute')).toBe(nextBoundary(START, 'minute'));
    expect(ticker.current('second')).toBe(nextBoundary(START, 'minute'));
  });

  it('shows the same moment between two ticks', () => {
    const { time, ticker, watch } = setUp();
    watch('second');
    time.fire();
    const shown = ticker.current('second');
    time.now += 400;
    expect(ticker.current('second')).toBe(shown);
  });

  it('counts a timer that fires a little early as on time, without a second tick for the same second', () => {
    const { time, ticker, watch } = setUp();
    watch('second');
    time.fire(3);
    expect(ticker.current('second')).toBe(START + 700);
  });

  it('follows a clock set back', () => {
    const { time, ticker, watch } = setUp();
    watch('second');
    time.now -= 3_600_000;
    ticker.tick();
    expect(ticker.current('second')).toBe(START - 3_600_000);
    expect(time.timer?.at).toBe(nextBoundary(START - 3_600_000, 'second'));
  });

  it('stops while paused, and notifies all subscribers at once when it resumes', () => {
    const { time, ticker, ticks, watch } = setUp();
    watch('second');
    watch('minute');
    ticker.setPaused(true);
    expect(time.timer).toBeNull();
    ticker.tick();
    expect(ticks).toEqual({ second: 0, minute: 0 });
    time.now += 8 * 3_600_000;
    ticker.setPaused(false);
    expect(ticks).toEqual({ second: 1, minute: 1 });
    expect(ticker.current('minute')).toBe(time.now);
    expect(time.timer).not.toBeNull();
  });

  it('keeps the moment of this minute for its first subscriber, whose text was drawn with it', () => {
    const { time, ticker, watch } = setUp();
    time.now += 600;
    watch('minute');
    watch('second');
    expect(ticker.current('minute')).toBe(START);
    expect(ticker.current('second')).toBe(START);
  });

  it('starts with the current time after a long period without subscribers', () => {
    const { time, ticker, watch } = setUp();
    time.now += 90_000;
    watch('second');
    expect(ticker.current('second')).toBe(START + 90_000);
  });
});
