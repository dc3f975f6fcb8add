import { describe, expect, it } from 'vitest';
import { createNoTrayNotice, type NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';

function setUp(memory = new Set<string>()) {
  const state: { isTrayShown: boolean | Promise<boolean>; isWindowOpen: boolean } = {
    isTrayShown: false,
    isWindowOpen: false,
  };
  const notices: string[] = [];
  const kept: NoticeMemory = {
    wasTold: () => memory.has('noTray'),
    told: () => void memory.add('noTray'),
  };
  const windowClosed = createNoTrayNotice({
    isTrayShown: () => Promise.resolve(state.isTrayShown),
    isWindowOpen: () => state.isWindowOpen,
    memory: kept,
    tell: () => Promise.resolve(void notices.push('shown')),
  });
  return { windowClosed, state, notices, memory };
}

describe('the notice that there is no tray', () => {
  it('is shown once when the window is closed without a tray, also after a restart', async () => {
    const { windowClosed, notices, memory } = setUp();
    await windowClosed();
    await windowClosed();
    expect(notices).toHaveLength(1);
    const next = setUp(memory);
    await next.windowClosed();
    expect(next.notices).toEqual([]);
  });

  it('is not shown where the icon is shown', async () => {
    const { windowClosed, state, notices, memory } = setUp();
    state.isTrayShown = true;
    await windowClosed();
    expect(notices).toEqual([]);
    expect(memory.size).toBe(0);
    state.isTrayShown = false;
    await windowClosed();
    expect(notices).toHaveLength(1);
  });

  it('waits until it is known whether there is a tray', async () => {
    const { windowClosed, state, notices } = setUp();
    const known = Promise.withResolvers<boolean>();
    state.isTrayShown = known.promise;
    const closings = [windowClosed(), windowClosed()];
    await Promise.resolve();
    expect(notices).toEqual([]);
    known.resolve(false);
    await Promise.all(closings);
    expect(notices).toHaveLength(1);
  });

  it('is left for the next closing when the window was opened again meanwhile', async () => {
    const { windowClosed, state, notices, memory } = setUp();
    const closing = windowClosed();
    state.isWindowOpen = true;
    await closing;
    expect(notices).toEqual([]);
    expect(memory.size).toBe(0);
  });
});
