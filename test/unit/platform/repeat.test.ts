import { expect, it, onTestFinished } from 'vitest';
import { handleUnexpected } from '#main/platform/errors.ts';
import { repeat } from '#main/platform/time.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

it('work that is repeated goes on after an exception, which is reported', async () => {
  const reported: string[] = [];
  onTestFinished(handleUnexpected((_, source) => reported.push(source)).dispose);
  const { scheduler, advance, pending } = createFakeTime();
  let runs = 0;
  const work = repeat(scheduler, 'repeat.test', 1000, () => {
    runs += 1;
    if (runs === 1) throw new Error('unreadable');
  });
  await advance(2500);
  expect(runs).toBe(2);
  expect(reported).toEqual(['repeat.test']);
  work.dispose();
  expect(pending()).toBe(0);
});

it('work that ends itself is not repeated', async () => {
  const { scheduler, advance, pending } = createFakeTime();
  const work = repeat(scheduler, 'repeat.test', 1000, () => work.dispose());
  await advance(1000);
  expect(pending()).toBe(0);
});
