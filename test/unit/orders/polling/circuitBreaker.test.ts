import { beforeEach, describe, expect, it } from 'vitest';
import { CircuitBreaker } from '#main/orders/polling/circuitBreaker.ts';
import type { AppError } from '#shared/errors.ts';
import { createFakeTime, type FakeTime } from '#test/support/fakeTime.ts';

const refused: AppError = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' };
const busyFor = (retryAfterMs: number): AppError => ({ kind: 'serverError', status: 503, retryAfterMs });

describe('the time of the next try that the window shows', () => {
  let time: FakeTime;
  let breaker: CircuitBreaker;
  const retryIn = () => {
    const state = breaker.state();
    return state.kind === 'probing' ? state.retryAt - time.clock.now() : null;
  };

  beforeEach(() => {
    time = createFakeTime();
    breaker = new CircuitBreaker(time.clock, () => 0.5);
  });

  it('is the time from which a probe may start', async () => {
    while (breaker.state().kind === 'active') breaker.record('order', refused, 1);
    const wait = retryIn() ?? 0;
    expect(wait).toBeGreaterThan(0);
    await time.advance(wait - 1);
    expect(breaker.admits(0, time.clock.monotonic())).toBe(false);
    await time.advance(1);
    expect(breaker.admits(0, time.clock.monotonic())).toBe(true);
  });

  it('is now once the user asked for a try', async () => {
    while (breaker.state().kind === 'active') breaker.record('order', refused, 1);
    await time.advance(1000);
    breaker.tryProbeForUser();
    expect(retryIn()).toBeLessThanOrEqual(0);
    expect(breaker.admits(0, time.clock.monotonic())).toBe(true);
  });

  it('is not before the time that the service asked for', () => {
    while (breaker.state().kind === 'active') breaker.record('order', busyFor(600_000), 1);
    breaker.tryProbeForUser();
    expect(retryIn()).toBe(600_000);
  });
});
