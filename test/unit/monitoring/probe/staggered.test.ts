import { expect, it } from 'vitest';
import { ATTEMPT_DELAY_MS, type AttemptProgress, staggered } from '#main/monitoring/probe/staggered.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

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
