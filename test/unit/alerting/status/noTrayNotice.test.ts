import { describe, expect, it } from 'vitest';
import { NoTrayNotice, type NoticeMemory } from '#main/alerting/status/noTrayNotice.ts';

function setUp(memory = new Set<string>()) {
  const tray: { isShown: boolean | null } = { isShown: false };
  const told: string[] = [];
  const kept: NoticeMemory = {
    wasTold: (notice) => memory.has(notice),
    told: (notice) => void memory.add(notice),
  };
  const notice = new NoTrayNotice({
    isTrayShown: () => tray.isShown,
    memory: kept,
    tell: () => told.push('told'),
  });
  return { notice, tray, told, memory };
}

describe('NoTrayNotice', () => {
  it('is shown once when the window is closed without a tray, also after a restart', () => {
    const { notice, told, memory } = setUp();
    notice.windowClosed();
    notice.windowClosed();
    expect(told).toHaveLength(1);
    const next = setUp(memory);
    next.notice.windowClosed();
    expect(next.told).toEqual([]);
  });

  it.each([true, null])(
    'is not shown where the icon is shown, or where that is not known (%s)',
    (isShown) => {
      const { notice, tray, told, memory } = setUp();
      tray.isShown = isShown;
      notice.windowClosed();
      expect(told).toEqual([]);
      expect(memory.size).toBe(0);
      tray.isShown = false;
      notice.windowClosed();
      expect(told).toHaveLength(1);
    },
  );
});
