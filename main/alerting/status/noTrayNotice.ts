export interface NoTrayNoticePorts {
  /** Whether the desktop shows the tray icon, as soon as that is known. */
  readonly isTrayShown: () => Promise<boolean>;
  readonly isWindowOpen: () => boolean;
  readonly memory: NoticeMemory;
  /** Tells the user that the app goes on without an icon. Never rejects. */
  readonly tell: () => Promise<void>;
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
 * @returns to be called when the window was closed. Its promise never rejects
 */
export function createNoTrayNotice(ports: NoTrayNoticePorts): () => Promise<void> {
  const { isTrayShown, isWindowOpen, memory, tell } = ports;
  let wasTold = memory.wasTold();
  return async () => {
    // The tray may answer after the window was opened again, or closed a second time.
    if (wasTold || (await isTrayShown()) || wasTold || isWindowOpen()) return;
    wasTold = true;
    memory.told();
    await tell();
  };
}
