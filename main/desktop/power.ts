import { powerMonitor } from 'electron';
import type { Disposable } from '#main/platform/disposable.ts';

/** Tells when the machine woke up. On Linux it can be missed; the poller's heartbeat notices those. */
export function onResume(listener: () => void): Disposable {
  powerMonitor.on('resume', listener);
  return { dispose: () => powerMonitor.off('resume', listener) };
}

/** Tells when the person unlocked the screen. macOS and Windows only. */
export function onUnlock(listener: () => void): Disposable {
  powerMonitor.on('unlock-screen', listener);
  return { dispose: () => powerMonitor.off('unlock-screen', listener) };
}
