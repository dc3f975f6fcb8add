import { expect, it } from 'vitest';
import { RateLimit } from '#main/platform/rateLimit.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

it('allows a number of actions within any period, and reports how long to wait', async () => {
  const { clock, advance } = createFakeTime();
  const limit = new RateLimit(2, 60_000, clock);
  expect(limit.take()).toEqual(ok(null));
  await advance(20_000);
  expect(limit.check()).toEqual(ok(null));
  expect(limit.check()).toEqual(ok(null));
  expect(limit.take()).toEqual(ok(null));
  await advance(10_000);
  expect(limit.take()).toEqual(err({ kind: 'tooOften', waitMs: 30_000 }));
  await advance(29_999);
  expect(limit.check()).toEqual(err({ kind: 'tooOften', waitMs: 1 }));
  await advance(1);
  expect(limit.take()).toEqual(ok(null));
  // The one after the first 20 s still counts.
  expect(limit.take()).toEqual(err({ kind: 'tooOften', waitMs: 20_000 }));
});

it('counts several actions taken at once', async () => {
  const { clock, advance } = createFakeTime();
  const limit = new RateLimit(5, 60_000, clock);
  expect(limit.take(3)).toEqual(ok(null));
  await advance(10_000);
  expect(limit.take(2)).toEqual(ok(null));
  expect(limit.take(3)).toEqual(err({ kind: 'tooOften', waitMs: 50_000 }));
  expect(limit.take(4)).toEqual(err({ kind: 'tooOften', waitMs: 60_000 }));
  expect(limit.take(6)).toEqual(err({ kind: 'tooOften', waitMs: 60_000 }));
  await advance(50_000);
  expect(limit.take(3)).toEqual(ok(null));
  expect(limit.take(1)).toEqual(err({ kind: 'tooOften', waitMs: 10_000 }));
});
