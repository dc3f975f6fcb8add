import { hash } from 'node:crypto';

/** SHA-256 as 64 lowercase hex characters. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
