export interface NoTrayNoticePorts {
  /** Whether the desktop shows the tray icon; `null` while that is not known. */
  readonly isTrayShown: () => boolean | null;
  readonly memory: NoticeMemory;
  /** Tells the user that the app goes on without an icon. */
  readonly tell: () => void;
}

/** Keeps across restarts whether the notice was shown. */
export interface NoticeMemory {
  /** Throws when the database does. */
  wasTold(): boolean;
  /** An error is ignored: the notice is then shown again. */
  told(): void;
}

/**
 * On a desktop without a tray, nothing of the app is visible after the window was closed. One notice, shown once,
 * says that it goes on, and how to open the window again. Throws when the database does.
 * @returns to be called when the window was closed, and the app goes on
 */
export function createNoTrayNotice({ isTrayShown, memory, tell }: NoTrayNoticePorts): () => void {
  let wasTold = memory.wasTold();
  return () => {
    if (wasTold || isTrayShown() !== false) return;
    wasTold = true;
    memory.told();
    tell();
  };
}
