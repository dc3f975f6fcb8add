import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CertificateAuthority } from './certificateAuthority.ts';

const memberSchema = z.object({ certificate: z.string(), key: z.string() });
const recordSchema = z.object({ root: memberSchema, rsa: memberSchema, ecdsa: memberSchema });

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Loads the authority from `authority.json` in the directory, or creates and stores one, so that
 * clients can trust one root over many starts. The directory has mode 0700 and the file 0600, because
 * they contain the authority's private keys. Rejects if the file cannot be read or contains no authority.
 */
export async function keptAuthority(directory: string, now: number): Promise<CertificateAuthority> {
  const file = join(directory, 'authority.json');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (kept === undefined) {
    const authority = await CertificateAuthority.create(now);
    await writeFile(file, JSON.stringify(authority.toRecord()), { mode: 0o600, flag: 'wx' });
    return authority;
  }
  try {
    return await CertificateAuthority.restore(recordSchema.parse(JSON.parse(kept)));
  } catch (cause) {
    throw new Error(`${file} does not hold a certificate authority`, { cause });
  }
}
