import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';

const LOCAL_RANGES: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'linkLocal',
  'multicast',
  'broadcast',
]);

/** Whether an IP address is of this computer, of its link, or of a group: no public document is there. */
export function isLocalAddress(address: string): boolean {
  const parsed = readIpAddress(address.replace(/%.*$/u, ''));
  if (parsed === null) return true;
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  return LOCAL_RANGES.has((isMapped ? parsed.toIPv4Address() : parsed).range());
}

/** Whether the host of a URL is this computer or its link by what it says. A name can be so by its addresses alone. */
export function isLocalHost(host: string): boolean {
  const literal = host.replace(/^\[(.*)\]$/u, '$1');
  return isLoopbackHost(host) || (readIpAddress(literal) !== null && isLocalAddress(literal));
}

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A DNS lookup without the addresses that are local. They are checked when a connection opens, so they can't change in between. */
export function createPublicLookup(resolve: Resolve = lookup): LookupFunction {
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const [first, ...others] =
        error === null ? found.filter(({ address }) => !isLocalAddress(address)) : [];
      if (first === undefined) {
        const refused = Object.assign(new Error('All addresses are local'), { code: 'EADDRNOTAVAIL' });
        done(error ?? refused, options.all === true ? [] : '');
      } else if (options.all === true) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });
}
