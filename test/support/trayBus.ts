import { z } from 'zod';
import { type BusSession, withSessionBus } from '#main/platform/sessionBus.ts';
import { systemScheduler } from '#main/platform/time.ts';

/** Milliseconds within which the panel and the app answer. */
export const answerWithinMs = 5_000;
export const itemInterface = 'org.kde.StatusNotifierItem';
const properties = 'org.freedesktop.DBus.Properties';

/** The object on the session bus that is a tray icon. */
export interface ItemAddress {
  readonly destination: string;
  readonly path: string;
}

/** Connects to the session bus of the test desktop that this process runs in. */
export function withBus<T>(use: (bus: BusSession) => Promise<T>): Promise<T> {
  return withSessionBus(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', systemScheduler, use);
}

/** The tray icon of a process, or `null` while it has none. */
export async function findItem(bus: BusSession, pid: number): Promise<ItemAddress | null> {
  const watcher = { destination: 'org.kde.StatusNotifierWatcher', path: '/StatusNotifierWatcher' };
  const registered = z
    .array(z.string())
    .parse(await property(bus, watcher, 'org.kde.StatusNotifierWatcher', 'RegisteredStatusNotifierItems'));
  for (const name of registered) {
    const slash = name.indexOf('/');
    // GNOME's extension writes `:1.35@/StatusNotifierItem`.
    const destination = name.slice(0, slash).replace('@', '');
    const [owner] = await bus.call(
      {
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'GetConnectionUnixProcessID',
        signature: 's',
        body: [destination],
      },
      answerWithinMs,
    );
    if (owner === pid) return { destination, path: name.slice(slash) };
  }
  return null;
}

/** A property of an object on the bus. */
export async function property(
  bus: BusSession,
  address: ItemAddress,
  ofInterface: string,
  name: string,
): Promise<unknown> {
  const call = { ...address, interface: properties, member: 'Get', signature: 'ss' };
  const [value] = await bus.call({ ...call, body: [ofInterface, name] }, answerWithinMs);
  return bus.valueOf(value);
}

/** Activates the tray icon of a process, as the panel does for a click. @returns when, in Unix milliseconds */
export function activateTray(pid: number): Promise<number> {
  return withBus(async (bus) => {
    const item = await findItem(bus, pid);
    if (item === null) throw new Error(`The process ${pid} has no tray icon`);
    const sentAt = performance.timeOrigin + performance.now();
    const call = { ...item, interface: itemInterface, member: 'Activate', signature: 'ii', body: [0, 0] };
    await bus.call(call, answerWithinMs);
    return sentAt;
  });
}
