import { BlockList, isIP, SocketAddress } from 'node:net';

/**
 * An IP address in one form: IPv4 for IPv4-mapped IPv6, IPv6 compressed in lower case and without its zone. `null` for
 * anything else.
 */
export function canonicalIp(text: string): string | null {
  const zone = text.indexOf('%');
  const address = zone === -1 ? text : text.slice(0, zone);
  switch (isIP(address)) {
    case 4:
      return address;
    case 6: {
      const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
      const mapped = canonical.startsWith('::ffff:') ? canonical.slice('::ffff:'.length) : '';
      return isIP(mapped) === 4 ? mapped : canonical;
    }
    default:
      return null;
  }
}

/** A list of IP addresses and CIDR blocks to ask about canonical addresses. What is neither is left out. */
export class AddressBlocks {
  readonly #list = new BlockList();
  readonly isEmpty: boolean;

  constructor(entries: readonly string[]) {
    // A list of nothing but nonsense is not empty: it lets nobody in, where an empty one would let in all.
    this.isEmpty = entries.length === 0;
    for (const entry of entries) this.#add(entry);
  }

  has(address: string): boolean {
    return this.#list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }

  #add(entry: string): void {
    const [text = '', bits] = entry.split('/', 2);
    const address = canonicalIp(text);
    if (address === null) return;
    const isIpv6 = isIP(address) === 6;
    if (bits === undefined) {
      this.#list.addAddress(address, isIpv6 ? 'ipv6' : 'ipv4');
      return;
    }
    // The prefix of an IPv4-mapped block counts the 96 bits before the IPv4 address as well.
    const prefix = Number(bits) - (!isIpv6 && isIP(text) === 6 ? 96 : 0);
    const isPrefix = /^[0-9]{1,3}$/u.test(bits) && prefix >= 0 && prefix <= (isIpv6 ? 128 : 32);
    if (isPrefix) this.#list.addSubnet(address, prefix, isIpv6 ? 'ipv6' : 'ipv4');
  }
}
