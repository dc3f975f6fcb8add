/** What the notice needs. */
export interface NoTrayNoticePorts {
  /** Whether the tray icon has a place to be shown; `null` while that is not known. */
  readonly isTrayShown: () => boolean | null;
  readonly memory: NoticeMemory;
  /** Tells the person that the app goes on without an icon. */
  readonly tell: () => void;
}

/** Keeps across restarts what a person was told once and for all. */
export interface NoticeMemory {
  /** Throws when the database does. */
  wasTold(notice: Notice): boolean;
  /** Whether it is kept does not matter to the one who tells. */
  told(notice: Notice): void;
}

export type Notice = 'noTray';

/**
 * Who closes the window where no tray shows the icon sees nothing of the app any more. They are told so once: it goes
 * on, and how the window comes back.
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
