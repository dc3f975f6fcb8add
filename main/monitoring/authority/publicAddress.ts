import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';

/**
 * Blocks without public documents (IANA's registries of special-purpose addresses; the addresses at which clouds answer with
 * the secrets of a machine). Private networks are not among them: the authority of an organisation can be there.
 */
const LOCAL_BLOCKS = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and metadata of most clouds
  '192.0.0.0/24', // protocol assignments, and metadata of Oracle Cloud
  '198.18.0.0/15', // benchmarks
  '224.0.0.0/3', // multicast, reserved, broadcast
  '100.100.100.200/32', // metadata of Alibaba Cloud
  '168.63.129.16/32', // metadata of Azure
  '::/96', // unspecified, loopback, and the obsolete IPv4-compatible addresses
  '64:ff9b:1::/48', // NAT64 of a local network (RFC 8215)
  '100::/64', // discarded
  '2001::/32', // Teredo
  'fe80::/9', // link-local, and site-local of old
  'ff00::/8', // multicast
  'fd00:ec2::/32', // metadata of Amazon
  'fd00:42::42/128', // metadata of Scaleway
  'fd20:ce::254/128', // metadata of Google Cloud
].map((block) => ipaddr.parseCIDR(block));

/** Blocks whose addresses lead to an IPv4 address, and where its first byte is: mapped, translated, NAT64, 6to4. */
const CARRYING_BLOCKS = (
  [
    ['::ffff:0:0/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([block, place]) => ({ block: ipaddr.parseCIDR(block), place }));

/** Whether an IP address is of this computer, of its link, of a cloud's machine or of a group: no public document is there. */
export function isLocalAddress(address: string): boolean {
  const parsed = readIpAddress(address.replace(/%.*$/u, ''));
  if (parsed === null) return true;
  const reached = carriedBy(parsed) ?? parsed;
  return LOCAL_BLOCKS.some(([start, bits]) => reached.kind() === start.kind() && reached.match(start, bits));
}

function carriedBy(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null;
  const carrying = CARRYING_BLOCKS.find(({ block: [start, bits] }) =>
    address.match(start as ipaddr.IPv6, bits),
  );
  if (carrying === undefined) return null;
  return new ipaddr.IPv4(address.toByteArray().slice(carrying.place, carrying.place + 4));
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
