import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/**
 * Whether a certificate covers a name. The subject is ignored, as in clients (RFC 9525, section 2).
 * @param name a DNS name, or an IP address that must be among the certificate's IP addresses
 */
export function coversName(leaf: X509Certificate, name: string): boolean {
  return isIP(name) === 0
    ? leaf.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined
    : leaf.checkIP(name) !== undefined;
}
