import { X509Certificate } from 'node:crypto';

/** The SHA-256 fingerprint of the first certificate of a PEM text, as the program writes it: lowercase hexadecimal digits. */
export function pemFingerprint(pem: string | Buffer): string {
  return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}
