import { readFileSync, statSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { type SessionEnvironment, sessionBusAddress } from '#main/platform/busAddress.ts';
import { type BusSession, withSessionBus } from '#main/platform/sessionBus.ts';
import type { Scheduler } from '#main/platform/time.ts';
import type { ReceiverView } from '#shared/domain/receiver.ts';
import { countOf, type DiagnosticsFacts } from './diagnosticsText.ts';

/** Kinds and counts only: no names, paths, addresses, ports, codes or files. */
export function receiverFacts({
  state,
  hooks,
  vault,
}: ReceiverView): Pick<DiagnosticsFacts, 'receiver' | 'hooks' | 'hookSecrets' | 'vault'> {
  const keys = vault.kind === 'empty' ? 0 : vault.keys;
  return {
    receiver: [
      state.kind,
      ...(state.kind === 'failed' ? [state.reason] : []),
      ...(state.kind === 'listening' && state.tls ? ['TLS'] : []),
    ].join(', '),
    hooks: countOf(hooks.map(({ enabled }) => (enabled ? 'enabled' : 'disabled'))),
    hookSecrets: countOf(hooks.flatMap(({ secrets }) => secrets.map(({ state: { kind } }) => kind))),
    vault: `${vault.kind}, ${keys} keys`,
  };
}

/** The operating system, such as `Linux 6.1.0 x64, Debian GNU/Linux 12 (bookworm)`. */
export function systemText(): string {
  const kernel = `${type()} ${release()} ${arch()}`;
  const distribution = distributionName();
  return distribution === null ? kernel : `${kernel}, ${distribution}`;
}

/** The desktop environment, by its own name. */
export function sessionText(environment: SessionEnvironment): string {
  const known = ['XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE'].flatMap((name) => environment[name] ?? []);
  return known.length === 0 ? 'unknown' : known.join(', ');
}

/** Size of a database with its write-ahead log in bytes, or `null`. */
export function databaseBytes(file: string): number | null {
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? null);
  return sizes[0] === null ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** From os-release(5); `null` on other systems. */
function distributionName(): string | null {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    return /^PRETTY_NAME="?([^"\n]*)/mu.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

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
