import { describe, expect, it } from 'vitest';
import { createClosingNotice, type NoticeMemory } from '#main/alerting/overview/closingNotice.ts';

function setUp(memory = new Set<string>()) {
  const state: { isTrayShown: boolean | Promise<boolean>; isWindowOpen: boolean } = {
    isTrayShown: false,
    isWindowOpen: false,
  };
  const notices: string[] = [];
  const kept: NoticeMemory = {
    wasShown: (notice) => memory.has(notice),
    setShown: (notice) => void memory.add(notice),
  };
  const windowClosed = createClosingNotice({
    isTrayShown: () => Promise.resolve(state.isTrayShown),
    isWindowOpen: () => state.isWindowOpen,
    memory: kept,
    tell: (notice) => Promise.resolve(void notices.push(notice)),
  });
  return { windowClosed, state, notices, memory };
}

describe('the notice that the app goes on', () => {
  it.each([
    [true, 'tray'],
    [false, 'noTray'],
  ])(
    'is shown once when the window is closed, also after a restart (tray: %s)',
    async (isTrayShown, notice) => {
      const { windowClosed, state, notices, memory } = setUp();
      state.isTrayShown = isTrayShown;
      await windowClosed();
      await windowClosed();
      expect(notices).toEqual([notice]);
      const next = setUp(memory);
      next.state.isTrayShown = isTrayShown;
      await next.windowClosed();
      expect(next.notices).toEqual([]);
    },
  );

  it('is shown again where there is no tray any more', async () => {
    const { windowClosed, state, notices } = setUp();
    state.isTrayShown = true;
    await windowClosed();
    state.isTrayShown = false;
    await windowClosed();
    await windowClosed();
    expect(notices).toEqual(['tray', 'noTray']);
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
    expect(notices).toEqual(['noTray']);
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
