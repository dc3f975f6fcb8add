import { describe, expect, it } from 'vitest';
import { createNoTrayNotice, type NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';

function setUp(memory = new Set<string>()) {
  const tray: { isShown: boolean | null } = { isShown: false };
  const notices: string[] = [];
  const kept: NoticeMemory = {
    wasTold: () => memory.has('noTray'),
    told: () => void memory.add('noTray'),
  };
  const windowClosed = createNoTrayNotice({
    isTrayShown: () => tray.isShown,
    memory: kept,
    tell: () => notices.push('shown'),
  });
  return { windowClosed, tray, notices, memory };
}

describe('the notice that there is no tray', () => {
  it('is shown once when the window is closed without a tray, also after a restart', () => {
    const { windowClosed, notices, memory } = setUp();
    windowClosed();
    windowClosed();
    expect(notices).toHaveLength(1);
    const next = setUp(memory);
    next.windowClosed();
    expect(next.notices).toEqual([]);
  });

  it.each([true, null])(
    'is not shown where the icon is shown, or where that is not known (%s)',
    (isShown) => {
      const { windowClosed, tray, notices, memory } = setUp();
      tray.isShown = isShown;
      windowClosed();
      expect(notices).toEqual([]);
      expect(memory.size).toBe(0);
      tray.isShown = false;
      windowClosed();
      expect(notices).toHaveLength(1);
    },
  );
});
