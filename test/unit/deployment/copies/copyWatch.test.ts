import { expect, it, onTestFinished } from 'vitest';
import { CopyWatch } from '#main/deployment/copies/copyWatch.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

function setUp(verify: () => Promise<void> = async () => undefined) {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const state = { checks: 0 };
  const watch = new CopyWatch({
    ...time,
    verify: () => {
      state.checks += 1;
      return verify();
    },
    logger,
  });
  onTestFinished(() => watch.dispose());
  watch.start();
  return { ...time, watch, state, lines };
}

it('checks at the start, then hourly', async () => {
  const { advance, state } = setUp();
  expect(state.checks).toBe(1);
  await advance(0);
  await advance(HOUR_MS - 1);
  expect(state.checks).toBe(1);
  await advance(1);
  expect(state.checks).toBe(2);
});

it('checks when the window is focused, at most once a minute', async () => {
  const { advance, state, watch } = setUp();
  watch.windowShown();
  expect(state.checks).toBe(1);
  await advance(MINUTE_MS);
  for (let second = 0; second < 180; second += 1) {
    watch.windowShown();
    await advance(1000);
  }
  expect(state.checks).toBe(4);
  await advance(HOUR_MS);
  expect(state.checks).toBe(5);
});

it('runs one check at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { advance, state, watch } = setUp(() => promise);
  await advance(2 * HOUR_MS);
  watch.windowShown();
  expect(state.checks).toBe(1);
  resolve();
  await advance(MINUTE_MS);
  watch.windowShown();
  expect(state.checks).toBe(2);
});

it('continues after a check that threw, until it is disposed', async () => {
  const { advance, state, watch, lines } = setUp(() => Promise.reject(new TypeError('bug')));
  await advance(HOUR_MS);
  expect(state.checks).toBe(2);
  expect(lines).toHaveLength(2);
  watch.dispose();
  watch.windowShown();
  await advance(2 * HOUR_MS);
  expect(state.checks).toBe(2);
});
