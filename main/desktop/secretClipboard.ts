import type { Disposable } from '../lib/disposable.ts';
import { errorName } from '../lib/errorName.ts';
import type { Logger } from '../lib/logger.ts';
import type { Scheduler } from '../lib/scheduler.ts';

/** The system's clipboard, as far as secrets need it. */
export interface ClipboardPort {
  /** Puts a secret on it, marked as one where that is possible. */
  writeSecret(text: string): Promise<void>;
  readText(): Promise<string>;
  clear(): void;
}

/** A copied secret is pasted at once, or not at all. */
const KEPT_MS = 30_000;

/**
 * Lends a secret to the clipboard: after half a minute, and when the app quits, it is taken off again unless something
 * else was copied meanwhile. What a clipboard manager has copied for itself by then stays with it, and a process that is
 * killed takes nothing off; where programs ask before they read, a clear that cannot be decided is left undone.
 */
export class SecretClipboard {
  readonly #clipboard: ClipboardPort;
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  #secret: string | null = null;
  #timer: Disposable | null = null;

  constructor(clipboard: ClipboardPort, scheduler: Scheduler, logger: Logger) {
    this.#clipboard = clipboard;
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  /** Puts a secret on the clipboard. */
  copy(text: string): void {
    this.#secret = text;
    this.#clipboard
      .writeSecret(text)
      .catch((error: unknown) => this.#logger.warn('A secret was not copied', { error: errorName(error) }));
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(KEPT_MS, () => void this.clear());
  }

  /** Takes the secret off, if it is still there. Never rejects. */
  async clear(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    const secret = this.#secret;
    this.#secret = null;
    if (secret === null) return;
    try {
      const isThere = (await this.#clipboard.readText()) === secret;
      // Copied once more while the clipboard was read: that is the next one's to take off.
      if (isThere && this.#secret !== secret) this.#clipboard.clear();
    } catch (error) {
      this.#logger.warn('A secret was not taken off the clipboard', { error: errorName(error) });
    }
  }
}

/**
 * What tells clipboard managers and the system's own history to leave a copied text alone: names of clipboard formats
 * whose presence is what counts, each with its content. Klipper, Maccy and others keep to it; nothing makes them.
 */
export function concealingFormats(platform: NodeJS.Platform): Readonly<Record<string, string>> {
  switch (platform) {
    case 'darwin':
      // nspasteboard.org
      return { 'org.nspasteboard.ConcealedType': 'secret' };
    case 'win32':
      // "Clipboard Formats" in Microsoft's Win32 documentation: neither the history nor the cloud takes it.
      return { ExcludeClipboardContentFromMonitorProcessing: 'secret' };
    default:
      return { 'x-kde-passwordManagerHint': 'secret' };
  }
}
