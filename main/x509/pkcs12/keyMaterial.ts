import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { pemKind, readPemBlocks } from '../certificates/pem.ts';
import type { Pkcs12Profile } from './profiles.ts';

/** A key with its certificates, as PEM. */
export interface PemMaterial {
  /** Not encrypted: PKCS#8, PKCS#1 or SEC1. */
  readonly keyPem: string;
  readonly leafPem: string;
  /** From the leaf's issuer up. */
  readonly chainPem: readonly string[];
}

/** Content of a PKCS#12 file. */
export interface KeyMaterial {
  /** PKCS#8 as this runtime encodes it. Overwrite it after use. */
  readonly keyDer: Buffer;
  /** The leaf first. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]];
}

/** Parses the PEM for a file. Errors: `invalidMaterial`; `pkcs12` (`keyKindNotSupported`) for this profile. */
export function readKeyMaterial(pem: PemMaterial, profile: Pkcs12Profile): Result<KeyMaterial> {
  const key = readKey(pem.keyPem);
  if (key === null) return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'key' });
  if (!supportedKeys[profile].has(key.asymmetricKeyType)) return err(keyKindNotSupported);
  const [leaf, ...more] = readCertificates(pem.leafPem) ?? [];
  if (leaf === undefined || more.length > 0)
    return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'certificateServer' });
  if (!leaf.checkPrivateKey(key)) return err({ kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' });
  const certificates: [X509Certificate, ...X509Certificate[]] = [leaf];
  for (const text of pem.chainPem) {
    const read = readCertificates(text);
    if (read === null)
      return err({ kind: 'invalidMaterial', reason: 'unreadable', part: 'certificateChain' });
    certificates.push(...read);
  }
  return ok({ keyDer: key.export({ type: 'pkcs8', format: 'der' }), certificates });
}

/** Programs that need this profile are older than Ed25519 (RFC 8410, 2018). */
const supportedKeys: Readonly<Record<Pkcs12Profile, ReadonlySet<KeyObject['asymmetricKeyType']>>> = {
  modern: new Set(['rsa', 'ec', 'ed25519']),
  compatible: new Set(['rsa', 'ec']),
};

const keyKindNotSupported: AppError = { kind: 'pkcs12', reason: 'keyKindNotSupported' };

/** A private key, of PEM; `null`: it cannot be read. @param passphrase of an encrypted key */
export function readKey(key: string | Buffer, passphrase?: string): KeyObject | null {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    // The reason is dropped: errors of a crypto library may quote the input.
    return null;
  }
}

/** All certificates of a text, at least one; `null` if it contains anything else. */
function readCertificates(pem: string): readonly X509Certificate[] | null {
  const blocks = readPemBlocks(pem);
  if (!blocks.ok || blocks.value.length === 0) return null;
  if (blocks.value.some((block) => pemKind(block) !== 'certificate')) return null;
  try {
    return blocks.value.map(({ base64 }) => new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}
