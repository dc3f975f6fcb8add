import { isIP } from 'node:net';

/** The most addresses of one name that are probed. */
const ADDRESSES_MAX = 16;

/**
 * The addresses that are probed, IPv4 first, each family in an order of its own: resolvers shuffle them. Of more than
 * sixteen each family keeps a share, and the same ones are chosen every time.
 */
export function chooseAddresses(addresses: readonly string[]): readonly string[] {
  const sorted = [...addresses].sort();
  const v4 = sorted.filter((address) => isIP(address) === 4);
  const v6 = sorted.filter((address) => isIP(address) === 6);
  const half = ADDRESSES_MAX / 2;
  const v4Kept = v4.slice(0, Math.max(half, ADDRESSES_MAX - v6.length));
  return [...v4Kept, ...v6.slice(0, ADDRESSES_MAX - v4Kept.length)];
}
