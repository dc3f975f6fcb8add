export interface NoTrayNoticePorts {
  /** Whether the desktop shows the tray icon; `null` while that is not known. */
  readonly isTrayShown: () => boolean | null;
  readonly memory: NoticeMemory;
  /** Tells the user that the app goes on without an icon. */
  readonly tell: () => void;
}

export interface NoticeMemory {
  /** Throws when the database does. */
  wasTold(): boolean;
  /** An error is ignored: the notice is then shown again. */
  told(): void;
}

/**
 * Without a tray, nothing of the app is visible after the window was closed: one notice, shown once, says that it goes
 * on. Throws when the database does.
 * @returns to be called when the window was closed
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
