import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { AppError, InvalidMaterialReason, MaterialPart } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../material.ts';
import { containerInText } from './containers.ts';
import { factsOf, publicKeyOf } from './facts.ts';
import { isSelfIssued } from './names.ts';
import { CERTIFICATE_MAX_BYTES, type PemBlock, pemKind, readPemBlocks, writePem } from './pem.ts';
import { isUndated, validityOf } from './validity.ts';

export interface ReadMaterial {
  readonly leaf: X509Certificate;
  /** The service's full chain in its own order, with duplicates. */
  readonly listed: readonly X509Certificate[];
  /** All certificates of the material, in which its chain is searched. */
  readonly pool: readonly X509Certificate[];
  /** The key that matches the leaf; `null`: none that was matched. Do not store it. */
  readonly key: PrivateKey | null;
  /** Why there is no key: none was given, or it is of a kind that this runtime cannot read. */
  readonly withoutKey: 'notGiven' | 'notReadable' | null;
}

export interface PrivateKey {
  readonly object: KeyObject;
  /** Canonical PEM with its original label: PKCS#8, PKCS#1 or SEC1. */
  readonly pem: string;
}

/** Parses material, finds its leaf, and matches the key. Error: `invalidMaterial` with its part. */
export function readMaterial(material: CertificateMaterial): Result<ReadMaterial> {
  // The parts contain the same certificates, so each is parsed only once.
  const parsed: Parsed = { blocks: new Map(), certificates: new Map(), bytes: 0 };
  const certificate = readCertificates(material.certificate, 'certificate', parsed);
  if (!certificate.ok) return certificate;
  const server = readOptional(material.certificateServer, 'certificateServer', parsed);
  if (!server.ok) return server;
  const chain = readOptional(material.certificateChain, 'certificateChain', parsed);
  if (!chain.ok) return chain;

  const key = readOptionalKey(material.key);
  const keyObject = key.ok ? (key.value?.object ?? null) : null;
  const leaf = leafOf(certificate.value, keyObject);
  if (leaf === null) return invalid('leafMissing', 'certificate');
  if (server.value.length > 0) {
    const serverLeaf = leafOf(server.value, keyObject);
    if (serverLeaf?.fingerprint256 !== leaf.fingerprint256)
      return invalid('partsDisagree', 'certificateServer');
  }
  const isMatchable = publicKeyOf(leaf) !== null;
  if (isMatchable) {
    if (!key.ok) return key;
    if (keyObject !== null && !leaf.checkPrivateKey(keyObject)) return invalid('keyMismatch', 'key');
  }

  const matched = isMatchable && key.ok ? key.value : null;
  const listed = certificate.value.length === 1 ? [...certificate.value, ...chain.value] : certificate.value;
  return ok({
    leaf,
    listed,
    pool: [...listed, ...chain.value],
    key: matched,
    withoutKey: matched !== null ? null : isBlank(material.key) ? 'notGiven' : 'notReadable',
  });
}

/** The facts of a material's leaf. Error: `invalidMaterial`. */
export function readLeaf(material: CertificateMaterial): Result<CertificateFacts> {
  const read = readMaterial(material);
  return read.ok ? ok(factsOf(read.value.leaf)) : read;
}

/** What was read of earlier parts of the same material. */
interface Parsed {
  /** By their text. */
  readonly blocks: Map<string, PemBlock>;
  /** By base64. */
  readonly certificates: Map<string, X509Certificate>;
  /** Of the certificates in DER. */
  bytes: number;
}

/** Parses the certificates of one PEM text, which must have at least one. */
function readCertificates(text: string, part: MaterialPart, parsed: Parsed): Result<X509Certificate[]> {
  const blocks = readPemBlocks(text, parsed.blocks);
  if (!blocks.ok) return invalid(blocks.error, part);
  const certificates: X509Certificate[] = [];
  for (const block of blocks.value) {
    if (pemKind(block) !== 'certificate') continue;
    const known = parsed.certificates.get(block.base64);
    const certificate = known === undefined ? parseCertificate(block.base64) : ok(known);
    if (!certificate.ok) return invalid(certificate.error, part);
    parsed.certificates.set(block.base64, certificate.value);
    if (known === undefined) parsed.bytes += certificate.value.raw.length;
    if (parsed.certificates.size > MOST_CERTIFICATES || parsed.bytes > MOST_BYTES)
      return invalid('tooManyCertificates', part);
    certificates.push(certificate.value);
  }
  if (certificates.length > 0) return ok(certificates);
  const holdsKey = blocks.value.some((block) => pemKind(block) !== 'other');
  return invalid(holdsKey ? 'keyInPlaceOfCertificate' : (containerInText(text) ?? 'pemMissing'), part);
}

function readOptional(text: string | null, part: MaterialPart, parsed: Parsed): Result<X509Certificate[]> {
  return isBlank(text) ? ok([]) : readCertificates(text ?? '', part, parsed);
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

/** Maximum different certificates: a chain needs two to five, and parsing one takes up to 1 ms on the main thread. */
const MOST_CERTIFICATES = 20;

/** Maximum bytes of these in DER, which can have as many names as fit. */
const MOST_BYTES = CERTIFICATE_MAX_BYTES;

const MOST_AUTHORITIES = 200;

/** By base64: thousands of orders share a few CA certificates, which are parsed and verified once. */
const authorities = new Map<string, X509Certificate>();

function parseCertificate(base64: string): Result<X509Certificate, 'unreadable' | 'notDated'> {
  const known = authorities.get(base64);
  if (known !== undefined) return ok(known);
  const certificate = parseDated(Buffer.from(base64, 'base64'));
  if (!certificate.ok || !factsOf(certificate.value).isCa) return certificate;
  if (authorities.size >= MOST_AUTHORITIES) authorities.clear();
  authorities.set(base64, certificate.value);
  return certificate;
}

function parseDated(der: Buffer): Result<X509Certificate, 'unreadable' | 'notDated'> {
  if (der.length > CERTIFICATE_MAX_BYTES) return err('unreadable');
  try {
    const certificate = new X509Certificate(der);
    return validityOf(certificate) === null ? err('notDated') : ok(certificate);
  } catch {
    // BoringSSL rejects the whole certificate if its times have another form.
    return err(isUndated(der) ? 'notDated' : 'unreadable');
  }
}

function readOptionalKey(text: string | null): Result<PrivateKey | null> {
  return isBlank(text) ? ok(null) : readPrivateKey(text ?? '');
}

/** The private key of a text as canonical PEM, not decoded. Error: `invalidMaterial`, also for an encrypted key. */
export function canonicalKeyPem(text: string): Result<string> {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) return invalid(blocks.error, 'key');
  const block = blocks.value.find((candidate) => pemKind(candidate) === 'privateKey');
  if (block === undefined) {
    const kinds = blocks.value.map(pemKind);
    if (kinds.includes('encryptedKey')) return invalid('encryptedKey', 'key');
    if (kinds.includes('certificate')) return invalid('certificateInPlaceOfKey', 'key');
    return invalid(containerInText(text) ?? 'pemMissing', 'key');
  }
  return ok(writePem(block.label, block.base64));
}

function readPrivateKey(text: string): Result<PrivateKey> {
  const pem = canonicalKeyPem(text);
  if (!pem.ok) return pem;
  try {
    return ok({ object: createPrivateKey(pem.value), pem: pem.value });
  } catch {
    // The reason is dropped: errors of a crypto library may quote the input.
    return invalid('unreadable', 'key');
  }
}

/** The first certificate that is not a CA, or the one that matches the key. */
function leafOf(certificates: readonly X509Certificate[], key: KeyObject | null): X509Certificate | null {
  const [first] = certificates;
  // Self-made certificates for one host are often their own root with the CA flag.
  if (certificates.length === 1 && first !== undefined && isSelfIssued(first)) return first;
  const endEntities = certificates.filter((certificate) => !factsOf(certificate).isCa);
  const own = key === null ? undefined : endEntities.find((candidate) => candidate.checkPrivateKey(key));
  return own ?? endEntities[0] ?? null;
}

function invalid(
  reason: InvalidMaterialReason,
  part: MaterialPart,
): { readonly ok: false; readonly error: AppError } {
  return err({ kind: 'invalidMaterial', reason, part });
}
