import { expect, it } from 'vitest';
import { inSlices, nextSlice } from '#main/platform/slices.ts';

/** Holds the thread for a while, as any work does. */
function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Counts the turns of the event loop during a work. */
async function turnsOf(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

it('many short works after each other leave the thread as free as one long one', async () => {
  const turns = await turnsOf(async () => {
    for (let work = 0; work < 60; work += 1) {
      await inSlices(
        (function* () {
          hold(1);
          yield;
        })(),
      );
    }
  });
  expect(turns).toBeGreaterThanOrEqual(6);
});

it('two works at the same time take turns, a step each', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    for (let step = 0; step < 10; step += 1) {
      await nextSlice();
      hold(6);
      order.push(name);
    }
  };
  const turns = await turnsOf(async () => {
    await Promise.all([work('a'), work('b')]);
  });
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(order.slice(0, 10).filter((name) => name === 'a')).toHaveLength(5);
});
