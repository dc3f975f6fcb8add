import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, type Rectangle } from 'electron';
import type { WindowPort } from '#main/app/desktopPort.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { WindowBounds } from '#main/settings/preferences/windowBounds.ts';
import type { EventName, EventPayload } from '#shared/ipc/contract.ts';
import { APP_PAGE } from './appScheme.ts';
import { displaysNow } from './displaysNow.ts';
import { dragIcon } from './dragIcon.ts';
import { pagePreferences } from './pagePreferences.ts';
import { guardPaste } from './pasteGuard.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { mayRefuseDrags } from './wayland.ts';
import { WindowPlace } from './windowPlace.ts';
import { canRest, WindowRest } from './windowRest.ts';
import { firstSize, leastSize, withinDisplays } from './withinDisplays.ts';

/** Background before the page is painted: the page's own colours, so that nothing flashes. */
const BACKGROUND = { light: '#f7f8fa', dark: '#15171c' } as const;

function background(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light;
}

/** A window that rests for this time was put there. */
const PLACED_AFTER_MS = 300;

/** A page that crashes twice within this time is not loaded again. */
const BREAKS_APART_MS = 10_000;

/** Of today's displays, the primary one first. */
function workAreas(): [Rectangle, ...Rectangle[]] {
  const [primary, ...others] = displaysNow();
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

/**
 * The only window. A person who closes it often wants it back soon: where memory is plenty, its page rests
 * hidden for a while, and shows again at once. Then, or at once where memory is short, the window is destroyed, which ends
 * its renderer process; the app stays in the tray, and the next window begins as the first one does.
 */
export class MainWindow implements WindowPort {
  readonly #preload: string;
  readonly #icon: string;
  readonly #clipboard: Pick<SecretClipboard, 'mayHoldKey' | 'holdsKey'>;
  readonly #rest: WindowRest;
  readonly #logger: Logger;
  readonly #closed = new Emitter<void>('mainWindow.closed');
  readonly #pageEnded = new Emitter<void>('mainWindow.pageEnded');
  readonly #focused = new Emitter<void>('mainWindow.focused');
  #title = 'NotAfter';
  readonly #placed = new Emitter<WindowBounds>('mainWindow.placed');
  #window: BrowserWindow | null = null;
  /** Where the window was last; `null`: not known. */
  #bounds: WindowBounds | null = null;
  #place: WindowPlace | null = null;
  /** Whether `show` was called for this window, which was not closed since. */
  #isShown = false;
  /** Events that were sent before the page subscribed; `null` once it has. */
  #unheard: (() => void)[] | null = null;
  #brokeAt = Number.NEGATIVE_INFINITY;

  readonly onDidClose = this.#closed.event;
  /** Fires when the page and its process have ended, after a rest or at once. */
  readonly onDidEndPage = this.#pageEnded.event;
  readonly onDidFocus = this.#focused.event;
  readonly onDidPlace = this.#placed.event;

  /** @param folders contain the program as built and the icons */
  constructor(
    folders: { readonly app: string; readonly assets: string },
    clipboard: Pick<SecretClipboard, 'mayHoldKey' | 'holdsKey'>,
    scheduler: Scheduler,
    logger: Logger,
  ) {
    this.#clipboard = clipboard;
    // To a screen reader a hidden window is there, and active.
    this.#rest = new WindowRest(scheduler, () => canRest() && !app.accessibilitySupportEnabled);
    this.#logger = logger;
    this.#preload = join(folders.app, 'preload', 'preload.cjs');
    this.#icon = join(folders.assets, 'icons', '256x256.png');
  }

  /** Creates the window and loads its page, without showing it yet. */
  load(): void {
    this.#window ??= this.#create();
  }

  place(bounds: WindowBounds): void {
    this.#bounds = bounds;
    if (!this.#isShown) this.#window?.setBounds(this.#askedBounds());
  }

  show(): void {
    const isNew = !this.#isShown;
    const window = this.#window ?? this.#create();
    // Displays may have gone meanwhile, and a desktop places a window that comes back as it likes.
    if (this.#rest.isResting) window.setBounds(this.#askedBounds());
    this.#rest.end();
    this.#isShown = true;
    // The user's theme may not have been known when the window was created.
    window.setBackgroundColor(background());
    if (window.isMinimized()) window.restore();
    if (isNew && this.#bounds?.isMaximized === true) window.maximize();
    window.show();
    window.focus();
  }

  isOpen(): boolean {
    return this.#window !== null && !this.#rest.isResting;
  }

  hasPage(): boolean {
    return this.#window !== null;
  }

  isFocused(): boolean {
    return this.#window?.isFocused() === true;
  }

  setTitle(title: string): void {
    this.#title = title;
    this.#window?.setTitle(title);
  }

  startDrag(files: readonly string[]): { readonly mayBeRefused: boolean } {
    const mayBeRefused = mayRefuseDrags(process.env);
    const [file] = files;
    if (file === undefined) return { mayBeRefused };
    this.#window?.webContents.startDrag({ file, files: [...files], icon: dragIcon(this.#icon) });
    return { mayBeRefused };
  }

  /** Sends an event of the contract, delayed while the page loads. Without a window, nothing happens. */
  send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const window = this.#window;
    if (window === null || window.webContents.isDestroyed()) return;
    const send = () => window.webContents.send(name, payload);
    if (this.#unheard === null) send();
    else this.#unheard.push(send);
  }

  native(): BrowserWindow | null {
    return this.#isShown ? this.#window : null;
  }

  #create(): BrowserWindow {
    const window = new BrowserWindow({
      title: this.#title,
      ...this.#askedBounds(),
      ...leastSize(workAreas()),
      show: false,
      icon: this.#icon,
      backgroundColor: background(),
      webPreferences: pagePreferences(this.#preload),
    });
    window.setMenuBarVisibility(false);
    this.#followBounds(window);
    window.on('close', (event) => this.#close(window, event));
    window.on('closed', () => {
      const wasResting = this.#rest.isResting;
      this.#rest.end();
      this.#window = null;
      this.#isShown = false;
      this.#unheard = null;
      if (!wasResting) this.#closed.fire();
      this.#pageEnded.fire();
    });
    // Not every desktop focuses a window that is shown.
    window.on('focus', () => this.#focused.fire());
    window.on('show', () => this.#focused.fire());
    window.on('page-title-updated', (event) => event.preventDefault());
    // The page has subscribed by then.
    window.webContents.on('did-finish-load', () => this.#hear());
    guardPaste(window, this.#clipboard, () => this.send('app:pasteRefused', null));
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#broke(window, reason));
    this.#window = window;
    this.#load(window);
    return window;
  }

  /** A window that a person closes rests before it is destroyed, if it may. */
  #close(window: BrowserWindow, event: Electron.Event): void {
    if (!this.#isShown || !this.#rest.begin(window)) return;
    event.preventDefault();
    this.#isShown = false;
    this.#closed.fire();
  }

  /** The bounds for a window on today's displays; without known ones the desktop chooses the place. */
  #askedBounds(): Partial<Rectangle> {
    const asked = this.#bounds === null ? firstSize(workAreas()) : withinDisplays(this.#bounds, workAreas());
    this.#place = new WindowPlace(this.#bounds, asked);
    return asked;
  }

  /** Not every system has events for the end of a move. */
  #followBounds(window: BrowserWindow): void {
    let timer: NodeJS.Timeout | undefined;
    const note = () => {
      if (window.isDestroyed() || !this.#isShown || window.isMinimized() || window.isFullScreen()) return;
      const bounds = this.#place?.rests(window.getNormalBounds(), window.isMaximized()) ?? null;
      if (bounds === null) return;
      this.#bounds = bounds;
      this.#placed.fire(bounds);
    };
    const noteLater = () => {
      clearTimeout(timer);
      timer = setTimeout(note, PLACED_AFTER_MS);
    };
    window.on('resize', noteLater);
    window.on('move', noteLater);
    window.on('maximize', noteLater);
    window.on('unmaximize', noteLater);
    window.on('close', () => {
      clearTimeout(timer);
      if (timer !== undefined) note();
    });
  }

  #load(window: BrowserWindow): void {
    const unheard: (() => void)[] = [];
    this.#unheard = unheard;
    window.loadURL(APP_PAGE).catch((error: unknown) => {
      // Closing the window also ends up here.
      this.#logger.warn('The page was not loaded', { error: errorName(error) });
      if (this.#unheard === unheard) this.#unheard = null;
    });
  }

  #hear(): void {
    const unheard = this.#unheard ?? [];
    this.#unheard = null;
    for (const send of unheard) send();
  }

  /** Reloads a page that crashed. One that crashes again soon would do so forever: its window closes. */
  #broke(window: BrowserWindow, reason: string): void {
    this.#logger.error('The page broke', { reason });
    if (window.isDestroyed() || reason === 'clean-exit') return;
    const isAgain = performance.now() - this.#brokeAt < BREAKS_APART_MS;
    this.#brokeAt = performance.now();
    // Not inside the event: Chromium is still cleaning up the process.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (isAgain) window.destroy();
      else this.#load(window);
    });
  }
}
