import { app } from 'electron';
import type { ProcessLock } from '#main/app/ownProcess.ts';
import { ProfileLock } from '#main/platform/profileLock.ts';

let profile: ProfileLock | null = null;

/**
 * The lock of the profile with Electron's lock of the single instance: that one tells the running app of a second start,
 * and the server does not know it.
 * @param data for the app that has Electron's lock
 */
export function appLock(data?: Record<string, unknown>): ProcessLock {
  profile ??= new ProfileLock(app.getPath('userData'));
  const held = profile;
  const release = () => {
    held.release();
    app.releaseSingleInstanceLock();
  };
  return {
    take: () => {
      if (!app.requestSingleInstanceLock(data)) return false;
      if (held.take()) return true;
      release();
      return false;
    },
    release,
  };
}
