import { hasWayOut, NetworkWatch } from '#main/platform/connectivity.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { err } from '#shared/result.ts';
import type { Desktop, Question } from './desktopPort.ts';
import { saidNotifications } from './saidNotifications.ts';

/** What there is without a window. */
export interface WindowlessPorts
  extends Pick<
    Desktop,
    | 'userData'
    | 'version'
    | 'versions'
    | 'isSandboxed'
    | 'logFile'
    | 'systemLocales'
    | 'region'
    | 'secretProcess'
    | 'proxyResolver'
  > {
  /** Whether the machine has a network, asked at once. */
  readonly isOnline: () => boolean;
  /** Gets each question, which no one can answer here: the app takes its closing answer, or the last one. */
  readonly tell?: (question: Question) => void;
  /** Where alerts are shown; without it, nowhere. */
  readonly notifications?: Desktop['notifications'];
  readonly finishStart?: () => Promise<void>;
  readonly quit?: () => void;
}

/** A desktop with nothing visible: for commands in a terminal, and for the app without a window. */
export function createWindowlessDesktop({ isOnline, tell, ...ports }: WindowlessPorts): Desktop {
  const never = new Emitter<never>('windowlessDesktop.never').event;
  const nothing = () => undefined;
  const cancelled = async () => null;
  const window = {
    show: nothing,
    isOpen: () => false,
    hasPage: () => false,
    isFocused: () => false,
    setTitle: nothing,
    onDidFocus: never,
    onDidClose: never,
    place: nothing,
    onDidPlace: never,
    startDrag: () => ({ mayBeRefused: false }),
    send: nothing,
  };
  return {
    platform: process.platform,
    isAttended: false,
    origin: '',
    calls: { handle: () => ({ dispose: nothing }) },
    window,
    quick: { show: nothing, toggle: nothing, hide: nothing, isOpen: () => false, changed: nothing },
    tray: { isShown: () => Promise.resolve(false), update: nothing, onDidActivate: never, dispose: nothing },
    loginStart: {
      isOn: () => false,
      set: () => err({ kind: 'loginStart', reason: 'refused', name: '', code: '' }),
    },
    quickShortcut: {
      state: async () => ({ kind: 'noPortal' }),
      set: () => err({ kind: 'shortcut' }),
      onDidPress: never,
    },
    notifications: saidNotifications(nothing),
    dialogs: {
      chooseFolder: cancelled,
      chooseZipFile: cancelled,
      chooseCaFile: cancelled,
      chooseTlsFile: cancelled,
      chooseReportFile: cancelled,
      chooseConfigurationFile: cancelled,
    },
    connectivity: new NetworkWatch({ isOnline, leadsOut: hasWayOut, window, scheduler: systemScheduler }),
    updates: {
      hasFeed: false,
      keys: () => [],
      version: ports.version,
      canInstall: false,
      packageManager: null,
      read: async () => ({ ok: false, error: 'other' }),
      download: async () => ({ ok: true, value: null }),
      install: async () => undefined,
    },
    onDidResume: never,
    onDidUnlock: never,
    ask: async (question) => {
      tell?.(question);
      return question.closing ?? question.buttons.length - 1;
    },
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
    ...ports,
  };
}
