import {
  type BusSession,
  type SessionEnvironment,
  sessionBusAddress,
  withSessionBus,
} from '#main/platform/sessionBus.ts';
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

const LIMIT_MS = 1000;
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
  if (!(await hasOwner(session, 'org.kde.StatusNotifierWatcher'))) return 'absent';
  const [variant] = await session.call(
    {
      destination: 'org.kde.StatusNotifierWatcher',
      path: '/StatusNotifierWatcher',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.kde.StatusNotifierWatcher', 'IsStatusNotifierHostRegistered'],
    },
    LIMIT_MS,
  );
  return session.valueOf(variant) === true ? 'present' : 'watcher without a host';
}

async function notificationDaemon(session: BusSession): Promise<string> {
  if (!(await hasOwner(session, 'org.freedesktop.Notifications'))) return 'absent';
  const [name, , version] = await session.call(
    {
      destination: 'org.freedesktop.Notifications',
      path: '/org/freedesktop/Notifications',
      interface: 'org.freedesktop.Notifications',
      member: 'GetServerInformation',
    },
    LIMIT_MS,
  );
  return `${String(name)} ${String(version)}`;
}

async function hasOwner(session: BusSession, name: string): Promise<boolean> {
  const [has] = await session.call(
    {
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'NameHasOwner',
      signature: 's',
      body: [name],
    },
    LIMIT_MS,
  );
  return has === true;
}
