import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';

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
  readonly #keyChanged = new Emitter<boolean>('secretClipboard.keyChanged');
  #secret: string | null = null;
  #isKey = false;
  /** Writes under way. */
  #writes = 0;
  #timer: Disposable | null = null;

  constructor(clipboard: ClipboardPort, scheduler: Scheduler, logger: Logger) {
    this.#clipboard = clipboard;
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  /** Fires with whether a private key that was lent may be on the clipboard. */
  readonly onDidChangeKey = this.#keyChanged.event;

  /** Puts a secret on the clipboard. @param kind `own`: what the person is typing or making */
  copy(text: string, kind: 'own' | 'key'): void {
    // A key that is there stays until this has taken its place.
    this.#set(text, kind === 'key' || this.#isKey);
    this.#writes += 1;
    this.#clipboard.writeSecret(text).then(
      () => {
        this.#writes -= 1;
        if (this.#secret === text) this.#set(text, kind === 'key');
      },
      (error: unknown) => {
        this.#writes -= 1;
        this.#logger.warn('A secret was not copied', { error: errorName(error) });
      },
    );
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(KEPT_MS, () => void this.clear());
  }

  /** Takes the secret off, if it is still there. Never rejects. */
  async clear(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    const secret = this.#secret;
    if (secret === null) return;
    this.#set(null, this.#isKey);
    try {
      const isThere = (await this.#clipboard.readText()) === secret;
      // Copied once more while the clipboard was read: that is the next one's to take off.
      if (isThere && this.#secret !== secret) this.#clipboard.clear();
    } catch (error) {
      this.#logger.warn('A secret was not taken off the clipboard', { error: errorName(error) });
    }
    if (this.#secret === null) this.#set(null, false);
  }

  /** Whether a private key that was lent may be on the clipboard. Answers at once, without looking. */
  mayHoldKey(): boolean {
    return this.#isKey;
  }

  /** Looks whether it still is there: something else may have been copied since. Never rejects. */
  async holdsKey(): Promise<boolean> {
    const secret = this.#secret;
    if (!this.#isKey) return false;
    // It is being taken off, or written over.
    if (secret === null || this.#writes > 0) return true;
    try {
      if ((await this.#clipboard.readText()) === secret) return true;
    } catch (error) {
      this.#logger.warn('The clipboard was not read', { error: errorName(error) });
      return true;
    }
    // Copied once more while the clipboard was read.
    if (this.#secret !== secret) return this.#isKey;
    this.#set(secret, false);
    return false;
  }

  #set(secret: string | null, isKey: boolean): void {
    const wasKey = this.#isKey;
    this.#secret = secret;
    this.#isKey = isKey;
    if (isKey !== wasKey) this.#keyChanged.fire(isKey);
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
