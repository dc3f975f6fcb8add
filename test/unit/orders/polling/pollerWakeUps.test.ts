import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { failed, given } from './fakes.ts';
import { createHarness } from './pollerHarness.ts';

const refusal: AppError = { kind: 'unknownRid' };

/** An order's part of the range of its interval at which the poll is `ms` after that of 0.5. */
const later = (ms: number) => 0.5 + ms / (0.2 * 6 * HOUR_MS);

/** When the requests after the first ones were sent, in whole ms after `since`. */
function sentAfter({ service }: ReturnType<typeof createHarness>, since: number): readonly number[] {
  return service.requests.flatMap(({ at }) => (at > since ? [Math.floor(at - since)] : []));
}

describe('polls that are due within a minute', () => {
  it('are made together, with the first of them', async () => {
    const times = [0.5, later(50_000), later(5 * MINUTE_MS)];
    const harness = createHarness({ random: () => times.shift() ?? 0.5 });
    harness.add('a', 3);
    harness.poller.start();
    await harness.time.advance(6 * HOUR_MS + 10 * MINUTE_MS);
    const [first = 0, second = 0, third = 0] = sentAfter(harness, MINUTE_MS);
    expect(second).toBe(first);
    expect(third - first).toBeGreaterThan(4 * MINUTE_MS);
  });

  it('are made together for all connections', async () => {
    const times = [0.5, later(50_000)];
    const harness = createHarness({ random: () => times.shift() ?? 0.5 });
    harness.add('a', 1);
    harness.add('b', 1, 'other');
    harness.poller.start();
    await harness.time.advance(6 * HOUR_MS + MINUTE_MS);
    const [first = 0, second = 0] = sentAfter(harness, MINUTE_MS);
    expect(second).toBe(first);
  });

  it('wait for their time where the interval is short: 2 % of it', async () => {
    const times = [0.5, 0.5 + 50_000 / (0.2 * 15 * MINUTE_MS)];
    const harness = createHarness({ random: () => times.shift() ?? 0.5 });
    harness.set({ pollIntervalMinutes: 15 });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(17 * MINUTE_MS);
    const [first = 0, second = 0] = sentAfter(harness, MINUTE_MS);
    expect(second - first).toBeGreaterThan(45_000);
  });

  it('do not come before their time after a failure', async () => {
    const harness = createHarness({ answer: ({ rid }) => (rid === 'rid-0' ? failed(refusal) : given(rid)) });
    harness.add('a', 2);
    harness.poller.start();
    await harness.time.advance(1000);
    const planned = harness.orders.list().find(({ failure }) => failure !== null)?.nextPollAt ?? 0;
    const offset = harness.time.clock.now() - harness.time.clock.monotonic();
    await harness.time.advance(7 * HOUR_MS);
    const [, again] = harness.service.requests.filter(({ rid }) => rid === 'rid-0');
    expect(offset + (again?.at ?? 0)).toBeGreaterThanOrEqual(planned);
    // The other order is polled once more: not together with this one, which is polled far more often.
    expect(harness.asked()['rid-1']).toBe(2);
  });
});
