export interface NoTrayNoticePorts {
  /** Whether the desktop shows the tray icon; `null` while that is not known. */
  readonly isTrayShown: () => boolean | null;
  readonly memory: NoticeMemory;
  /** Tells the user that the app goes on without an icon. */
  readonly tell: () => void;
}

/** Keeps across restarts which notices were shown. */
export interface NoticeMemory {
  /** Throws when the database does. */
  wasTold(notice: Notice): boolean;
  /** An error is ignored: the notice is then shown again. */
  told(notice: Notice): void;
}

export type Notice = 'noTray';

/**
 * On a desktop without a tray, nothing of the app is visible after the window was closed. One notice, shown once,
 * says that it goes on, and how to open the window again.
 */
export class NoTrayNotice {
  readonly #ports: NoTrayNoticePorts;
  #wasTold: boolean;

  /** Throws when the database does. */
  constructor(ports: NoTrayNoticePorts) {
    this.#ports = ports;
    this.#wasTold = ports.memory.wasTold('noTray');
  }

  /** The window was closed, and the app goes on. */
  windowClosed(): void {
    const { isTrayShown, memory, tell } = this.#ports;
    if (this.#wasTold || isTrayShown() !== false) return;
    this.#wasTold = true;
    memory.told('noTray');
    tell();
  }
}
