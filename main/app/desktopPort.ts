import type { NotificationSink } from '#main/alerting/alerts/alert.ts';
import type { TrayView } from '#main/alerting/overview/trayView.ts';
import type { SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';
import type { CallTransport } from '#main/ipc/registerCalls.ts';
import type { Connectivity, ProxyResolver } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { ReportFile } from '#main/reporting/report/reporter.ts';
import type { SystemSettings } from '#main/settings/preferences/settingsService.ts';
import type { WindowBounds } from '#main/settings/preferences/windowBounds.ts';
import type { UpdateSource } from '#main/settings/update/updateSource.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Licences } from '#shared/ipc/answers.ts';
import type { EventName, EventPayload } from '#shared/ipc/contract.ts';

/** Everything that the app needs of its desktop. `desktop/` implements it on Electron. */
export interface Desktop extends SystemSettings {
  readonly userData: string;
  readonly version: string;
  /** The app and its runtime, each with its version, such as `Electron 45.3.4`. */
  readonly versions: readonly string[];
  /** Whether the page runs in Chromium's sandbox. */
  readonly isSandboxed: boolean;
  /** Whether a person is there, who can answer what other programs ask. */
  readonly isAttended: boolean;
  readonly logFile: string;
  readonly platform: NodeJS.Platform;
  /** BCP 47 tags, most preferred first. */
  readonly systemLocales: readonly string[];
  /** Whose dates are shown, as `regionOf` gives it. Asked again: macOS and Windows may have another one meanwhile. */
  region(): string;
  /** The exact origin of the window's page. */
  readonly origin: string;
  readonly calls: CallTransport;
  readonly window: WindowPort;
  readonly quick: QuickPort;
  readonly tray: TrayPort;
  readonly notifications: NotificationSink;
  readonly dialogs: FileDialogs;
  /** `null`: there is no keychain. */
  readonly secretProcess: SecretProcessHost | null;
  readonly connectivity: Connectivity & Disposable;
  readonly proxyResolver: ProxyResolver;
  readonly updates: UpdateSource;
  /** Fires when the machine wakes up. */
  readonly onDidResume: Event<void>;
  /** Fires when the user unlocked the screen (macOS, Windows): the keychain may be open now. */
  readonly onDidUnlock: Event<void>;
  /**
   * Asks in a native message box, modal to the window if there is one.
   * @returns the index of the chosen button; when the box was closed, `closing` or the last one
   */
  ask(question: Question): Promise<number>;
  showInFolder(path: string): void;
  /** Reads the licence texts of the app. Throws when they are missing. */
  licences(): Promise<Licences>;
  /** Opens an `https` page in the system's browser. */
  openExternal(url: string): void;
  copyText(text: string): void;
  /** Copies a secret for 30 s, marked so that clipboard managers do not record it. */
  copySecret(text: string): void;
  /** Like `copySecret` for a private key, which cannot be pasted into the window. */
  copyKey(text: string): void;
  /** The text on the clipboard; `null` if it may be a secret, or cannot be read. Never rejects. */
  readPublicText(): Promise<string | null>;
  /** Removes a secret that is still on the clipboard, for quitting. Never rejects. */
  clearSecret(): Promise<void>;
  /**
   * Does what the first paint need not wait for: menus, and no core dumps from now on. To be awaited before secrets are
   * read. Never rejects.
   * @param t of the language at the time of a call
   */
  finishStart(t: () => Translate): Promise<void>;
  setTheme(theme: Settings['theme']): void;
  /** Shows a number on the app's icon in docks and taskbars that have such badges; 0: none. */
  setBadge(count: number): void;
  /** Starts to quit, which disposes the app. */
  quit(): void;
}

export interface Question {
  readonly title: string;
  readonly detail: string;
  /** The first one is the default. */
  readonly buttons: readonly string[];
  /** The index of the button that closing the box counts as; the last one by default. */
  readonly closing?: number;
}

export interface WindowPort {
  /** Brings the window to the front; creates it if there is none. */
  show(): void;
  /** Whether a person sees it, or will as soon as its page is loaded. */
  isOpen(): boolean;
  /** Whether it has a page that must stay current: also that of a closed window, for a while. */
  hasPage(): boolean;
  isFocused(): boolean;
  /** Also of the window that is opened next. */
  setTitle(title: string): void;
  /** Gives the window the bounds that it had, within today's displays; also a later one. To be called before `show`. */
  place(bounds: WindowBounds): void;
  /** Fires a moment after the user moved or resized the window. */
  readonly onDidPlace: Event<WindowBounds>;
  /** Fires when the window came to the front, by the user or by `show`. */
  readonly onDidFocus: Event<void>;
  /** Fires when the window was closed by anything. */
  readonly onDidClose: Event<void>;
  /**
   * Drags these files out of the window, while a button of the pointer is held on it.
   * @returns whether programs of this desktop may refuse them without a word
   */
  startDrag(files: readonly string[]): { readonly mayBeRefused: boolean };
  /** A page that is still loading receives the event later. Without a window, nothing happens. */
  send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
}

/** The small window beside the tray icon. It hides when it loses the focus. */
export interface QuickPort {
  show(): void;
  /** Shows it, or hides it if it is shown. */
  toggle(): void;
  hide(): void;
  isOpen(): boolean;
  /** Tells its page that what it shows may differ. */
  changed(): void;
}

export interface TrayPort extends Disposable {
  /** Whether the desktop shows tray icons, as soon as that is known. */
  isShown(): Promise<boolean>;
  update(view: TrayView): void;
  /** Fires when the icon itself was clicked, on desktops that report it. */
  readonly onDidActivate: Event<void>;
}

/** The native file dialogs, which only main opens. `null` when the user closed one. */
export interface FileDialogs {
  /** @param first the folder that it shows */
  chooseFolder(t: Translate, first: string): Promise<string | null>;
  chooseZipFile(t: Translate, suggestedName: string): Promise<string | null>;
  chooseCaFile(t: Translate): Promise<string | null>;
  chooseReportFile(file: ReportFile): Promise<string | null>;
  chooseConfigurationFile(t: Translate, action: 'save' | 'open'): Promise<string | null>;
  /** A PEM file for the receiver's own TLS. */
  chooseTlsFile(t: Translate, kind: 'certificate' | 'key'): Promise<string | null>;
}
