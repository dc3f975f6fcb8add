import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** An environment; `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` give the address of the session bus. */
export type SessionEnvironment = Readonly<Record<string, string | undefined>>;

/** The value that names no bus, which Chromium sets. */
const NO_BUS = 'disabled:';

/**
 * The addresses of the session bus, found like GLib does, but without starting a bus; `null`: there is none. Several are
 * divided by semicolons (D-Bus Specification, "Server Addresses").
 */
export function sessionBusAddress(environment: SessionEnvironment): string | null {
  const address = environment['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (address !== '') return address === NO_BUS ? null : address;
  const runtimeFolder = environment['XDG_RUNTIME_DIR'] ?? '';
  const socket = join(runtimeFolder, 'bus');
  const isThere = runtimeFolder !== '' && lstatSync(socket, { throwIfNoEntry: false })?.isSocket() === true;
  return isThere ? `unix:path=${escapeValue(socket)}` : null;
}

/**
 * Names the session bus in the environment of this process, for this program, its child processes and Chromium. Before the
 * first line of main, Chromium writes there that there is none unless the variable is set.
 * @param isOwn whether only this user could have made the socket at a path; addresses of other sockets are left out
 */
export function nameSessionBus(environment: NodeJS.ProcessEnv, isOwn: (socket: string) => boolean): void {
  const name = 'DBUS_SESSION_BUS_ADDRESS';
  const given = environment[name];
  if (given === NO_BUS) delete environment[name];
  const isUsable = (address: string) => {
    const socket = socketOf(address);
    return socket === null || isOwn(socket);
  };
  const own = addressesIn(sessionBusAddress(environment)).filter(isUsable).join(';');
  delete environment[name];
  const address = own === '' ? sessionBusAddress(environment) : own;
  // D-Bus's own library would start a bus if the variable were gone.
  if (address !== null || given !== undefined) environment[name] = address ?? NO_BUS;
}

/** The addresses of a list. */
export function addressesIn(list: string | null): readonly string[] {
  return (list ?? '').split(';').filter((address) => address !== '');
}

/** The path of a socket that an address names; `null`: it names none. */
function socketOf(address: string): string | null {
  const [, path] = /^unix:(?:[^,]*,)*path=([^,]+)/u.exec(address) ?? [];
  return path === undefined ? null : unescapeValue(path);
}

/** Only these characters may stand in an address as they are. */
function escapeValue(value: string): string {
  return value.replace(/[^-\w/.*]/gu, (character) =>
    Buffer.from(character).reduce((text, byte) => `${text}%${byte.toString(16).padStart(2, '0')}`, ''),
  );
}

/** A value of an address as it is meant. */
export function unescapeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
