import { type AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';

const BRACKETED = /^\[([^\]]*)\](?::[0-9]{1,5})?$/u;
const IPV4_WITH_PORT = /^([0-9.]+):[0-9]{1,5}$/u;

/**
 * The address of the sender: the connection's other end (`peer`, canonical) or, if that is a trusted proxy, the
 * rightmost hop in `X-Forwarded-For` that is not one. Hops further left can be forged. `null`: a hop is no IP address.
 */
export function senderAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: AddressBlocks,
): string | null {
  if (forwardedFor === null || proxies.isEmpty || !proxies.has(peer)) return peer;
  const hops = forwardedFor.split(',');
  let sender = peer;
  for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
    const address = hopAddress(hop.trim());
    if (address === null) return null;
    sender = address;
    if (!proxies.has(sender)) break;
  }
  return sender;
}

/** Some proxies add the port, and then write IPv6 addresses in brackets. */
function hopAddress(hop: string): string | null {
  return canonicalIp(BRACKETED.exec(hop)?.[1] ?? IPV4_WITH_PORT.exec(hop)?.[1] ?? hop);
}
