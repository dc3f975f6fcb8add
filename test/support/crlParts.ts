// The polyfill must be loaded before the certificate library.
import '#test/service/reflectMetadata.ts';

import { constants, type KeyObject, sign, X509Certificate } from 'node:crypto';
import {
  X509Certificate as Certificate,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { element } from './derElement.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const ecdsaWith = (last: string) => ({ der: hex(`300a06082a8648ce3d0403${last}`) });
const rsaWith = (last: string) => ({ der: hex(`300d06092a864886f70d0101${last}0500`) });

interface SigningAlgorithm {
  /** The AlgorithmIdentifier. */
  readonly der: Buffer;
  readonly digest: string | null;
  /** Of RSASSA-PSS, in bytes. */
  readonly saltLength?: number;
}

/** RSASSA-PSS (RFC 4055, section 3.1) with two digests by the last byte of their OIDs. */
function pssWith(digest: string, maskDigest: string, saltLength: number): Buffer {
  const hash = (last: string) => hex(`300d060960864801650304020${last}0500`);
  return element(
    0x30,
    hex('06092a864886f70d01010a'),
    element(
      0x30,
      element(0xa0, hash(digest)),
      element(0xa1, element(0x30, hex('06092a864886f70d010108'), hash(maskDigest))),
      element(0xa2, element(0x02, Buffer.from([saltLength]))),
    ),
  );
}

/** Algorithms that sign revocation lists. */
export const signingAlgorithms = {
  'ecdsa-sha256': { ...ecdsaWith('02'), digest: 'sha256' },
  'ecdsa-sha384': { ...ecdsaWith('03'), digest: 'sha384' },
  'ecdsa-sha512': { ...ecdsaWith('04'), digest: 'sha512' },
  'rsa-sha256': { ...rsaWith('0b'), digest: 'sha256' },
  'rsa-sha384': { ...rsaWith('0c'), digest: 'sha384' },
  'rsa-sha512': { ...rsaWith('0d'), digest: 'sha512' },
  'rsa-pss-sha256': { der: pssWith('1', '1', 32), digest: 'sha256', saltLength: 32 },
  'rsa-pss-sha384': { der: pssWith('2', '2', 48), digest: 'sha384', saltLength: 48 },
  'rsa-pss-sha512': { der: pssWith('3', '3', 20), digest: 'sha512', saltLength: 20 },
  'rsa-pss-other-salt': { der: pssWith('1', '1', 20), digest: 'sha256', saltLength: 32 },
  'rsa-pss-other-mask': { der: pssWith('1', '2', 32), digest: 'sha256', saltLength: 32 },
  'rsa-pss-sha1': { der: hex('300b06092a864886f70d01010a'), digest: 'sha1', saltLength: 20 },
  ed25519: { der: hex('300506032b6570'), digest: null },
} as const satisfies Record<string, SigningAlgorithm>;

export type SigningAlgorithmName = keyof typeof signingAlgorithms;

/** A certificate with the subject of another one, and another key. @param signsLists whether the key may sign lists */
export async function withOtherKey(
  certificate: X509Certificate,
  publicKey: KeyObject,
  signsLists = true,
): Promise<X509Certificate> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const { subjectName } = new Certificate(Uint8Array.from(certificate.raw));
  const made = await X509CertificateGenerator.create({
    subject: subjectName,
    issuer: subjectName,
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
    publicKey: Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' })),
    signingKey: pair.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new KeyUsagesExtension(signsLists ? KeyUsageFlags.cRLSign : KeyUsageFlags.keyCertSign, true),
    ],
  });
  return new X509Certificate(Buffer.from(made.rawData));
}

/** A revocation list whose parts need not fit each other. */
export interface ListParts {
  /** Names the issuer. */
  readonly issuer: X509Certificate;
  readonly key: KeyObject;
  readonly algorithm: SigningAlgorithmName;
  /** The one that the list names outside of what is signed. */
  readonly outer?: SigningAlgorithmName;
  /** Unix ms. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly entries?: readonly Buffer[];
  /** Without extensions and without a version (RFC 5280, section 5.1.2.1). */
  readonly isFirstVersion?: boolean;
}

/** Signs a list from its parts. @returns DER */
export function signedList(parts: ListParts): Buffer {
  const { issuer, key, algorithm, outer = algorithm, entries = [], isFirstVersion = false } = parts;
  const { der, digest, saltLength }: SigningAlgorithm = signingAlgorithms[algorithm];
  const { subjectName } = new Certificate(Uint8Array.from(issuer.raw));
  const body = element(
    0x30,
    ...(isFirstVersion ? [] : [hex('020101')]),
    der,
    Buffer.from(subjectName.toArrayBuffer()),
    timeElement(parts.thisUpdate),
    timeElement(parts.nextUpdate),
    ...(entries.length === 0 ? [] : [element(0x30, ...entries)]),
  );
  const pss = saltLength === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  const signature = sign(digest, body, { key, ...pss });
  return element(0x30, body, signingAlgorithms[outer].der, element(0x03, hex('00'), signature));
}

/** An entry of a list. @param reason the number of its reason @param critical the OID of a critical extension, in DER */
export function entryOf(
  serialNumber: string,
  at: number,
  { reason, critical }: { readonly reason?: number; readonly critical?: Buffer } = {},
): Buffer {
  const extensions = [
    ...(reason === undefined
      ? []
      : [element(0x30, hex('0603551d15'), element(0x04, element(0x0a, Buffer.from([reason]))))]),
    ...(critical === undefined ? [] : [element(0x30, critical, hex('0101ff'), element(0x04, hex('0500')))]),
  ];
  const serial = hex(serialNumber);
  const positive = (serial[0] ?? 0) < 0x80 ? serial : Buffer.concat([hex('00'), serial]);
  return element(
    0x30,
    element(0x02, positive),
    timeElement(at),
    ...(extensions.length === 0 ? [] : [element(0x30, ...extensions)]),
  );
}

/** UTCTime of whole seconds. */
function timeElement(at: number): Buffer {
  const digits = new Date(at).toISOString().slice(2, 19).replace(/\D/gu, '');
  return element(0x17, Buffer.from(`${digits}Z`, 'latin1'));
}

/** The extension of a revocation list that says what it covers (RFC 5280, section 5.2.5). */
export function issuingPoint(parts: {
  readonly url?: string;
  readonly flag?: 'userCertificates' | 'authorities' | 'someReasons' | 'indirect' | 'attributeCertificates';
}): { readonly oid: string; readonly critical: boolean; readonly der: Buffer } {
  const flags = {
    userCertificates: 0x81,
    authorities: 0x82,
    someReasons: 0x83,
    indirect: 0x84,
    attributeCertificates: 0x85,
  };
  const { url, flag } = parts;
  const point =
    url === undefined ? [] : [element(0xa0, element(0xa0, element(0x86, Buffer.from(url, 'latin1'))))];
  const set = flag === undefined ? [] : [element(flags[flag], Buffer.from([0xff]))];
  return { oid: '2.5.29.28', critical: true, der: element(0x30, ...point, ...set) };
}

/** The extension that makes a revocation list a delta of another (RFC 5280, section 5.2.4). */
export const deltaIndicator = { oid: '2.5.29.27', critical: true, der: Buffer.from([0x02, 0x01, 0x01]) };
