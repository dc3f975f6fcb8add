import { expect, it } from 'vitest';
import {
  ATTEMPT_DELAY_MS,
  type AttemptProgress,
  chooseAddresses,
  staggered,
} from '#main/monitoring/probe/endpointProber.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const v4 = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index + 10}`);
const v6 = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8::${index + 10}`);

it('uses all of up to sixteen addresses, IPv4 first, in an order independent of the resolver', () => {
  expect(chooseAddresses(['2001:db8::2', '192.0.2.9', '2001:db8::1', '192.0.2.10'])).toEqual([
    '192.0.2.10',
    '192.0.2.9',
    '2001:db8::1',
    '2001:db8::2',
  ]);
});

it.each([
  [20, 20, 8, 8],
  [20, 4, 12, 4],
  [3, 30, 3, 13],
  [30, 0, 16, 0],
  [0, 30, 0, 16],
  [8, 8, 8, 8],
])('of %i and %i addresses it uses %i and %i, the same in any order', (ofV4, ofV6, isV4, isV6) => {
  const all = [...v4(ofV4), ...v6(ofV6)];
  const chosen = chooseAddresses(all);
  expect(chosen).toEqual([...v4(isV4), ...v6(isV6)]);
  expect(chooseAddresses(all.reverse())).toEqual(chosen);
});

/** Attempts that begin at once and end when the test says so. */
function harness(items: readonly string[], isBegun = true) {
  const time = createFakeTime();
  const attempts = new Map<
    string,
    AttemptProgress & { readonly end: (outcome: string) => void; readonly fail: (error: Error) => void }
  >();
  const outcomes = staggered(items, time.scheduler, (item, progress) => {
    if (isBegun) progress.begun();
    return new Promise<string>((end, fail) => attempts.set(item, { ...progress, end, fail }));
  });
  const started = async () => {
    await time.advance(0);
    return [...attempts.keys()];
  };
  return { time, outcomes, started, of: (item: string) => attempts.get(item) };
}

it('starts the next attempt when the one before is answered, has ended, or has waited for a moment', async () => {
  const { time, outcomes, started, of } = harness(['a', 'b', 'c', 'd']);
  expect(await started()).toEqual(['a']);
  of('a')?.answered();
  expect(await started()).toEqual(['a', 'b']);
  of('b')?.end('B');
  expect(await started()).toEqual(['a', 'b', 'c']);
  await time.advance(ATTEMPT_DELAY_MS - 1);
  expect(await started()).toHaveLength(3);
  await time.advance(1);
  expect(await started()).toEqual(['a', 'b', 'c', 'd']);
  for (const item of ['d', 'c', 'a']) of(item)?.end(item.toUpperCase());
  expect(await outcomes).toEqual(['A', 'B', 'C', 'D']);
  expect(time.pending()).toBe(0);
});

it('does not count the time in which an attempt waits to begin', async () => {
  const { time, started, of } = harness(['a', 'b'], false);
  await time.advance(10 * ATTEMPT_DELAY_MS);
  expect(await started()).toEqual(['a']);
  of('a')?.begun();
  await time.advance(ATTEMPT_DELAY_MS);
  expect(await started()).toEqual(['a', 'b']);
});

it('rejects as an attempt that does, and starts the next one all the same', async () => {
  const { outcomes, started, of } = harness(['a', 'b']);
  const broken = expect(outcomes).rejects.toThrow('broken');
  await started();
  of('a')?.fail(new Error('broken'));
  await broken;
  expect(await started()).toEqual(['a', 'b']);
});
