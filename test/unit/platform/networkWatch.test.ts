import { describe, expect, it, onTestFinished } from 'vitest';
import { NetworkWatch } from '#main/platform/connectivity.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp({ isWindowOpen = false, isOnline = true } = {}) {
  const time = createFakeTime();
  const focused = new Emitter<void>('networkWatch.focused');
  const system = { isOnline, isWindowOpen, questions: 0 };
  const watch = new NetworkWatch({
    isOnline: () => {
      system.questions += 1;
      return system.isOnline;
    },
    window: { isOpen: () => system.isWindowOpen, onDidFocus: focused.event },
    scheduler: time.scheduler,
  });
  onTestFinished(() => watch.dispose());
  const changes: boolean[] = [];
  watch.onDidChange((online) => changes.push(online));
  return { time, watch, system, focused, changes };
}

describe('NetworkWatch', () => {
  it('leaves an idle app alone while there is a network', async () => {
    const { time, system } = setUp();
    await time.advance(MINUTE_MS);
    system.questions = 0;
    await time.advance(24 * HOUR_MS);
    expect(system.questions).toBe(0);
  });

  it('reports a lost network when a poll asks, after the call', async () => {
    const { time, watch, system, changes } = setUp();
    await time.advance(HOUR_MS);
    system.isOnline = false;
    expect(watch.online()).toBe(false);
    expect(changes).toEqual([]);
    await time.advance(1);
    expect(changes).toEqual([false]);
  });

  it('notices within half a minute that the network is back', async () => {
    const { time, system, changes } = setUp({ isOnline: false });
    await time.advance(3 * HOUR_MS);
    system.isOnline = true;
    await time.advance(30_000);
    expect(changes).toEqual([true]);
  });

  it('follows the network while the window is open', async () => {
    const { time, system, changes } = setUp({ isWindowOpen: true });
    await time.advance(HOUR_MS);
    system.isOnline = false;
    await time.advance(30_000);
    expect(changes).toEqual([false]);
  });

  it('looks when the window comes to the front, and follows from then on', async () => {
    const { time, system, focused, changes } = setUp();
    await time.advance(HOUR_MS);
    system.isOnline = false;
    system.isWindowOpen = true;
    focused.fire();
    expect(changes).toEqual([false]);
    system.isOnline = true;
    await time.advance(30_000);
    system.isOnline = false;
    await time.advance(30_000);
    expect(changes).toEqual([false, true, false]);
  });

  it('ends with the window that was closed', async () => {
    const { time, system } = setUp({ isWindowOpen: true });
    await time.advance(HOUR_MS);
    system.isWindowOpen = false;
    await time.advance(MINUTE_MS);
    system.questions = 0;
    await time.advance(HOUR_MS);
    expect(system.questions).toBe(0);
  });

  it('says nothing after it is disposed', async () => {
    const { time, watch, system, focused, changes } = setUp({ isWindowOpen: true });
    watch.dispose();
    system.isOnline = false;
    focused.fire();
    await time.advance(HOUR_MS);
    expect(changes).toEqual([]);
  });
});
