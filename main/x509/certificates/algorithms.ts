import type { KeyReach } from '#shared/domain/chainFault.ts';
import { contextTag, hasTag, integerOf, membersOf, type Node, oidOf, tags } from './der.ts';

/** The name of a kind of public key, and who can use it. */
export interface KeySupport {
  /** As people name it, such as `Ed448` or `ML-DSA-65`; otherwise its OID. */
  readonly name: string;
  /** Who can use it; `null`: browsers do, or this runtime cannot tell. */
  readonly reach: KeyReach | null;
}

const EC = '1.2.840.10045.2.1';
const EXPLICIT = 'explicit parameters';

/**
 * The algorithm of a public key (RFC 5280, section 4.1.2.7): its OID; of an elliptic curve, that of the curve (RFC 5480,
 * section 2.1.1), or that its parameters are explicit. Throws `StructureError`.
 */
export function keyAlgorithmOf(publicKeyInfo: Node | undefined): string {
  const [id, parameters] = membersOf(membersOf(publicKeyInfo)[0]);
  const oid = oidOf(id);
  if (oid !== EC) return oid;
  if (hasTag(parameters, tags.objectId)) return oidOf(parameters);
  return hasTag(parameters, tags.sequence) ? EXPLICIT : oid;
}

/** The elliptic curves besides the usual ones, by their OIDs. No browser accepts them; OpenSSL does. */
const rareCurves: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10045.3.1.1', 'P-192'],
  ['1.3.132.0.33', 'P-224'],
  ['1.3.132.0.10', 'secp256k1'],
  ['1.3.36.3.3.2.8.1.1.7', 'brainpoolP256r1'],
  ['1.3.36.3.3.2.8.1.1.8', 'brainpoolP256t1'],
  ['1.3.36.3.3.2.8.1.1.11', 'brainpoolP384r1'],
  ['1.3.36.3.3.2.8.1.1.12', 'brainpoolP384t1'],
  ['1.3.36.3.3.2.8.1.1.13', 'brainpoolP512r1'],
  ['1.3.36.3.3.2.8.1.1.14', 'brainpoolP512t1'],
]);

const RSA_PSS = '1.2.840.113549.1.1.10';
export const ED448 = '1.3.101.113';

const kinds: ReadonlyMap<string, KeySupport> = new Map([
  ...reaching(null, {
    '1.2.840.113549.1.1.1': 'RSA',
    '1.2.840.10045.3.1.7': 'P-256',
    '1.3.132.0.34': 'P-384',
    '1.3.132.0.35': 'P-521',
    '1.3.101.112': 'Ed25519',
  }),
  ...reaching('openssl', {
    ...Object.fromEntries(rareCurves),
    [EXPLICIT]: 'EC with explicit parameters',
    [RSA_PSS]: 'RSASSA-PSS',
    [ED448]: 'Ed448',
    '1.2.840.10040.4.1': 'DSA',
  }),
  ...reaching('none', {
    '1.2.840.113549.1.1.7': 'RSAES-OAEP',
    '1.2.840.113549.1.3.1': 'Diffie-Hellman',
    '1.2.840.10046.2.1': 'Diffie-Hellman',
    '1.3.101.110': 'X25519',
    '1.3.101.111': 'X448',
    '2.16.840.1.101.3.4.4.1': 'ML-KEM-512',
    '2.16.840.1.101.3.4.4.2': 'ML-KEM-768',
    '2.16.840.1.101.3.4.4.3': 'ML-KEM-1024',
  }),
]);

function reaching(
  reach: KeySupport['reach'],
  named: Readonly<Record<string, string>>,
): readonly (readonly [string, KeySupport])[] {
  return Object.entries(named).map(([oid, name]) => [oid, { name, reach }]);
}

/** Algorithms of keys and signatures alike, or of signatures alone, that neither browsers nor this runtime know. */
const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    '1.2.156.10197.1.301': 'SM2',
    '1.2.156.10197.1.501': 'SM2 with SM3',
    '1.2.643.2.2.19': 'GOST R 34.10-2001',
    '1.2.643.2.2.3': 'GOST R 34.10-2001',
    '1.2.643.7.1.1.1.1': 'GOST R 34.10-2012 (256)',
    '1.2.643.7.1.1.1.2': 'GOST R 34.10-2012 (512)',
    '1.2.643.7.1.1.3.2': 'GOST R 34.10-2012 (256)',
    '1.2.643.7.1.1.3.3': 'GOST R 34.10-2012 (512)',
    '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
    '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
    '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
    [ED448]: 'Ed448',
    [RSA_PSS]: 'RSASSA-PSS',
    '1.2.840.113549.1.1.14': 'RSA with SHA-224',
    '1.2.840.10045.4.3.1': 'ECDSA with SHA-224',
    '2.16.840.1.101.3.4.3.2': 'DSA with SHA-256',
  }),
  // FIPS 205 and RFC 9909: pure SLH-DSA has the arcs from 20 to 31.
  ...['SHA2', 'SHAKE'].flatMap((hash, family) =>
    ['128s', '128f', '192s', '192f', '256s', '256f'].map(
      (size, place) =>
        [`2.16.840.1.101.3.4.3.${20 + 6 * family + place}`, `SLH-DSA-${hash}-${size}`] as const,
    ),
  ),
  ...['ECDSA', 'RSA'].flatMap((kind, family) =>
    ['224', '256', '384', '512'].map(
      (size, place) =>
        [`2.16.840.1.101.3.4.3.${9 + 4 * family + place}`, `${kind} with SHA3-${size}`] as const,
    ),
  ),
]);

/** Composite ML-DSA: two keys of different kinds in one, by their arcs in the drafts and the registry of PKIX. */
const COMPOSITE = /^(?:2\.16\.840\.1\.114027\.80\.[89]\.1|1\.3\.6\.1\.5\.5\.7\.6)\./u;

/** @param algorithm of `keyAlgorithmOf` */
export function keySupportOf(algorithm: string): KeySupport {
  return kinds.get(algorithm) ?? { name: algorithmName(algorithm), reach: 'newest' };
}

/** The curve of a key that this runtime cannot read, by its name; `null`: none. @param algorithm of `keyAlgorithmOf` */
export function rareCurveOf(algorithm: string): string | null {
  return rareCurves.get(algorithm) ?? null;
}

/** An algorithm that neither browsers nor this runtime know, as people name it; otherwise its OID. */
export function algorithmName(oid: string): string {
  return names.get(oid) ?? (COMPOSITE.test(oid) ? `composite (${oid})` : oid);
}

/** A digest as Node names it. */
export type PssDigest = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** How an RSASSA-PSS signature was made. A digest is `null` if it is none of those. */
export interface PssParameters {
  readonly digest: PssDigest | null;
  /** Of the mask generation function MGF1; `null` also for another function. */
  readonly maskDigest: PssDigest | null;
  /** Bytes. */
  readonly saltLength: number;
}

const RSASSA_PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';
const digests: ReadonlyMap<string, PssDigest> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/**
 * The parameters of an AlgorithmIdentifier (RFC 4055, section 3.1); what it leaves out is SHA-1, and a salt of 20 bytes.
 * Throws `StructureError`.
 * @returns `null` if it names another algorithm
 */
export function pssParametersOf(algorithm: Node | undefined): PssParameters | null {
  const [id, parameters] = membersOf(algorithm);
  if (oidOf(id) !== RSASSA_PSS) return null;
  const given = (tag: number): Node | undefined => {
    const parameter = parameters?.members?.find((each) => contextTag(each) === tag);
    return parameter === undefined ? undefined : membersOf(parameter)[0];
  };
  const [hash, mask, salt] = [given(0), given(1), given(2)];
  const [maskFunction, maskHash] = mask === undefined ? [] : membersOf(mask);
  const isKnownMask = mask === undefined || oidOf(maskFunction) === MGF1;
  return {
    digest: digestOf(hash),
    maskDigest: isKnownMask ? digestOf(maskHash) : null,
    saltLength: salt === undefined ? 20 : integerOf(salt),
  };
}

function digestOf(algorithm: Node | undefined): PssDigest | null {
  return algorithm === undefined ? 'sha1' : (digests.get(oidOf(membersOf(algorithm)[0])) ?? null);
}
