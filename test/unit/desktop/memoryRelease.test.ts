import { expect, it } from 'vitest';
import { collectGarbage, MemoryRelease } from '#main/desktop/memoryRelease.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp() {
  const time = createFakeTime();
  const ended = new Emitter<void>('memoryRelease.ended');
  const seen = { hasPage: false, collections: 0 };
  const release = new MemoryRelease(
    { hasPage: () => seen.hasPage, onDidEndPage: ended.event },
    time.scheduler,
    () => {
      seen.collections += 1;
    },
  );
  return { time, ended, seen, release };
}

it('collects once, some seconds after the page has ended', async () => {
  const { time, ended, seen } = setUp();
  ended.fire();
  await time.advance(1000);
  expect(seen.collections).toBe(0);
  await time.advance(DAY_MS);
  expect(seen.collections).toBe(1);
});

it('leaves a window alone that was opened again', async () => {
  const { time, ended, seen } = setUp();
  ended.fire();
  seen.hasPage = true;
  await time.advance(DAY_MS);
  expect(seen.collections).toBe(0);
});

it('collects after a start without a window, once for all reasons', async () => {
  const { time, ended, seen, release } = setUp();
  release.releaseLater();
  await time.advance(1000);
  ended.fire();
  await time.advance(DAY_MS);
  expect(seen.collections).toBe(1);
});

it('really collects what nothing holds', () => {
  const lost = new WeakRef({ text: 'x'.repeat(1000) });
  return new Promise<void>((resolve) => {
    // A weak reference holds its target until the end of the turn that made it.
    setImmediate(() => {
      collectGarbage();
      expect(lost.deref()).toBeUndefined();
      resolve();
    });
  });
});
