import type { NotificationContent } from '#main/alerting/alerts/alert.ts';
import type { TrayView } from '#main/alerting/overview/trayView.ts';
import type { Desktop, Question } from '#main/app/desktopPort.ts';
import type { SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { WindowBounds } from '#main/settings/preferences/windowBounds.ts';
import type { AppError } from '#shared/errors.ts';
import type { EventName } from '#shared/ipc/contract.ts';
import { err, ok } from '#shared/result.ts';
import { FakeCallTransport } from './fakeCallTransport.ts';
import { FakeUpdateSource } from './fakeUpdateSource.ts';

export interface FakeDesktopOptions {
  readonly userData: string;
  readonly secretProcess: SecretProcessHost | null;
  /** Default macOS, whose keychain needs no session bus. */
  readonly platform?: NodeJS.Platform;
  /** Default English. */
  readonly systemLocales?: readonly string[];
}

type FileDialog =
  | 'chooseFolder'
  | 'chooseZipFile'
  | 'chooseCaFile'
  | 'chooseTlsFile'
  | 'chooseReportFile'
  | 'chooseConfigurationFile';

/** Windows if the test runs there: paths, pipes and access lists are those of the real system. */
const defaultPlatform = process.platform === 'win32' ? 'win32' : 'darwin';

/** A desktop without a screen, which records the app's output and answers as the test decides. */
export class FakeDesktop implements Desktop {
  readonly userData: string;
  readonly version = '1.2.3';
  readonly versions = ['NotAfter 1.2.3'];
  readonly isSandboxed = true;
  readonly isAttended = true;
  readonly logFile = '/logs/notafter.log';
  readonly platform: NodeJS.Platform;
  readonly systemLocales: readonly string[];
  readonly origin = 'app://notafter';
  readonly calls = new FakeCallTransport('app://notafter/index.html');
  readonly secretProcess: SecretProcessHost | null;

  /** Every event sent to the window, copied as between two processes. */
  readonly sent: { readonly name: EventName; readonly payload: unknown }[] = [];
  readonly trayViews: TrayView[] = [];
  windowTitle = '';
  badge = 0;
  readonly notified: NotificationContent[] = [];
  /** The titles of the notifications that the app took back. */
  readonly closedNotifications: string[] = [];
  readonly questions: Question[] = [];
  readonly dialogTitles: string[] = [];
  /** The folders that dialogs for a folder showed first. */
  readonly firstFolders: string[] = [];
  /** All other actions, such as `quit` or `reveal /path`. */
  readonly done: string[] = [];
  readonly proxyQuestions: string[] = [];

  /** The user's choice in each file dialog; `null` closes it. */
  readonly choices: Record<FileDialog, string | null> = {
    chooseFolder: null,
    chooseZipFile: null,
    chooseCaFile: null,
    chooseTlsFile: null,
    chooseReportFile: null,
    chooseConfigurationFile: null,
  };
  /** The user's answer to a question: the index of a button. */
  answer: (question: Question) => number | Promise<number> = ({ buttons, closing }) =>
    closing ?? buttons.length - 1;
  /** Whether the window has the focus while it is open. */
  isWindowFocused = true;
  proxy = 'DIRECT';
  /** The system's region, as `regionOf` gives it. */
  systemRegion = '';
  /** The text on the clipboard that is no secret. */
  copied = '';
  /** The secret on the clipboard. */
  secretCopied: string | null = null;
  /** Whether the quick window is shown. */
  isQuickOpen = false;
  /** Whether there is a place for the tray icon, as soon as that is known. */
  hasTray: boolean | Promise<boolean> = true;
  /** Whether the system starts the app at login, and its answer to a change. */
  startsAtLogin = false;
  loginStartFailure: AppError | null = null;
  /** The keys of the quick window that the system gave to the app. */
  shortcut: string | null = null;
  /** Whether another program has all keys. */
  areKeysTaken = false;
  #isOnline = true;
  #isWindowOpen = false;
  readonly #online = new Emitter<boolean>('fakeDesktop.online');
  readonly #resumed = new Emitter<void>('fakeDesktop.resumed');
  readonly #unlocked = new Emitter<void>('fakeDesktop.unlocked');
  readonly #activated = new Emitter<void>('fakeDesktop.activated');
  readonly #shortcutPressed = new Emitter<void>('fakeDesktop.shortcutPressed');
  readonly #closed = new Emitter<void>('fakeDesktop.closed');
  readonly #focused = new Emitter<void>('fakeDesktop.focused');
  readonly #placed = new Emitter<WindowBounds>('fakeDesktop.placed');
  readonly #events = new Emitter<{ readonly name: EventName; readonly payload: unknown }>(
    'fakeDesktop.events',
  );

  /** The bounds that the window was given. */
  readonly placed: WindowBounds[] = [];
  /** Files of each drag out of the window. */
  readonly dragged: (readonly string[])[] = [];

  /** Subscriptions to the desktop's events that are not disposed. */
  subscriptions = 0;

  readonly onDidResume = this.#counted(this.#resumed.event);
  readonly onDidUnlock = this.#counted(this.#unlocked.event);
  readonly onDidSend = this.#events.event;

  constructor({
    userData,
    secretProcess,
    platform = defaultPlatform,
    systemLocales = ['en'],
  }: FakeDesktopOptions) {
    this.userData = userData;
    this.secretProcess = secretProcess;
    this.platform = platform;
    this.systemLocales = systemLocales;
  }

  readonly window: Desktop['window'] = {
    show: () => {
      this.#isWindowOpen = true;
      this.done.push('show');
      this.#focused.fire();
    },
    isOpen: () => this.#isWindowOpen,
    hasPage: () => this.#isWindowOpen,
    isFocused: () => this.#isWindowOpen && this.isWindowFocused,
    setTitle: (title) => {
      this.windowTitle = title;
    },
    onDidClose: this.#counted(this.#closed.event),
    onDidFocus: this.#counted(this.#focused.event),
    startDrag: (files) => {
      this.dragged.push(files);
      return { mayBeRefused: false };
    },
    place: (bounds) => this.placed.push(bounds),
    onDidPlace: this.#counted(this.#placed.event),
    send: (name, payload) => {
      if (!this.#isWindowOpen) return;
      const event = { name, payload: structuredClone(payload) };
      this.sent.push(event);
      this.#events.fire(event);
    },
  };

  readonly quick: Desktop['quick'] = {
    show: () => this.done.push('quick'),
    toggle: () => this.done.push('quick toggle'),
    hide: () => this.done.push('quick hide'),
    isOpen: () => this.isQuickOpen,
    changed: () => undefined,
  };

  readonly tray: Desktop['tray'] = {
    update: (view) => this.trayViews.push(view),
    isShown: () => Promise.resolve(this.hasTray),
    onDidActivate: this.#counted(this.#activated.event),
    dispose: () => this.done.push('tray gone'),
  };

  region(): string {
    return this.systemRegion;
  }

  readonly loginStart: Desktop['loginStart'] = {
    isOn: () => this.startsAtLogin,
    set: (on) => {
      if (this.loginStartFailure !== null) return err(this.loginStartFailure);
      this.startsAtLogin = on;
      return ok(null);
    },
  };

  readonly quickShortcut: Desktop['quickShortcut'] = {
    state: async () => (this.shortcut === null ? { kind: 'taken' } : { kind: 'active', keys: null }),
    set: (shortcut) => {
      if (this.areKeysTaken && shortcut !== null) return err({ kind: 'shortcut' });
      this.shortcut = shortcut;
      return ok(null);
    },
    onDidPress: this.#counted(this.#shortcutPressed.event),
  };

  readonly notifications: Desktop['notifications'] = {
    start: () => undefined,
    state: () => ({ kind: 'system' }),
    onDidChange: () => ({ dispose: () => undefined }),
    onDidClose: () => ({ dispose: () => undefined }),
    show: (content, told) => {
      this.notified.push(content);
      told?.(String(this.notified.length));
    },
    close: (id) => this.closedNotifications.push(this.notified[Number(id) - 1]?.title ?? ''),
  };

  readonly dialogs: Desktop['dialogs'] = {
    chooseFolder: (t, first) => {
      this.firstFolders.push(first);
      return this.#choose('chooseFolder', t('dialogs.chooseExportFolder'));
    },
    chooseZipFile: (t) => this.#choose('chooseZipFile', t('dialogs.saveZip')),
    chooseCaFile: (t) => this.#choose('chooseCaFile', t('dialogs.chooseCaFile')),
    chooseTlsFile: (t, kind) =>
      this.#choose(
        'chooseTlsFile',
        t(kind === 'key' ? 'dialogs.chooseTlsKey' : 'dialogs.chooseTlsCertificate'),
      ),
    chooseReportFile: ({ title }) => this.#choose('chooseReportFile', title),
    chooseConfigurationFile: (t, action) =>
      this.#choose(
        'chooseConfigurationFile',
        t(action === 'save' ? 'dialogs.saveConfiguration' : 'dialogs.openConfiguration'),
      ),
  };

  readonly connectivity: Desktop['connectivity'] = {
    online: () => this.#isOnline,
    heard: () => undefined,
    onDidChange: this.#counted(this.#online.event),
    dispose: () => this.done.push('connectivity gone'),
  };

  readonly proxyResolver: Desktop['proxyResolver'] = {
    resolveProxy: async (url) => {
      this.proxyQuestions.push(url);
      return this.proxy;
    },
  };

  readonly updates = new FakeUpdateSource();

  async licences(): ReturnType<Desktop['licences']> {
    return { own: 'own licence', others: 'other licences' };
  }

  async ask(question: Question): Promise<number> {
    this.questions.push(question);
    return await this.answer(question);
  }

  showInFolder(path: string): void {
    this.done.push(`reveal ${path}`);
  }

  openExternal(url: string): void {
    this.done.push(`open ${url}`);
  }

  copyText(text: string): void {
    this.done.push(`copy ${text}`);
  }

  copySecret(text: string): void {
    this.secretCopied = text;
    this.done.push('copy a secret');
  }

  copyKey(text: string): void {
    this.secretCopied = text;
    this.done.push('copy a key');
  }

  async readPublicText(): Promise<string | null> {
    return this.secretCopied === null ? this.copied : null;
  }

  async clearSecret(): Promise<void> {
    this.secretCopied = null;
  }

  async finishStart(): Promise<void> {}

  setBadge(count: number): void {
    this.badge = count;
  }

  setTheme(theme: string): void {
    this.done.push(`theme ${theme}`);
  }

  quit(): void {
    this.done.push('quit');
  }

  /** The user closes the window. */
  closeWindow(): void {
    this.#isWindowOpen = false;
    this.#closed.fire();
  }

  /** The window gets the focus. */
  focusWindow(): void {
    this.#focused.fire();
  }

  setOnline(online: boolean): void {
    this.#isOnline = online;
    this.#online.fire(online);
  }

  /** The computer wakes up. */
  resume(): void {
    this.#resumed.fire();
  }

  /** The user unlocks the screen. */
  unlockScreen(): void {
    this.#unlocked.fire();
  }

  /** The user clicks the tray's icon. */
  clickTray(): void {
    this.#activated.fire();
  }

  /** The user presses the keys of the quick window. */
  pressShortcut(): void {
    if (this.shortcut !== null) this.#shortcutPressed.fire();
  }

  #counted<T>(event: Event<T>): Event<T> {
    return (listener) => {
      const subscription = event(listener);
      let isSubscribed = true;
      this.subscriptions += 1;
      return {
        dispose: () => {
          if (isSubscribed) this.subscriptions -= 1;
          isSubscribed = false;
          subscription.dispose();
        },
      };
    };
  }

  async #choose(dialog: FileDialog, title: string): Promise<string | null> {
    this.dialogTitles.push(title);
    return this.choices[dialog];
  }
}
