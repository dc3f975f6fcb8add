import { join } from 'node:path';
import { app, nativeTheme, net, powerMonitor, shell } from 'electron';
import type { NotificationSink } from '#main/alerting/alerts/alert.ts';
import type { Desktop } from '#main/app/desktopPort.ts';
import type { CallTransport } from '#main/ipc/registerCalls.ts';
import { hasWayOut, NetworkWatch } from '#main/platform/connectivity.ts';
import { forbidCoreDumps } from '#main/platform/coreDumps.ts';
import type { Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import { logFileName } from '#main/platform/fileLogger.ts';
import type { Logger } from '#main/platform/logger.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { regionOf, regionOfEnvironment } from '#shared/i18n/regionOf.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { APP_ORIGIN } from './appScheme.ts';
import { createLoginStart } from './autostart.ts';
import { DesktopTheme } from './desktopTheme.ts';
import { ask, DesktopDialogs } from './dialogs.ts';
import { GlobalShortcut } from './globalShortcut.ts';
import { LateNotifications } from './lateNotifications.ts';
import { readLicences } from './licences.ts';
import type { MainWindow } from './mainWindow.ts';
import { setAppMenu, setPasteEnabled } from './menu.ts';
import { logFolder } from './ownFolders.ts';
import { QuickWindow } from './quickWindow.ts';
import { isSandboxed } from './sandbox.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { createSecretProcessHost } from './secretProcessHost.ts';
import { systemClipboard } from './systemClipboard.ts';
import { createProxyResolver } from './systemProxies.ts';
import { DesktopTray } from './tray.ts';
import { constantTrayHost, LinuxTrayHost } from './trayHost.ts';
import { DesktopUpdater } from './updater.ts';
import { isWayland } from './wayland.ts';
import { WaylandShortcut } from './waylandShortcut.ts';

/** What exists before the app is composed. */
export interface WindowParts {
  /** `app` contains `main/`, `preload/` and `renderer/` as built. */
  readonly folders: { readonly app: string; readonly assets: string };
  readonly calls: CallTransport;
  readonly clipboard: SecretClipboard;
  readonly window: MainWindow;
}

/** Creates the desktop on Electron. To be called when the app is ready. */
export function createDesktop(
  { folders, calls, clipboard: secretClipboard, window }: WindowParts,
  logger: Logger,
): Desktop {
  secretClipboard.onDidChangeKey((isKey) => setPasteEnabled(!isKey));
  const trayHost =
    process.platform === 'linux' ? new LinuxTrayHost(process.env, systemScheduler, logger) : constantTrayHost;
  const tray = new DesktopTray(folders.assets, trayHost);
  let words: () => Translate = () => {
    throw new Error('a shortcut was set before the start is finished');
  };
  const quickShortcut =
    process.platform === 'linux' && isWayland(process.env)
      ? new WaylandShortcut({
          environment: process.env,
          scheduler: systemScheduler,
          logger,
          description: () => words()('dialogs.openQuick'),
        })
      : new GlobalShortcut();
  const theme = new DesktopTheme({
    environment: process.env,
    scheduler: systemScheduler,
    logger,
    apply: (source) => {
      nativeTheme.themeSource = source;
    },
  });
  const notifications = createNotifications(join(folders.assets, 'icons', '128x128.png'), logger);
  return {
    userData: app.getPath('userData'),
    version: app.getVersion(),
    versions: [
      `NotAfter ${app.getVersion()}`,
      `Electron ${process.versions.electron}`,
      `Chromium ${process.versions['chrome']}`,
      `Node ${process.versions.node}`,
    ],
    isSandboxed: isSandboxed(),
    isAttended: true,
    logFile: join(logFolder(), logFileName),
    platform: process.platform,
    systemLocales: app.getPreferredSystemLanguages(),
    // Of LC_TIME, Electron knows nothing.
    region: () =>
      process.platform === 'linux' ? regionOfEnvironment(process.env) : regionOf(app.getSystemLocale()),
    origin: APP_ORIGIN,
    calls,
    window,
    quick: new QuickWindow(folders.app, () => tray.area(), secretClipboard, logger),
    tray,
    loginStart: createLoginStart(),
    quickShortcut,
    notifications,
    dialogs: new DesktopDialogs(window),
    secretProcess: createSecretProcessHost(join(folders.app, 'main')),
    connectivity: new NetworkWatch({
      isOnline: () => net.isOnline(),
      leadsOut: hasWayOut,
      window,
      scheduler: systemScheduler,
    }),
    proxyResolver: createProxyResolver(),
    updates: new DesktopUpdater(process.env),
    // Linux may miss it; `SystemTime` notices that.
    onDidResume: powerEvent('resume'),
    onDidUnlock: powerEvent('unlock-screen'),
    ask: (question) => ask(question, window.native()),
    showInFolder: (path) => shell.showItemInFolder(path),
    licences: () => readLicences(folders.app),
    openExternal(url) {
      if (!url.startsWith('https://')) return;
      shell
        .openExternal(url)
        .catch((error: unknown) => logger.warn('A page was not opened', { error: errorName(error) }));
    },
    copyText(text) {
      systemClipboard
        .writeText(text)
        .catch((error: unknown) => logger.warn('A text was not copied', { error: errorName(error) }));
    },
    copySecret: (text) => secretClipboard.copy(text, 'own'),
    copyKey: (text) => secretClipboard.copy(text, 'key'),
    readPublicText: () => secretClipboard.readPublic(),
    clearSecret: () => secretClipboard.clear(),
    async finishStart(t) {
      words = t;
      setAppMenu();
      // Only a later click needs it.
      void import('./textMenu.ts').then(
        ({ offerTextMenus }) => offerTextMenus(t, secretClipboard),
        (error: unknown) => logger.error('Texts have no menu', { error: errorName(error) }),
      );
      // These load the D-Bus library.
      trayHost.start();
      notifications.start();
      if (process.platform === 'linux') void theme.follow();
      await forbidCoreDumps(logger);
    },
    setTheme: (chosen) => theme.choose(chosen),
    setBadge(count) {
      if (process.platform !== 'win32') app.setBadgeCount(count);
    },
    quit: () => app.quit(),
  };
}

function createNotifications(icon: string, logger: Logger): NotificationSink {
  return new LateNotifications(async () => {
    if (process.platform !== 'linux') {
      const { DesktopNotifications } = await import('./notifications.ts');
      return new DesktopNotifications(icon);
    }
    const [{ LinuxNotifications }, { notificationIcon }] = await Promise.all([
      import('./linuxNotifications.ts'),
      import('./notificationIcon.ts'),
    ]);
    let picture: readonly unknown[] | null = null;
    return new LinuxNotifications({
      environment: process.env,
      scheduler: systemScheduler,
      logger,
      icon: () => {
        picture ??= notificationIcon(icon);
        return picture;
      },
    });
  }, logger);
}

/** @param name `resume`, or `unlock-screen` (macOS and Windows only) */
function powerEvent(name: 'resume' | 'unlock-screen'): Event<void> {
  const source: NodeJS.EventEmitter = powerMonitor;
  return (listener) => {
    const hear = () => listener();
    source.on(name, hear);
    return { dispose: () => source.off(name, hear) };
  };
}
