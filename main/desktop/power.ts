import { powerMonitor } from 'electron';
import type { Disposable } from '#main/platform/disposable.ts';

/** Calls `listener` when the machine wakes up. Linux may miss it; the poller's system time monitor notices that. */
export function onResume(listener: () => void): Disposable {
  powerMonitor.on('resume', listener);
  return { dispose: () => powerMonitor.off('resume', listener) };
}

/** Calls `listener` when the user unlocks the screen. macOS and Windows only. */
export function onUnlock(listener: () => void): Disposable {
  powerMonitor.on('unlock-screen', listener);
  return { dispose: () => powerMonitor.off('unlock-screen', listener) };
}
