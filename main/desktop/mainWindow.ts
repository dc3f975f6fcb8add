import { join } from 'node:path';
import { app, BrowserWindow, type Input, nativeTheme } from 'electron';
import type { WindowPort } from '#main/app/desktopPort.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { EventName } from '#shared/ipc/channels.ts';
import type { EventPayload } from '#shared/ipc/contract.ts';
import { APP_PAGE } from './appScheme.ts';
import type { SecretClipboard } from './secretClipboard.ts';

/** The colours that the window has before its page is painted: the page's own, so that nothing flashes. */
const BACKGROUND = { light: '#f7f8fa', dark: '#15171c' } as const;

/** A page that breaks twice within this time is not loaded a third time. */
const BREAKS_APART_MS = 10_000;

/** The one window. Closing destroys it, which frees its renderer; the app goes on in the tray. */
export class MainWindow implements WindowPort {
  readonly #preload: string;
  readonly #icon: string;
  readonly #clipboard: Pick<SecretClipboard, 'mayHoldKey' | 'holdsKey'>;
  readonly #logger: Logger;
  readonly #closed = new Emitter<void>('mainWindow.closed');
  readonly #focused = new Emitter<void>('mainWindow.focused');
  #window: BrowserWindow | null = null;
  /** What was sent before the page listened; `null` when it listens. */
  #unheard: (() => void)[] | null = null;
  /** When the page's process last ended by itself; monotonic milliseconds. */
  #brokeAt = Number.NEGATIVE_INFINITY;

  readonly onDidClose = this.#closed.event;
  readonly onDidFocus = this.#focused.event;

  /** @param folders where the preload bundle and the icons are */
  constructor(
    folders: { readonly app: string; readonly assets: string },
    clipboard: Pick<SecretClipboard, 'mayHoldKey' | 'holdsKey'>,
    logger: Logger,
  ) {
    this.#clipboard = clipboard;
    this.#logger = logger;
    this.#preload = join(folders.app, 'preload', 'preload.cjs');
    this.#icon = join(folders.assets, 'icons', '256x256.png');
  }

  /** Brings the window to the front, making it when there is none. */
  show(): void {
    const window = this.#window ?? this.#create();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  isOpen(): boolean {
    return this.#window !== null;
  }

  isFocused(): boolean {
    return this.#window?.isFocused() === true;
  }

  /** Sends an event of the contract, to a page that still loads once it listens; nothing happens without a window. */
  send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const window = this.#window;
    if (window === null || window.webContents.isDestroyed()) return;
    const send = () => window.webContents.send(name, payload);
    if (this.#unheard === null) send();
    else this.#unheard.push(send);
  }

  /** The native window for dialogs to be modal to, if there is one. */
  native(): BrowserWindow | null {
    return this.#window;
  }

  #create(): BrowserWindow {
    const window = new BrowserWindow({
      title: 'NotAfter',
      width: 1100,
      height: 720,
      minWidth: 760,
      minHeight: 520,
      show: false,
      icon: this.#icon,
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      webPreferences: {
        preload: this.#preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        safeDialogs: true,
        devTools: !app.isPackaged,
      },
    });
    window.setMenuBarVisibility(false);
    window.on('closed', () => {
      this.#window = null;
      this.#unheard = null;
      this.#closed.fire();
    });
    // Not every desktop gives a window that is shown the focus.
    window.on('focus', () => this.#focused.fire());
    window.on('show', () => this.#focused.fire());
    window.on('page-title-updated', (event) => event.preventDefault());
    // The page subscribes while it loads.
    window.webContents.on('did-finish-load', () => this.#hear());
    window.webContents.on('before-input-event', (event, input) => {
      const kind = pasting(input);
      if (kind === null || !this.#clipboard.mayHoldKey()) return;
      event.preventDefault();
      if (input.type === 'keyDown' && kind === 'surely') void this.#pasteUnlessKey(window);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#broke(window, reason));
    this.#window = window;
    this.#load(window);
    return window;
  }

  /** The page is treated as a stranger's: it gets no private key by way of a paste. */
  async #pasteUnlessKey(window: BrowserWindow): Promise<void> {
    if (await this.#clipboard.holdsKey()) this.send('app:pasteRefused', null);
    else if (!window.isDestroyed()) window.webContents.paste();
  }

  #load(window: BrowserWindow): void {
    const unheard: (() => void)[] = [];
    this.#unheard = unheard;
    window.loadURL(APP_PAGE).catch((error: unknown) => {
      // Closing the window ends the loading too.
      this.#logger.warn('The page was not loaded', { error: errorName(error) });
      if (this.#unheard === unheard) this.#unheard = null;
    });
  }

  #hear(): void {
    const unheard = this.#unheard ?? [];
    this.#unheard = null;
    for (const send of unheard) send();
  }

  /** A page that died is loaded again. One that dies again and again would burn the processor: its window closes. */
  #broke(window: BrowserWindow, reason: string): void {
    this.#logger.error('The page broke', { reason });
    if (window.isDestroyed() || reason === 'clean-exit') return;
    const now = performance.now();
    const isAgain = now - this.#brokeAt < BREAKS_APART_MS;
    this.#brokeAt = now;
    // Not from inside the event: Chromium is still taking the process apart.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (isAgain) window.destroy();
      else this.#load(window);
    });
  }
}

/**
 * Whether a key event pastes. `maybe`: with the keys of Emacs, which GTK offers, and which mean something else without
 * them.
 */
function pasting({ key, code, control, meta, shift }: Input): 'surely' | 'maybe' | null {
  const name = key.toLowerCase();
  if (control || meta) {
    // In a layout without Latin letters the place of the key counts.
    if (name === 'v' || (code === 'KeyV' && !/^[a-z]$/u.test(name))) return 'surely';
    return name === 'y' ? 'maybe' : null;
  }
  return name === 'paste' || (shift && name === 'insert') ? 'surely' : null;
}
