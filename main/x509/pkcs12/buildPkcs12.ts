import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { err, ok, type Result } from '#shared/result.ts';
import type { Node } from '../certificates/der.ts';
import { derOf, integer, octets, oid, sequence, tagged, taggedOctets } from './asn1.ts';
import { type BagLabels, writeCertificateSafe, writeKeySafe } from './bags.ts';
import { type Encrypted, encrypt } from './encryption.ts';
import { type PemMaterial, readKeyMaterial } from './keyMaterial.ts';
import { makeMacKey, writeMac } from './mac.ts';
import { oids } from './oids.ts';
import { passphraseProblem } from './passphrase.ts';
import type { Pkcs12Profile, RandomBytes } from './profiles.ts';

export interface Pkcs12Input extends PemMaterial {
  /** The friendly name, and Java's alias; may be empty. */
  readonly friendlyName: string;
  /** 1 to 1,024 characters of the BMP, without control characters. */
  readonly passphrase: string;
  readonly profile: Pkcs12Profile;
}

const VERSION = 3;

/**
 * Creates a PKCS#12 file (RFC 7292). The leaf comes first. Errors: `invalidInput` of `passphrase`, `invalidMaterial`,
 * `pkcs12` (`keyKindNotSupported`).
 */
export async function buildPkcs12(
  input: Pkcs12Input,
  random: RandomBytes = randomBytes,
): Promise<Result<Buffer>> {
  const { passphrase, profile, friendlyName } = input;
  const problem = passphraseProblem(passphrase);
  if (problem !== null) return err(problem);
  const material = readKeyMaterial(input, profile);
  if (!material.ok) return material;
  const { keyDer, certificates } = material.value;
  const ders = certificates.map(({ raw }) => raw);
  const labels: BagLabels = { localKeyId: localKeyIdOf(certificates[0]), friendlyName };
  // The thread pool derives the two encryption keys while this thread derives the MAC's key.
  const [encryptedCertificates, encryptedKey, macKey] = await Promise.all([
    encrypt(writeCertificateSafe(ders, labels), passphrase, profile, random),
    encrypt(keyDer, passphrase, profile, random),
    makeMacKey(passphrase, profile, random),
  ]).finally(() => keyDer.fill(0));
  const safe = derOf(
    sequence(encryptedSafe(encryptedCertificates), plainSafe(writeKeySafe(encryptedKey, labels))),
  );
  return ok(derOf(sequence(integer(VERSION), plainSafe(safe), writeMac(safe, macKey))));
}

/** The leaf's SHA-1. Any bytes would do; OpenSSL uses these. */
function localKeyIdOf({ raw }: X509Certificate): Buffer {
  return createHash('sha1').update(raw).digest();
}

/** ContentInfo of plain data (RFC 5652, section 4). */
function plainSafe(content: Uint8Array): Node {
  return sequence(oid(oids.data), tagged(octets(content)));
}

/** ContentInfo of EncryptedData (RFC 5652, section 8). */
function encryptedSafe({ algorithm, ciphertext }: Encrypted): Node {
  const content = sequence(oid(oids.data), algorithm, taggedOctets(ciphertext));
  return sequence(oid(oids.encryptedData), tagged(sequence(integer(0), content)));
}
