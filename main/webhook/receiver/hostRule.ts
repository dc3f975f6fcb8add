import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import { canonicalIp } from './ipAddress.ts';

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::[0-9]{1,5})?$/iu;

/**
 * The host that a `Host` header names, without its port, in lower case, an IP address in its canonical form; `null`
 * when it is none. Also for what a person lists, where an IPv6 address may stand without brackets.
 */
export function hostName(text: string): string | null {
  const host = HOST.exec(text)?.[1];
  if (host === undefined) return canonicalIp(text);
  if (host.startsWith('[')) return canonicalIp(host.slice(1, -1));
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return canonicalIp(name) ?? name.toLowerCase();
}

/**
 * Whether a request may name this host. A page in a browser whose own name was pointed at this computer (DNS
 * rebinding) can only name itself, so nothing but our own names will do. The port does not count: a page cannot choose
 * the host, and where a port is forwarded it differs in honest use.
 * @param local gives the canonical address that the connection came in at: where all are listened at, one of them
 * @param allowed names as `hostName` gives them
 */
export function isHostAllowed(
  host: string,
  local: () => string | null,
  allowed: ReadonlySet<string>,
): boolean {
  const name = hostName(host);
  if (name === null) return false;
  if (name === 'localhost' || allowed.has(name)) return true;
  const own = local();
  return own !== null && (name === own || (isLoopbackAddress(own) && isLoopbackAddress(name)));
}
