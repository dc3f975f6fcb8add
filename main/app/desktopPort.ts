import type { NotificationSink } from '#main/alerting/alerts/alert.ts';
import type { TrayView } from '#main/alerting/status/trayView.ts';
import type { SecretProcessHost } from '#main/credentials/secrets/secretProcess.ts';
import type { CallTransport } from '#main/ipc/registerCalls.ts';
import type { Connectivity, ProxyResolver } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { Language } from '#main/platform/language.ts';
import type { ReportFile } from '#main/reporting/report/reporter.ts';
import type { LoginStart } from '#main/settings/settings/settingsService.ts';
import type { UpdateSource } from '#main/settings/update/updateSource.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { EventName } from '#shared/ipc/channels.ts';
import type { EventPayload, Licences } from '#shared/ipc/contract.ts';

/** Everything that the app needs of the desktop it runs on. `desktop/` implements it on Electron. */
export interface Desktop {
  /** The folder of the app's own data, existing. */
  readonly userData: string;
  readonly version: string;
  /** The app and what it runs on, each with its version, such as `Electron 45.3.4`. */
  readonly versions: readonly string[];
  /** Whether the page runs in Chromium's sandbox. */
  readonly isSandboxed: boolean;
  /** The newest file of the log. */
  readonly logFile: string;
  readonly platform: NodeJS.Platform;
  /** BCP 47 tags, most wanted first. */
  readonly systemLocales: readonly string[];
  /** The exact origin of the window's page. */
  readonly origin: string;
  readonly calls: CallTransport;
  readonly window: WindowPort;
  readonly tray: TrayPort;
  readonly loginStart: LoginStart;
  readonly notifications: NotificationSink;
  readonly dialogs: FileDialogs;
  readonly secretProcess: SecretProcessHost;
  readonly connectivity: Connectivity & Disposable;
  readonly proxyResolver: ProxyResolver;
  readonly updates: UpdateSource;
  /** Fires when the machine wakes up. */
  readonly onDidResume: Event<void>;
  /** Fires when the person unlocked the screen, where the system tells: the keychain may be open now. */
  readonly onDidUnlock: Event<void>;
  /**
   * Asks in a native message box: over the window if there is one, which cannot be used meanwhile.
   * @returns the index of the chosen button; the last one when the box was closed
   */
  ask(question: Question): Promise<number>;
  showInFolder(path: string): void;
  /** Reads the licence texts that came with the app. Throws when they are missing. */
  licences(): Promise<Licences>;
  /** Opens an `https` page in the system's browser. */
  openExternal(url: string): void;
  copyText(text: string): void;
  /**
   * Puts a secret on the clipboard for half a minute, kept out of the histories of clipboards that keep to such wishes.
   */
  copySecret(text: string): void;
  /** As `copySecret`, a private key: it is not pasted into the window while it is on the clipboard. */
  copyKey(text: string): void;
  /** Takes a secret off the clipboard that is still there; for quitting. Never rejects. */
  clearSecret(): Promise<void>;
  setTheme(theme: Settings['theme']): void;
  /** Begins to quit; the app is disposed on the way. */
  quit(): void;
}

export interface Question {
  readonly title: string;
  readonly detail: string;
  /** The first one is the default; the last one is what closing the box means, unless `closing` says otherwise. */
  readonly buttons: readonly string[];
  /** The index of the button that closing the box stands for. */
  readonly closing?: number;
}

export interface WindowPort {
  /** Brings the window to the front, making it when there is none. */
  show(): void;
  isOpen(): boolean;
  /** Whether the person is in the window: it has the keyboard focus. */
  isFocused(): boolean;
  /** Fires when the window came to the front, by the person or by `show`. */
  readonly onDidFocus: Event<void>;
  /** Fires when the window was closed, however that came. */
  readonly onDidClose: Event<void>;
  /** Reaches a page that is still loading too. Nothing happens without a window. */
  send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
}

export interface TrayPort extends Disposable {
  /** Whether the desktop has a place for the icon; `null` until that is known. */
  isShown(): boolean | null;
  update(view: TrayView): void;
  /** Fires when the icon itself was clicked, where the desktop tells. */
  readonly onDidActivate: Event<void>;
}

/** Words of the native file dialogs. */
export interface FileDialogWords {
  readonly exportFolderTitle: string;
  readonly exportFolderButton: string;
  readonly exportZipTitle: string;
  readonly zipFilter: string;
  readonly caFileTitle: string;
  readonly caFileFilter: string;
  readonly tlsCertificateTitle: string;
  readonly tlsKeyTitle: string;
  readonly tlsFileFilter: string;
  readonly allFiles: string;
}

/** The native file dialogs, which main alone opens. `null` when the person closed one. */
export interface FileDialogs {
  chooseFolder(words: FileDialogWords): Promise<string | null>;
  chooseZipFile(words: FileDialogWords, suggestedName: string): Promise<string | null>;
  chooseCaFile(words: FileDialogWords): Promise<string | null>;
  chooseReportFile(file: ReportFile): Promise<string | null>;
  /** A PEM file for the receiver's own TLS. */
  chooseTlsFile(words: FileDialogWords, kind: 'certificate' | 'key'): Promise<string | null>;
}

/** The words of the native file dialogs in the language of the moment. */
export function fileDialogWords({ t }: Language): FileDialogWords {
  return {
    exportFolderTitle: t('dialogs.chooseExportFolder'),
    exportFolderButton: t('dialogs.exportHere'),
    exportZipTitle: t('dialogs.saveZip'),
    zipFilter: t('dialogs.zipFiles'),
    caFileTitle: t('dialogs.chooseCaFile'),
    caFileFilter: t('dialogs.pemFiles'),
    tlsCertificateTitle: t('dialogs.chooseTlsCertificate'),
    tlsKeyTitle: t('dialogs.chooseTlsKey'),
    tlsFileFilter: t('dialogs.tlsFiles'),
    allFiles: t('dialogs.allFiles'),
  };
}
