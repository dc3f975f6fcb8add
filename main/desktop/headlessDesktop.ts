import { app, net } from 'electron';
import type { Desktop } from '#main/app/desktopPort.ts';
import type { TerminalFacts } from '#main/cli/protocol.ts';
import { NetworkWatch } from '#main/platform/connectivity.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { err } from '#shared/result.ts';
import { isSandboxed } from './sandbox.ts';
import { createSecretProcessHost } from './secretProcessHost.ts';
import { createProxyResolver } from './systemProxies.ts';

/**
 * The desktop for commands in a terminal: real keychain and network, nothing visible. Needs Electron to be ready.
 * @param mainFolder contains the main process as built
 */
export function createHeadlessDesktop(
  mainFolder: string,
  logFile: string,
  { locales, region }: TerminalFacts,
): Desktop {
  const never = new Emitter<never>('headlessDesktop.never').event;
  const nothing = () => undefined;
  const cancelled = async () => null;
  const window = {
    show: nothing,
    isOpen: () => false,
    isFocused: () => false,
    setTitle: nothing,
    onDidFocus: never,
    onDidClose: never,
    place: nothing,
    onDidPlace: never,
    startDrag: nothing,
    send: nothing,
  };
  return {
    userData: app.getPath('userData'),
    version: app.getVersion(),
    versions: [`NotAfter ${app.getVersion()}`, `Electron ${process.versions.electron}`],
    isSandboxed: isSandboxed(),
    logFile,
    platform: process.platform,
    systemLocales: locales,
    region,
    origin: '',
    calls: { handle: () => ({ dispose: nothing }) },
    window,
    quick: { show: nothing, toggle: nothing, hide: nothing, isOpen: () => false, changed: nothing },
    tray: { isShown: () => Promise.resolve(false), update: nothing, onDidActivate: never, dispose: nothing },
    loginStart: {
      isOn: () => false,
      set: () => err({ kind: 'loginStart', reason: 'refused', name: '', code: '' }),
    },
    quickShortcut: { isActive: () => false, set: () => err({ kind: 'shortcut' }), onDidPress: never },
    notifications: { show: nothing },
    dialogs: {
      chooseFolder: cancelled,
      chooseZipFile: cancelled,
      chooseCaFile: cancelled,
      chooseTlsFile: cancelled,
      chooseReportFile: cancelled,
      chooseConfigurationFile: cancelled,
    },
    secretProcess: createSecretProcessHost(mainFolder),
    connectivity: new NetworkWatch({ isOnline: () => net.isOnline(), window, scheduler: systemScheduler }),
    proxyResolver: createProxyResolver(),
    updates: {
      hasFeed: false,
      keys: () => [],
      version: app.getVersion(),
      canInstall: false,
      packageManager: null,
      read: async () => ({ ok: false, error: 'other' }),
      download: async () => ({ ok: true, value: null }),
      install: async () => undefined,
    },
    onDidResume: never,
    onDidUnlock: never,
    ask: async ({ buttons, closing }) => closing ?? buttons.length - 1,
    showInFolder: nothing,
    licences: async () => ({ own: '', others: '' }),
    openExternal: nothing,
    copyText: nothing,
    copySecret: nothing,
    copyKey: nothing,
    readPublicText: async () => null,
    clearSecret: async () => undefined,
    finishStart: async () => undefined,
    setTheme: nothing,
    setBadge: nothing,
    quit: nothing,
  };
}
