import type { X509Certificate } from 'node:crypto';
import { keyAlgorithmOf, type PssDigest, pssParametersOf } from './algorithms.ts';
import {
  bitsOf,
  booleanOf,
  bytesOf,
  contextTag,
  integerOf,
  membersOf,
  type Node,
  oidOf,
  parseDer,
  readOr,
  StructureError,
  tags,
} from './der.ts';
import { remembered } from './remembered.ts';

/** The name constraints of an authority (RFC 5280, section 4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

interface KeyUsage {
  readonly digitalSignature: boolean;
  readonly keyEncipherment: boolean;
  readonly keyCertSign: boolean;
}

/** Extensions of a certificate that are not in `CertificateFacts`. */
export interface Extensions {
  /** 1 or 3. */
  readonly version: number;
  /** A signature digest that clients reject, such as `SHA-1`; `null`: none. */
  readonly weakDigest: string | null;
  /** Whether this runtime can verify this kind of signature. */
  readonly isVerifiable: boolean;
  /** OID of the signature's algorithm. */
  readonly signatureAlgorithm: string;
  /** As of `keyAlgorithmOf`. */
  readonly keyAlgorithm: string;
  /** From basicConstraints; `null`: no such extension. `pathLength`: `null` without a limit. */
  readonly basic: { readonly isCa: boolean; readonly pathLength: number | null } | null;
  /** Bits of keyUsage; `null`: no such extension, so every usage is allowed. */
  readonly keyUsage: KeyUsage | null;
  /** OIDs of extKeyUsage; `null`: no such extension, so every purpose is allowed. */
  readonly extendedKeyUsage: readonly string[] | null;
  readonly nameConstraints: NameConstraints | null;
  /** The names that name constraints apply to: alternative names, the subject, and mail addresses in the subject. */
  readonly names: readonly GeneralName[];
  readonly unknownCritical: readonly string[];
  /** Hex. */
  readonly subjectKeyId: string | null;
  readonly authorityKeyId: string | null;
  /** Whether a server has to send a stapled OCSP response with it (RFC 7633, section 4). */
  readonly mustStaple: boolean;
  /** Signed timestamps of logs in the certificate (RFC 6962, section 3.3); not verified. */
  readonly timestamps: number;
  /** Whether the serial number is below zero, which RFC 5280, section 4.1.2.2, forbids. */
  readonly hasNegativeSerial: boolean;
}

const oids = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** Which features a TLS server has to offer (RFC 7633). Clients that do not know it ignore it, whatever its value. */
const TLS_FEATURE = '1.3.6.1.5.5.7.1.24';
/** Signed certificate timestamps (RFC 6962, section 3.3). */
const TIMESTAMPS = '1.3.6.1.4.1.11129.2.4.2';
/** The TLS extension for a stapled OCSP response (RFC 6066, section 8). */
const STATUS_REQUEST = 5;

/** Critical extensions that clients process or ignore: both in OpenSSL (`X509_supported_extension`) and in Go. */
const knownExtensions: ReadonlySet<string> = new Set([
  ...Object.values(oids),
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.32', // certificatePolicies
  '2.5.29.33', // policyMappings
  '2.5.29.36', // policyConstraints
  '2.5.29.54', // inhibitAnyPolicy
  '1.3.6.1.5.5.7.48.1.5', // OCSP no check
]);

const weakDigests: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.2', 'MD2'],
  ['1.2.840.113549.1.1.3', 'MD4'],
  ['1.2.840.113549.1.1.4', 'MD5'],
  ['1.2.840.113549.1.1.5', 'SHA-1'],
  ['1.3.14.3.2.29', 'SHA-1'],
  ['1.3.14.3.2.27', 'SHA-1'],
  ['1.2.840.10040.4.3', 'SHA-1'],
  ['1.2.840.10045.4.1', 'SHA-1'],
]);

/** Signatures that BoringSSL verifies besides RSASSA-PSS: RSA, ECDSA with SHA-1 and SHA-2, and Ed25519. */
const verifiable: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.5',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.1',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.3.101.112',
]);

/** Digests of RSASSA-PSS with the salt length (bytes) that BoringSSL verifies in certificates. */
const pssSalts: ReadonlyMap<PssDigest | null, number> = new Map([
  ['sha256', 32],
  ['sha384', 48],
  ['sha512', 64],
]);

/** Maximum entries in one certificate; more counts as damaged. */
const MAX_ENTRIES = 2_000;

/** Reads the extensions of a certificate; `null`: damaged (violates RFC 5280, or an extension occurs twice). */
export const extensionsOf = remembered((certificate: X509Certificate): Extensions | null =>
  readOr(null, () => read(parseDer(certificate.raw))),
);

function read(certificate: Node): Extensions {
  const [body, algorithm] = membersOf(certificate);
  const fields = membersOf(body);
  const hasVersion = contextTag(fields[0]) === 0;
  const version = hasVersion ? integerOf(membersOf(fields[0])[0]) + 1 : 1;
  const subject = fields[hasVersion ? 5 : 4];
  const tagged = fields.find((field) => contextTag(field) === 3);
  const values = new Map<string, Uint8Array>();
  const unknownCritical: string[] = [];
  const list = tagged === undefined ? [] : membersOf(membersOf(tagged)[0]);
  for (const extension of limited(list)) {
    const [id, second, third] = membersOf(extension);
    const oid = oidOf(id);
    if (values.has(oid)) throw new StructureError();
    const isCritical = booleanOf(second);
    values.set(oid, bytesOf(isCritical === null ? second : third));
    if (isCritical === true && !knownExtensions.has(oid)) unknownCritical.push(oid);
  }
  const nodeOf = (oid: string): Node | undefined => {
    const bytes = values.get(oid);
    return bytes === undefined ? undefined : parseDer(bytes);
  };
  const alternatives = nodeOf(oids.subjectAltName);
  const listed = alternatives === undefined ? [] : limited(membersOf(alternatives)).map(generalNameOf);
  const keyId = nodeOf(oids.subjectKeyId);
  const features = readOr([], () => membersOf(nodeOf(TLS_FEATURE)).map(integerOf));
  return {
    version,
    ...signatureOf(algorithm),
    keyAlgorithm: keyAlgorithmOf(fields[hasVersion ? 6 : 5]),
    basic: basicOf(nodeOf(oids.basicConstraints)),
    keyUsage: keyUsageOf(nodeOf(oids.keyUsage)),
    extendedKeyUsage: purposesOf(nodeOf(oids.extendedKeyUsage)),
    nameConstraints: constraintsOf(nodeOf(oids.nameConstraints)),
    names: [...listed, ...namesInSubject(subject)],
    unknownCritical,
    subjectKeyId: keyId === undefined ? null : bytesOf(keyId).toString('hex'),
    authorityKeyId: authorityKeyOf(nodeOf(oids.authorityKeyId)),
    mustStaple: features.includes(STATUS_REQUEST),
    timestamps: readOr(0, () => timestampsIn(bytesOf(nodeOf(TIMESTAMPS)))),
    hasNegativeSerial: (bytesOf(fields[hasVersion ? 1 : 0])[0] ?? 0) >= 0x80,
  };
}

/** Counts the entries of a list in the encoding of TLS: its length, then each with its own length. */
function timestampsIn(list: Buffer): number {
  let count = 0;
  for (let at = 2; at + 2 <= list.length; at += 2 + list.readUInt16BE(at)) count += 1;
  return count;
}

function limited(nodes: readonly Node[]): readonly Node[] {
  if (nodes.length > MAX_ENTRIES) throw new StructureError();
  return nodes;
}

function signatureOf(
  algorithm: Node | undefined,
): Pick<Extensions, 'weakDigest' | 'isVerifiable' | 'signatureAlgorithm'> {
  const oid = oidOf(membersOf(algorithm)[0]);
  const pss = pssParametersOf(algorithm);
  if (pss !== null)
    return {
      signatureAlgorithm: oid,
      weakDigest: pss.digest === 'sha1' ? 'SHA-1' : null,
      isVerifiable: pss.saltLength === pssSalts.get(pss.digest),
    };
  return {
    signatureAlgorithm: oid,
    weakDigest: weakDigests.get(oid) ?? null,
    isVerifiable: verifiable.has(oid),
  };
}

function basicOf(node: Node | undefined): Extensions['basic'] {
  if (node === undefined) return null;
  const [first, second] = membersOf(node);
  const isCa = booleanOf(first);
  const length = isCa === null ? first : second;
  return { isCa: isCa === true, pathLength: length === undefined ? null : integerOf(length) };
}

function keyUsageOf(node: Node | undefined): Extensions['keyUsage'] {
  if (node === undefined) return null;
  const isSet = bitsOf(node);
  return { digitalSignature: isSet(0), keyEncipherment: isSet(2), keyCertSign: isSet(5) };
}

function purposesOf(node: Node | undefined): readonly string[] | null {
  return node === undefined ? null : limited(membersOf(node)).map(oidOf);
}

function authorityKeyOf(node: Node | undefined): string | null {
  if (node === undefined) return null;
  const id = membersOf(node).find((member) => contextTag(member) === 0);
  return id === undefined ? null : bytesOf(id).toString('hex');
}

function constraintsOf(node: Node | undefined): NameConstraints | null {
  if (node === undefined) return null;
  const members = membersOf(node);
  const subtrees = (tag: number) => {
    const tree = members.find((member) => contextTag(member) === tag);
    return tree === undefined ? [] : limited(membersOf(tree)).map(subtreeOf);
  };
  return { permitted: subtrees(0), excluded: subtrees(1) };
}

/** A subtree without minimum and maximum, which RFC 5280 forbids and OpenSSL rejects. */
function subtreeOf(node: Node): GeneralName {
  const [base, ...bounds] = membersOf(node);
  if (base === undefined || bounds.length > 0) throw new StructureError();
  return generalNameOf(base);
}

/** A GeneralName (RFC 5280, section 4.2.1.6), as needed for name constraints. Text is as written. */
export type GeneralName =
  | { readonly kind: 'dns' | 'email' | 'uri'; readonly value: string }
  /** 4 or 16 bytes; twice as many in a constraint, where the mask follows the address. */
  | { readonly kind: 'ip'; readonly bytes: Buffer }
  /** One canonical text per relative name, the least specific first. */
  | { readonly kind: 'directory'; readonly parts: readonly string[] }
  /** A kind that is not compared, such as otherName or registeredID. `tag`: of the kind. */
  | { readonly kind: 'other'; readonly tag: number };

const texts: Readonly<Record<number, 'email' | 'dns' | 'uri'>> = { 1: 'email', 2: 'dns', 6: 'uri' };
const DIRECTORY = 4;
const IP = 7;

function generalNameOf(node: Node): GeneralName {
  const tag = contextTag(node);
  if (tag === null) throw new StructureError();
  const text = texts[tag];
  if (text !== undefined) return { kind: text, value: bytesOf(node).toString('latin1') };
  if (tag === IP) return { kind: 'ip', bytes: bytesOf(node) };
  if (tag === DIRECTORY) return { kind: 'directory', parts: partsOf(relativesOf(membersOf(node)[0])) };
  return { kind: 'other', tag };
}

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** The names in a subject: the whole subject unless empty, and its mail addresses (RFC 5280, section 4.2.1.10). */
function namesInSubject(subject: Node | undefined): readonly GeneralName[] {
  const relatives = relativesOf(subject);
  if (relatives.length === 0) return [];
  const mails = relatives.flat().filter(({ oid }) => oid === EMAIL_ADDRESS);
  return [
    { kind: 'directory', parts: partsOf(relatives) },
    ...mails.map(({ text }): GeneralName => ({ kind: 'email', value: text })),
  ];
}

/** A name in DER in the form in which names are compared (RFC 5280, section 7.1). Throws `StructureError`. */
export function comparableNameIn(name: Node | undefined): string {
  return JSON.stringify(partsOf(relativesOf(name)));
}

interface Attribute {
  readonly oid: string;
  readonly text: string;
}

/** The attributes of each relative name. */
function relativesOf(name: Node | undefined): readonly (readonly Attribute[])[] {
  return membersOf(name).map((relative) => membersOf(relative).map(attributeOf));
}

function attributeOf(node: Node): Attribute {
  const [type, value] = membersOf(node);
  return { oid: oidOf(type), text: textOf(value) };
}

function partsOf(relatives: readonly (readonly Attribute[])[]): readonly string[] {
  return relatives.map((attributes) =>
    JSON.stringify(attributes.map(({ oid, text }) => `${oid}=${folded(text)}`).sort()),
  );
}

/** The text of a string of any type; for other values their bytes, which equal no text. */
function textOf(node: Node | undefined): string {
  const bytes = bytesOf(node);
  switch (node?.tagNumber) {
    case tags.bmpString:
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
    case tags.universalString:
      return Array.from({ length: bytes.length >> 2 }, (_, place) => codePoint(bytes, place * 4)).join('');
    case tags.t61String:
      return bytes.toString('latin1');
    default:
      return bytes.toString('utf8');
  }
}

function codePoint(bytes: Buffer, at: number): string {
  const code = bytes.readUInt32BE(at);
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

/** Case and inner white space are ignored (RFC 5280, section 7.1); like OpenSSL, folds ASCII letters only. */
function folded(text: string): string {
  return text
    .replace(/[A-Z]/gu, (letter) => letter.toLowerCase())
    .replace(/[ \t\n\v\f\r]+/gu, ' ')
    .replace(/^ | $/gu, '');
}
