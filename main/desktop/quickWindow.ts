import { join } from 'node:path';
import { app, BrowserWindow, type Input, nativeTheme } from 'electron';
import type { QuickPort } from '#main/app/desktopPort.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { QUICK_PAGE } from './appScheme.ts';
import { displaysNow } from './displaysNow.ts';
import { pagePreferences } from './pagePreferences.ts';
import { guardPaste } from './pasteGuard.ts';
import { type Area, quickPlace } from './quickPlace.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { isRightToLeft } from './textDirection.ts';

/** A click on the tray icon first takes the focus from the window, which hides: it must not open again at once. */
const SAME_CLICK_MS = 300;

/**
 * The small window beside the tray icon. It exists only while it is shown: hiding ends its page, as closing does with the
 * main window, because a page takes some 50 MB.
 */
export class QuickWindow implements QuickPort {
  readonly #preload: string;
  readonly #iconArea: () => Area | null;
  readonly #clipboard: SecretClipboard;
  readonly #logger: Logger;
  #window: BrowserWindow | null = null;
  #lostFocusAt = Number.NEGATIVE_INFINITY;

  /**
   * @param appFolder contains the preload bundle
   * @param iconArea where the tray icon is; `null` or empty: not known
   */
  constructor(appFolder: string, iconArea: () => Area | null, clipboard: SecretClipboard, logger: Logger) {
    this.#preload = join(appFolder, 'preload', 'preload.cjs');
    this.#iconArea = iconArea;
    this.#clipboard = clipboard;
    this.#logger = logger;
  }

  show(): void {
    if (this.#window === null) this.#create();
    else this.#window.focus();
  }

  toggle(): void {
    if (this.#window !== null) this.hide();
    else if (performance.now() - this.#lostFocusAt > SAME_CLICK_MS) this.show();
  }

  hide(): void {
    const window = this.#window;
    this.#window = null;
    if (window === null || window.isDestroyed()) return;
    window.hide();
    // Not inside an event or a call of the window.
    setImmediate(() => {
      if (!window.isDestroyed()) window.destroy();
    });
  }

  isOpen(): boolean {
    return this.#window !== null;
  }

  changed(): void {
    if (this.#window !== null && !this.#window.webContents.isDestroyed())
      this.#window.webContents.send('quick:changed', null);
  }

  #create(): void {
    const window = new BrowserWindow({
      ...this.#place(1),
      title: 'NotAfter',
      show: false,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      // On Linux Electron loses the line above. Lists of windows of X11 leave out this type.
      ...(process.platform === 'linux' && { type: 'toolbar' }),
      alwaysOnTop: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1a1e' : '#ffffff',
      webPreferences: pagePreferences(this.#preload),
    });
    this.#window = window;
    window.setMenuBarVisibility(false);
    if (process.platform === 'darwin') window.setVisibleOnAllWorkspaces(true);
    const isMine = () => this.#window === window;
    window.on('blur', () => {
      if (!isMine()) return;
      this.#lostFocusAt = performance.now();
      this.hide();
    });
    window.on('closed', () => {
      if (isMine()) this.#window = null;
    });
    window.on('page-title-updated', (event) => event.preventDefault());
    guardPaste(window, this.#clipboard, () => undefined);
    this.#closeByEscape(window);
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#logger.error('The quick page broke', { reason });
      if (isMine()) this.hide();
    });
    // Chromium enlarges all pages of the app as the user enlarged the main window, which is known only now.
    window.webContents.once('did-navigate', () => {
      const zoom = window.webContents.getZoomFactor();
      if (zoom !== 1) window.setBounds(this.#place(zoom));
    });
    window.loadURL(QUICK_PAGE).catch((error: unknown) => {
      this.#logger.warn('The quick page was not loaded', { error: errorName(error) });
    });
    window.show();
    window.focus();
  }

  /** Until the program of its page runs, no page can answer a key. */
  #closeByEscape({ webContents }: BrowserWindow): void {
    const onInput = (_event: unknown, { type, key }: Input) => {
      if (type === 'keyDown' && key === 'Escape') this.hide();
    };
    webContents.on('before-input-event', onInput);
    webContents.once('did-finish-load', () => webContents.off('before-input-event', onInput));
  }

  /** @param zoom the factor by which the page is enlarged */
  #place(zoom: number): Area {
    return quickPlace({
      icon: this.#iconArea(),
      displays: displaysNow(),
      isRightToLeft: isRightToLeft(app.getPreferredSystemLanguages()),
      zoom,
    });
  }
}
