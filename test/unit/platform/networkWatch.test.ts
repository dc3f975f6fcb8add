import { describe, expect, it, onTestFinished } from 'vitest';
import { NetworkWatch } from '#main/platform/connectivity.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp({ isWindowOpen = false, isOnline = true, leadsOut = false } = {}) {
  const time = createFakeTime();
  const focused = new Emitter<void>('networkWatch.focused');
  const system = { isOnline, leadsOut, isWindowOpen, questions: 0 };
  const watch = new NetworkWatch({
    isOnline: () => {
      system.questions += 1;
      return system.isOnline;
    },
    leadsOut: () => system.leadsOut,
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

describe('NetworkWatch with nothing but a tunnel, which the system leaves out', () => {
  const tunnel = { isOnline: false, leadsOut: true, isWindowOpen: true };

  it('counts it as a network, and keeps to that after one answer', async () => {
    const { time, watch, changes } = setUp(tunnel);
    expect(watch.online()).toBe(true);
    watch.heard(true);
    watch.heard(false);
    await time.advance(HOUR_MS);
    expect([watch.online(), changes]).toEqual([true, []]);
  });

  it('takes it for none where the first request fails, and doubts that again some minutes later', async () => {
    const { time, watch, changes } = setUp(tunnel);
    watch.heard(false);
    expect(watch.online()).toBe(false);
    await time.advance(4 * MINUTE_MS);
    expect(changes).toEqual([false]);
    await time.advance(MINUTE_MS);
    expect([watch.online(), changes]).toEqual([true, [false, true]]);
    watch.heard(false);
    await time.advance(1);
    watch.heard(true);
    await time.advance(HOUR_MS);
    expect([watch.online(), changes]).toEqual([true, [false, true, false, true]]);
  });

  it('forgets what it heard when the network changes', async () => {
    const { time, watch, system } = setUp(tunnel);
    watch.heard(true);
    system.leadsOut = false;
    expect(watch.online()).toBe(false);
    system.leadsOut = true;
    watch.heard(false);
    system.isOnline = true;
    await time.advance(30_000);
    expect(watch.online()).toBe(true);
  });
});

describe('NetworkWatch and requests', () => {
  it('believes an answer more than a system without a network', async () => {
    const { time, watch, changes } = setUp({ isOnline: false });
    watch.heard(true);
    await time.advance(1);
    expect([watch.online(), changes]).toEqual([true, [true]]);
  });

  it('does not take failures for a missing network where the system has one', async () => {
    const { time, watch, changes } = setUp();
    watch.heard(false);
    await time.advance(HOUR_MS);
    expect([watch.online(), changes]).toEqual([true, []]);
  });
});
