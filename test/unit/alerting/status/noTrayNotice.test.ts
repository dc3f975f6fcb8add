import { describe, expect, it } from 'vitest';
import { NoTrayNotice, type NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';

function setUp(memory = new Set<string>()) {
  const tray: { isShown: boolean | null } = { isShown: false };
  const notices: string[] = [];
  const kept: NoticeMemory = {
    wasTold: (notice) => memory.has(notice),
    told: (notice) => void memory.add(notice),
  };
  const notice = new NoTrayNotice({
    isTrayShown: () => tray.isShown,
    memory: kept,
    tell: () => notices.push('shown'),
  });
  return { notice, tray, notices, memory };
}

describe('NoTrayNotice', () => {
  it('is shown once when the window is closed without a tray, also after a restart', () => {
    const { notice, notices, memory } = setUp();
    notice.windowClosed();
    notice.windowClosed();
    expect(notices).toHaveLength(1);
    const next = setUp(memory);
    next.notice.windowClosed();
    expect(next.notices).toEqual([]);
  });

  it.each([true, null])(
    'is not shown where the icon is shown, or where that is not known (%s)',
    (isShown) => {
      const { notice, tray, notices, memory } = setUp();
      tray.isShown = isShown;
      notice.windowClosed();
      expect(notices).toEqual([]);
      expect(memory.size).toBe(0);
      tray.isShown = false;
      notice.windowClosed();
      expect(notices).toHaveLength(1);
    },
  );
});
