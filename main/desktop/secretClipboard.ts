import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type Scheduler, settlesWithin } from '#main/platform/time.ts';

/** The system's clipboard, as a port. */
export interface ClipboardPort {
  /** Copies a secret, marked as one where the system supports it. */
  writeSecret(text: string): Promise<void>;
  readText(): Promise<string>;
  /** Whether the program that copied the text marked it as a secret. */
  isConcealed(): Promise<boolean>;
  clear(): void;
}

/** A copied secret is pasted soon or not at all. */
const KEPT_MS = 30_000;

/** The program that owns the clipboard is asked for its text, and may hang: it must not hold up quitting. */
const READ_LIMIT_MS = 1000;

/**
 * Puts a secret on the clipboard for 30 s or until the app quits, then removes it unless something else was copied, or
 * the clipboard cannot be read. A killed process removes nothing.
 */
export class SecretClipboard {
  readonly #clipboard: ClipboardPort;
  readonly #scheduler: Scheduler;
  readonly #logger: Logger;
  readonly #keyChanged = new Emitter<boolean>('secretClipboard.keyChanged');
  #secret: string | null = null;
  #isKey = false;
  #writes = 0;
  #timer: Disposable | null = null;

  constructor(clipboard: ClipboardPort, scheduler: Scheduler, logger: Logger) {
    this.#clipboard = clipboard;
    this.#scheduler = scheduler;
    this.#logger = logger;
  }

  /** Fires with whether a copied private key may be on the clipboard. */
  readonly onDidChangeKey = this.#keyChanged.event;

  /** Copies a secret. @param kind `own`: the user types or generates it */
  copy(text: string, kind: 'own' | 'key'): void {
    // A private key stays on the clipboard until this write has replaced it.
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

  /** Removes the secret if it is still there. Never rejects. */
  async clear(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    const secret = this.#secret;
    if (secret === null) return;
    this.#set(null, this.#isKey);
    try {
      const isThere = (await this.#read()) === secret;
      // Copied again while the clipboard was read: the next clear removes it.
      if (isThere && this.#secret !== secret) this.#clipboard.clear();
    } catch (error) {
      this.#logger.warn('A secret was not taken off the clipboard', { error: errorName(error) });
    }
    if (this.#secret === null) this.#set(null, false);
  }

  /** Whether a copied private key may be on the clipboard, without reading it. */
  mayHoldKey(): boolean {
    return this.#isKey;
  }

  /** Reads the clipboard: something else may have been copied since. Never rejects. */
  async holdsKey(): Promise<boolean> {
    const secret = this.#secret;
    if (!this.#isKey) return false;
    // It is being removed or replaced.
    if (secret === null || this.#writes > 0) return true;
    try {
      if ((await this.#read()) === secret) return true;
    } catch (error) {
      this.#logger.warn('The clipboard was not read', { error: errorName(error) });
      return true;
    }
    // Copied again while the clipboard was read.
    if (this.#secret !== secret) return this.#isKey;
    this.#set(secret, false);
    return false;
  }

  /** The copied text, unless it may be a secret: one from here, or one that its program marked. Never rejects. */
  async readPublic(): Promise<string | null> {
    try {
      const marked = this.#clipboard.isConcealed();
      if (!(await settlesWithin(marked, READ_LIMIT_MS, this.#scheduler)) || (await marked)) return null;
      const text = await this.#read();
      return text === this.#secret ? null : text;
    } catch (error) {
      this.#logger.warn('The clipboard was not read', { error: errorName(error) });
      return null;
    }
  }

  /** Rejects after a second without an answer. */
  async #read(): Promise<string> {
    const text = this.#clipboard.readText();
    if (await settlesWithin(text, READ_LIMIT_MS, this.#scheduler)) return await text;
    throw new Error('the clipboard was not read in time');
  }

  #set(secret: string | null, isKey: boolean): void {
    const wasKey = this.#isKey;
    this.#secret = secret;
    this.#isKey = isKey;
    if (isKey !== wasKey) this.#keyChanged.fire(isKey);
  }
}

/** Formats that ask clipboard managers and the system's history not to record a text, each with its content. */
export function concealingFormats(platform: NodeJS.Platform): Readonly<Record<string, string>> {
  switch (platform) {
    case 'darwin':
      // nspasteboard.org
      return { 'org.nspasteboard.ConcealedType': 'secret' };
    case 'win32':
      // "Clipboard Formats" in Microsoft's Win32 documentation: excludes it from the history and the cloud.
      return { ExcludeClipboardContentFromMonitorProcessing: 'secret' };
    default:
      return { 'x-kde-passwordManagerHint': 'secret' };
  }
}
