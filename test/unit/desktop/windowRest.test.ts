import { expect, it } from 'vitest';
import { WindowRest } from '#main/desktop/windowRest.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp(given: { readonly isFullScreen?: boolean; mayRest?: boolean } = {}) {
  const time = createFakeTime();
  const done: string[] = [];
  const window = {
    isFullScreen: () => given.isFullScreen ?? false,
    hide: () => done.push('hide'),
    destroy: () => done.push('destroy'),
  };
  const rest = new WindowRest(time.scheduler, () => given.mayRest ?? true);
  return { time, done, window, rest };
}

it('hides a closed window, and destroys it after ten minutes', async () => {
  const { time, done, window, rest } = setUp();
  expect(rest.begin(window)).toBe(true);
  expect(rest.isResting).toBe(true);
  await time.advance(10 * MINUTE_MS - 1);
  expect(done).toEqual(['hide']);
  await time.advance(1);
  expect(done).toEqual(['hide', 'destroy']);
});

it('destroys a window within a minute that may rest no longer', async () => {
  const given = { mayRest: true };
  const { time, done, window, rest } = setUp(given);
  rest.begin(window);
  await time.advance(MINUTE_MS);
  given.mayRest = false;
  expect(done).toEqual(['hide']);
  await time.advance(MINUTE_MS);
  expect(done).toEqual(['hide', 'destroy']);
});

it('leaves a window alone that shows again', async () => {
  const { time, done, window, rest } = setUp();
  rest.begin(window);
  rest.end();
  expect(rest.isResting).toBe(false);
  await time.advance(DAY_MS);
  expect(done).toEqual(['hide']);
});

it.each([{ isFullScreen: true }, { mayRest: false }])('does not begin with %o', (given) => {
  const { done, window, rest } = setUp(given);
  expect(rest.begin(window)).toBe(false);
  expect(rest.isResting).toBe(false);
  expect(done).toEqual([]);
});

it('does not keep a window that is closed while it rests', () => {
  const { window, rest } = setUp();
  rest.begin(window);
  expect(rest.begin(window)).toBe(false);
});
