/** Where the app is after its window was closed: in the tray, or without anything to be seen. */
export const closingNotices = ['tray', 'noTray'] as const;
export type ClosingNotice = (typeof closingNotices)[number];

export interface ClosingNoticePorts {
  /** Whether the desktop shows the tray icon, as soon as that is known. */
  readonly isTrayShown: () => Promise<boolean>;
  readonly isWindowOpen: () => boolean;
  readonly memory: NoticeMemory;
  /** Tells the user that the app goes on, and where. Never rejects. */
  readonly tell: (notice: ClosingNotice) => Promise<void>;
}

export interface NoticeMemory {
  /** Throws when the database does. */
  wasShown(notice: ClosingNotice): boolean;
  /** An error is ignored: the notice is then shown again. */
  setShown(notice: ClosingNotice): void;
}

/**
 * The app goes on after its window was closed: the first time, a notice says so, and another one where no tray shows it.
 * Each is shown once. Throws when the database does.
 * @returns to be called when the window was closed. Its promise never rejects
 */
export function createClosingNotice(ports: ClosingNoticePorts): () => Promise<void> {
  const { isTrayShown, isWindowOpen, memory, tell } = ports;
  const shown = new Set(closingNotices.filter((notice) => memory.wasShown(notice)));
  return async () => {
    if (shown.size === closingNotices.length) return;
    const notice = (await isTrayShown()) ? 'tray' : 'noTray';
    // The tray may answer after the window was opened again, or closed a second time.
    if (shown.has(notice) || isWindowOpen()) return;
    shown.add(notice);
    memory.setShown(notice);
    await tell(notice);
  };
}
