import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { AppError, InvalidMaterialReason, MaterialPart } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CertificateMaterial } from '../material.ts';
import { isSelfIssued, pathAbove } from './chain.ts';
import { publicKeyOf } from './facts.ts';
import { pemKind, readPemBlocks, writePem } from './pem.ts';
import { isUndated, validityOf } from './validity.ts';

/** The certificates of an order's material, parsed and put in their places. */
export interface ReadMaterial {
  readonly leaf: X509Certificate;
  /** From the leaf's issuer up, as far as the material goes. */
  readonly path: readonly X509Certificate[];
  /** What the service lists as the full chain, in its order, duplicates and all. */
  readonly listed: readonly X509Certificate[];
  /**
   * Belongs to the leaf. `null` when the material holds no key, or the leaf's kind of key is one that this runtime
   * cannot read, and so cannot match. Not to be kept.
   */
  readonly key: PrivateKey | null;
}

export interface PrivateKey {
  readonly object: KeyObject;
  /** Canonical PEM under the label that it came with: PKCS#8, PKCS#1 or SEC1. */
  readonly pem: string;
}

/**
 * Parses material, finds its leaf, orders the chain above it and checks the key against it.
 * Every failure is `invalidMaterial` with the part that is at fault.
 */
export function readMaterial(material: CertificateMaterial): Result<ReadMaterial> {
  // The parts repeat each other's certificates: each is parsed once.
  const parsed = new Map<string, X509Certificate>();
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

  const listed = certificate.value.length === 1 ? [...certificate.value, ...chain.value] : certificate.value;
  return ok({
    leaf,
    path: pathAbove(leaf, [...listed, ...chain.value]),
    listed,
    key: isMatchable && key.ok ? key.value : null,
  });
}

/** Parses the certificates of one PEM text; at least one must be there. */
function readCertificates(
  text: string,
  part: MaterialPart,
  parsed: Map<string, X509Certificate>,
): Result<X509Certificate[]> {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) return invalid(blocks.error, part);
  const certificates: X509Certificate[] = [];
  for (const block of blocks.value) {
    if (pemKind(block) !== 'certificate') continue;
    const known = parsed.get(block.base64);
    const certificate = known === undefined ? parseCertificate(block.base64) : ok(known);
    if (!certificate.ok) return invalid(certificate.error, part);
    parsed.set(block.base64, certificate.value);
    if (parsed.size > MOST_CERTIFICATES) return invalid('tooManyCertificates', part);
    certificates.push(certificate.value);
  }
  if (certificates.length > 0) return ok(certificates);
  const holdsKey = blocks.value.some((block) => pemKind(block) !== 'other');
  return invalid(holdsKey ? 'keyInPlaceOfCertificate' : 'pemMissing', part);
}

function readOptional(
  text: string | null,
  part: MaterialPart,
  parsed: Map<string, X509Certificate>,
): Result<X509Certificate[]> {
  return text === null || text.trim() === '' ? ok([]) : readCertificates(text, part, parsed);
}

/** Different certificates in one material: a chain needs two to five, and each costs the main thread up to a millisecond. */
const MOST_CERTIFICATES = 20;

/** So many certificates of authorities are kept in memory, parsed. */
const MOST_AUTHORITIES = 200;

/** By base64: thousands of orders share a few, so those are parsed, read and verified once. */
const authorities = new Map<string, X509Certificate>();

function parseCertificate(base64: string): Result<X509Certificate, 'unreadable' | 'notDated'> {
  const known = authorities.get(base64);
  if (known !== undefined) return ok(known);
  const certificate = parseDated(Buffer.from(base64, 'base64'));
  if (!certificate.ok || !certificate.value.ca) return certificate;
  if (authorities.size >= MOST_AUTHORITIES) authorities.clear();
  authorities.set(base64, certificate.value);
  return certificate;
}

function parseDated(der: Buffer): Result<X509Certificate, 'unreadable' | 'notDated'> {
  try {
    const certificate = new X509Certificate(der);
    return validityOf(certificate) === null ? err('notDated') : ok(certificate);
  } catch {
    // BoringSSL reads nothing at all of a certificate whose times have another form.
    return err(isUndated(der) ? 'notDated' : 'unreadable');
  }
}

function readOptionalKey(text: string | null): Result<PrivateKey | null> {
  return text === null || text.trim() === '' ? ok(null) : readPrivateKey(text);
}

/**
 * The private key in a text as canonical PEM under its own label, not looked into. Errors: `invalidMaterial` when there
 * is none, or only an encrypted one.
 */
export function canonicalKeyPem(text: string): Result<string> {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) return invalid(blocks.error, 'key');
  const block = blocks.value.find((candidate) => pemKind(candidate) === 'privateKey');
  if (block === undefined) {
    const kinds = blocks.value.map(pemKind);
    if (kinds.includes('encryptedKey')) return invalid('encryptedKey', 'key');
    return invalid(kinds.includes('certificate') ? 'certificateInPlaceOfKey' : 'pemMissing', 'key');
  }
  return ok(writePem(block.label, block.base64));
}

function readPrivateKey(text: string): Result<PrivateKey> {
  const pem = canonicalKeyPem(text);
  if (!pem.ok) return pem;
  try {
    return ok({ object: createPrivateKey(pem.value), pem: pem.value });
  } catch {
    // The reason is not passed on: an error of a crypto library may quote what it was given.
    return invalid('unreadable', 'key');
  }
}

/** The end-entity certificate among several: not a CA; of more than one, the key's own, else the first. */
function leafOf(certificates: readonly X509Certificate[], key: KeyObject | null): X509Certificate | null {
  const [first] = certificates;
  // Certificates made by hand for one host are often their own root, with the CA flag that tools set by default.
  if (certificates.length === 1 && first !== undefined && isSelfIssued(first)) return first;
  const endEntities = certificates.filter((certificate) => !certificate.ca);
  const own = key === null ? undefined : endEntities.find((candidate) => candidate.checkPrivateKey(key));
  return own ?? endEntities[0] ?? null;
}

function invalid(
  reason: InvalidMaterialReason,
  part: MaterialPart,
): { readonly ok: false; readonly error: AppError } {
  return err({ kind: 'invalidMaterial', reason, part });
}
