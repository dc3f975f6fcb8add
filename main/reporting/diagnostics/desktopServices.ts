import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { type BusSession, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';

/** Desktop services for a bug report. */
export interface DesktopServices {
  readonly trayHost: string;
  readonly notificationDaemon: string;
}

/** On macOS and Windows both are part of the system. */
export const constantDesktopServices: DesktopServices = {
  trayHost: 'part of the system',
  notificationDaemon: 'part of the system',
};

const watcherName = 'org.kde.StatusNotifierWatcher';
const unknown: DesktopServices = { trayHost: 'unknown', notificationDaemon: 'unknown' };

/** Asks the session bus (Linux) which programs show tray icons and notifications. `unknown`: no answer. */
export async function askDesktopServices(
  environment: SessionEnvironment,
  scheduler: Scheduler,
): Promise<DesktopServices> {
  const address = sessionBusAddress(environment);
  if (address === null) return { trayHost: 'no session bus', notificationDaemon: 'no session bus' };
  try {
    return await withSessionBus(address, scheduler, async (session) => ({
      trayHost: await trayHost(session),
      notificationDaemon: await notificationDaemon(session),
    }));
  } catch {
    return unknown;
  }
}

async function trayHost(session: BusSession): Promise<string> {
  if (!(await session.hasOwner(watcherName))) return 'absent';
  const watcher = { destination: watcherName, path: '/StatusNotifierWatcher', interface: watcherName };
  const isPresent = await session.property(watcher, 'IsStatusNotifierHostRegistered');
  return isPresent === true ? 'present' : 'watcher without a host';
}

async function notificationDaemon(session: BusSession): Promise<string> {
  if (!(await session.hasOwner('org.freedesktop.Notifications'))) return 'absent';
  const [name, , version] = await session.call({
    destination: 'org.freedesktop.Notifications',
    path: '/org/freedesktop/Notifications',
    interface: 'org.freedesktop.Notifications',
    member: 'GetServerInformation',
  });
  return `${String(name)} ${String(version)}`;
}
