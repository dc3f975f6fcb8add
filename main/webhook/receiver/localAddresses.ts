import { networkInterfaces } from 'node:os';
import { isWildcardAddress, parseIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';

/** The IP addresses of this computer's interfaces now, canonical. */
export function localAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => parseIpAddress(address) ?? address);
}

/** Whether an address can come and go with an interface: loopback and "all addresses" are always there. */
export function canVanish(address: string): boolean {
  return !isLoopbackAddress(address) && !isWildcardAddress(address);
}
