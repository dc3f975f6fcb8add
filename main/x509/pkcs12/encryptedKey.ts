import { randomBytes } from 'node:crypto';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { writePem } from '../certificates/pem.ts';
import { derOf, octets, sequence } from './asn1.ts';
import { encrypt } from './encryption.ts';
import { readKey } from './keyMaterial.ts';
import { passphraseProblem } from './passphrase.ts';
import type { RandomBytes } from './profiles.ts';

/**
 * Encrypts a private key: PKCS#8 (RFC 5958, section 3) as PEM, with the algorithms of the modern profile.
 * @param keyPem not encrypted
 * @returns the file. Errors: `invalidInput` of `passphrase`, `invalidMaterial` of the key
 */
export async function encryptKey(
  keyPem: string,
  passphrase: string,
  random: RandomBytes = randomBytes,
): Promise<Result<Buffer>> {
  const problem = passphraseProblem(passphrase);
  if (problem !== null) return err(problem);
  const key = readKey(keyPem);
  if (key === null) return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'key' });
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const { algorithm, ciphertext } = await encrypt(der, passphrase, 'modern', random).finally(() =>
    der.fill(0),
  );
  const info = derOf(sequence(algorithm, octets(ciphertext)));
  return ok(Buffer.from(writePem('ENCRYPTED PRIVATE KEY', info.toString('base64'))));
}

/** Verifies a written file. `null`: it contains this key. */
export function checkEncryptedKey(bytes: Uint8Array, passphrase: string, keyPem: string): AppError | null {
  const opened = readKey(Buffer.from(bytes), passphrase);
  const expected = readKey(keyPem);
  const isSame = opened !== null && expected !== null && opened.equals(expected);
  return isSame ? null : { kind: 'pkcs12', reason: 'differs' };
}
