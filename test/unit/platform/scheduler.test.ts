import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemScheduler } from '#main/platform/time.ts';

const dayMs = 86_400_000;

describe('systemScheduler', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a moment', 200],
    ['the longest that setTimeout takes', 2 ** 31 - 1],
    ['one millisecond more', 2 ** 31],
    ['a year', 365 * dayMs],
  ])('waits %s and runs once, not a millisecond early', (_, delayMs) => {
    let runs = 0;
    systemScheduler.after(delayMs, () => {
      runs += 1;
    });
    vi.advanceTimersByTime(delayMs - 1);
    expect(runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect(runs).toBe(1);
    vi.advanceTimersByTime(100 * dayMs);
    expect(runs).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -5, Number.NEGATIVE_INFINITY])(
    'runs %d later as soon as possible, but never at once',
    (delayMs) => {
      let runs = 0;
      systemScheduler.after(delayMs, () => {
        runs += 1;
      });
      expect(runs).toBe(0);
      vi.advanceTimersByTime(1);
      expect(runs).toBe(1);
    },
  );

  it('does not run a task in the next turn after it was cancelled', () => {
    let runs = 0;
    systemScheduler
      .after(0, () => {
        runs += 1;
      })
      .dispose();
    vi.advanceTimersByTime(1);
    expect(runs).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, 30])('does not run once it is cancelled after %d days', (days) => {
    let runs = 0;
    const wait = systemScheduler.after(60 * dayMs, () => {
      runs += 1;
    });
    vi.advanceTimersByTime(days * dayMs);
    wait.dispose();
    wait.dispose();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100 * dayMs);
    expect(runs).toBe(0);
  });

  it('never runs a task with an infinite delay', () => {
    let runs = 0;
    const wait = systemScheduler.after(Number.POSITIVE_INFINITY, () => {
      runs += 1;
    });
    vi.advanceTimersByTime(400 * dayMs);
    expect(runs).toBe(0);
    wait.dispose();
  });
});
