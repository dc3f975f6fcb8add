import { createPrivateKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files below a folder that contain one of the texts, as UTF-8 or UTF-16, or some of the bytes: `path: text` for
 * each. Sockets, links and files that are deleted meanwhile are skipped.
 */
export async function filesHolding(
  folder: string,
  texts: readonly (string | Buffer)[],
): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    for (const text of texts) {
      const isThere =
        bytes.includes(text) || (typeof text === 'string' && bytes.includes(text, 0, 'utf16le'));
      if (isThere) found.push(`${file}: ${typeof text === 'string' ? text : text.toString('hex')}`);
    }
  }
  return found;
}

/** The longest line of a PEM's base64, which every copy of the key contains. */
export function pemBodyLine(pem: string): string {
  const lines = pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

/** The private value of an elliptic-curve key (RFC 7518, section 6.2.2), which every encoding of the key contains. */
export function secretNumber(pem: string): Buffer {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  return Buffer.from(d, 'base64url');
}
