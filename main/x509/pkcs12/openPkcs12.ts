import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { integerOf, type Node, oidOf, StructureError } from '../certificates/der.ts';
import { certificatePem, writePem } from '../certificates/pem.ts';
import { membersOf, parse, readOctets, readTagged, readTaggedOctets } from './asn1.ts';
import { type CertificateBag, readSafe, type SafeBag } from './bags.ts';
import { decrypt } from './encryption.ts';
import { type PemMaterial, readKeyMaterial } from './keyMaterial.ts';
import { isMacOf } from './mac.ts';
import { oids } from './oids.ts';
import { passphraseProblem } from './passphrase.ts';

/** Content of a PKCS#12 file. */
export interface Pkcs12Contents {
  /** PKCS#8 bytes as in the file. Do not store them. */
  readonly keyPem: string;
  /** The key's certificate first, then the others in file order. Canonical PEM. */
  readonly certificatePems: readonly string[];
}

/**
 * Opens a file with one key in either profile, also from OpenSSL and Java. Errors: `invalidInput` of `passphrase`;
 * `pkcs12`: `wrongPassphrase`, or `damaged` for any other content.
 */
export async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<Result<Pkcs12Contents>> {
  const problem = passphraseProblem(passphrase);
  if (problem !== null) return err(problem);
  try {
    return await open(bytes, passphrase);
  } catch (error) {
    if (error instanceof StructureError) return err(damaged);
    throw error;
  }
}

const VERSION = 3;
const damaged: AppError = { kind: 'pkcs12', reason: 'damaged' };

async function open(bytes: Uint8Array, passphrase: string): Promise<Result<Pkcs12Contents>> {
  const [version, authSafe, macData] = membersOf(parse(bytes));
  if (integerOf(version) !== VERSION) throw new StructureError();
  const content = readPlain(authSafe);
  // Checked first: without a valid MAC the rest cannot be trusted.
  if (!isMacOf(content, macData, passphrase)) return err({ kind: 'pkcs12', reason: 'wrongPassphrase' });
  const bags: SafeBag[] = [];
  for (const safe of membersOf(parse(content))) bags.push(...readSafe(await readContent(safe, passphrase)));
  const [keyBag, ...moreKeys] = bags.filter((bag) => 'encrypted' in bag);
  if (keyBag === undefined || moreKeys.length > 0) throw new StructureError();
  const certificates = ownFirst(
    bags.filter((bag) => 'der' in bag),
    keyBag.localKeyId,
  );
  const keyDer = await decrypt(keyBag.encrypted, passphrase);
  try {
    return ok({ keyPem: readKey(keyDer), certificatePems: certificates.map(readCertificate) });
  } finally {
    keyDer.fill(0);
  }
}

/** SafeContents of a ContentInfo, decrypted if necessary. */
async function readContent(safe: Node, passphrase: string): Promise<Buffer> {
  const [kind, content] = membersOf(safe);
  if (oidOf(kind) !== oids.encryptedData) return readPlain(safe);
  const [, encryptedContent] = membersOf(readTagged(content));
  const [innerKind, algorithm, ciphertext] = membersOf(encryptedContent);
  if (oidOf(innerKind) !== oids.data || algorithm === undefined) throw new StructureError();
  return await decrypt({ algorithm, ciphertext: readTaggedOctets(ciphertext) }, passphrase);
}

function readPlain(safe: Node | undefined): Buffer {
  const [kind, content] = membersOf(safe);
  if (oidOf(kind) !== oids.data) throw new StructureError();
  return readOctets(readTagged(content));
}

function ownFirst(bags: readonly CertificateBag[], localKeyId: Buffer | null): readonly CertificateBag[] {
  const own = bags.find((bag) => localKeyId !== null && bag.localKeyId?.equals(localKeyId) === true);
  if (own === undefined) throw new StructureError();
  return [own, ...bags.filter((bag) => bag !== own)];
}

function readKey(der: Buffer): string {
  try {
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    throw new StructureError();
  }
  return writePem('PRIVATE KEY', der.toString('base64'));
}

function readCertificate({ der }: CertificateBag): string {
  try {
    return certificatePem(new X509Certificate(der));
  } catch {
    throw new StructureError();
  }
}

/**
 * Verifies a written file: opens it and compares the key and every certificate. Errors: those of `openPkcs12`;
 * `invalidMaterial` if `expected` is not readable; `pkcs12` (`differs`).
 */
export async function checkPkcs12(
  bytes: Uint8Array,
  passphrase: string,
  expected: PemMaterial,
): Promise<Result<null>> {
  const opened = await openPkcs12(bytes, passphrase);
  if (!opened.ok) return opened;
  const material = readKeyMaterial(expected, 'modern');
  if (!material.ok) return material;
  const { keyDer, certificates } = material.value;
  const keyPem = writePem('PRIVATE KEY', keyDer.toString('base64'));
  keyDer.fill(0);
  // Canonical PEM is equal exactly if the bytes are.
  const isSame =
    opened.value.keyPem === keyPem &&
    opened.value.certificatePems.join('') === certificates.map(certificatePem).join('');
  return isSame ? ok(null) : err({ kind: 'pkcs12', reason: 'differs' });
}
