import { KeyObject, sign, X509Certificate } from 'node:crypto';
import { pieceAt, piecesIn } from '#main/x509/certificates/der.ts';
import type { Crafted } from './craftedChains.ts';
import { element } from './derElement.ts';

/** What replaces parts of a certificate, in DER. */
export interface OtherParts {
  /** SubjectPublicKeyInfo. */
  readonly key?: Buffer;
  /** The AlgorithmIdentifier of the signature, which is made with ECDSA whatever it says. */
  readonly algorithm?: Buffer;
}

/** The parts of TBSCertificate (RFC 5280, section 4.1.2) that are replaced, and how many there are at most. */
const ALGORITHM = 2;
const KEY = 6;
const PARTS = 10;

/** A certificate with other parts, signed again by its issuer with ECDSA. */
export function withOtherParts(
  { certificate: { raw } }: Crafted,
  { key, algorithm }: OtherParts,
  issuer: Crafted,
): X509Certificate {
  const bytes = Buffer.from(raw);
  const [body, outer] = piecesIn(bytes, pieceAt(bytes, 0), 3);
  if (body === undefined || outer === undefined) throw new Error('No certificate');
  const parts: Buffer[] = piecesIn(bytes, body, PARTS).map(({ first, end }) => bytes.subarray(first, end));
  if (key !== undefined) parts[KEY] = key;
  if (algorithm !== undefined) parts[ALGORITHM] = algorithm;
  const signed = element(0x30, ...parts);
  const signature = sign('sha256', signed, KeyObject.from(issuer.keys.privateKey));
  return new X509Certificate(
    element(
      0x30,
      signed,
      algorithm ?? bytes.subarray(outer.first, outer.end),
      element(0x03, Buffer.from([0]), signature),
    ),
  );
}

/** An OBJECT IDENTIFIER. */
export function oidElement(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return element(0x06, Buffer.from(bytes));
}

/** A SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7) with these bytes as the key. */
export function publicKeyInfo(algorithm: readonly Buffer[], key: Buffer): Buffer {
  return element(0x30, element(0x30, ...algorithm), element(0x03, Buffer.from([0]), key));
}
