import ipaddr, { type IPv6 } from 'ipaddr.js';
import { parseAddressBlock, readIpAddress } from '#shared/domain/ipAddress.ts';

/** IPv4 addresses are compared as IPv4-mapped IPv6 (`::ffff:0:0/96`). */
const MAPPED_BITS = 96;

/** An IP address in one form: IPv4 for IPv4-mapped IPv6, IPv6 as in RFC 5952 without its zone; `null`: it is none. */
export function canonicalIp(text: string): string | null {
  const zone = text.indexOf('%');
  const address = readIpAddress(zone === -1 ? text : text.slice(0, zone));
  if (address === null) return null;
  // Only IPv6 addresses have zones (RFC 4007, section 11).
  if (address instanceof ipaddr.IPv4) return zone === -1 ? address.toString() : null;
  return (address.isIPv4MappedAddress() ? address.toIPv4Address() : address).toString();
}

/** A list of IP addresses and CIDR blocks. An entry that is neither is ignored. */
export class AddressBlocks {
  readonly #blocks: readonly (readonly [IPv6, number])[];
  readonly isEmpty: boolean;

  constructor(entries: readonly string[]) {
    // By the entries, not by the blocks: a list of invalid entries admits no one, but an empty one admits everyone.
    this.isEmpty = entries.length === 0;
    this.#blocks = entries.flatMap((entry) => {
      const block = blockOf(entry);
      return block === null ? [] : [block];
    });
  }

  /** @param address canonical */
  has(address: string): boolean {
    const parsed = ipv6Of(address);
    return parsed !== null && this.#blocks.some(([block, bits]) => parsed.match(block, bits));
  }
}

function blockOf(entry: string): readonly [IPv6, number] | null {
  const [text = '', length] = (parseAddressBlock(entry) ?? '').split('/');
  const address = ipv6Of(text);
  if (address === null) return null;
  const isIpv4 = !text.includes(':');
  const bits = (length === undefined ? (isIpv4 ? 32 : 128) : Number(length)) + (isIpv4 ? MAPPED_BITS : 0);
  // A mapped block with a shorter prefix would also cover IPv6 addresses that have nothing to do with it.
  return address.isIPv4MappedAddress() && bits < MAPPED_BITS ? null : [address, bits];
}

function ipv6Of(text: string): IPv6 | null {
  const address = readIpAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address;
}
