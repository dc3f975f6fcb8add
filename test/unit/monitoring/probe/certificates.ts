import '#test/service/reflectMetadata.ts';
import { X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  Extension,
  type JsonGeneralName,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { createTrustAnchors, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const TLS_FEATURE = '1.3.6.1.5.5.7.1.24';

/** Days from now, as Unix ms. */
export const inDays = (days: number) => Date.now() + days * 86_400_000;

export interface Wishes {
  readonly isCa?: boolean;
  readonly names?: readonly JsonGeneralName[];
  /** Days from now. */
  readonly until?: number;
  /** The certificate whose key and name it shares: another certificate of the same authority. */
  readonly sameAs?: Member;
  /** DER of the TLS features (RFC 7633). */
  readonly features?: readonly number[];
}

/** A certificate of a tree, with its key to issue others. */
export interface Member {
  readonly name: string;
  readonly keys: CryptoKeyPair;
  readonly certificate: X509Certificate;
}

/** Issues a certificate, which is self-signed without an issuer. */
export async function issue(name: string, issuer: Member | null, wishes: Wishes = {}): Promise<Member> {
  const { isCa = true, names = [], until = 30, sameAs, features } = wishes;
  const keys = sameAs?.keys ?? (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']));
  const made = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: `CN=${issuer?.name ?? name}`,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(inDays(-60)),
    notAfter: new Date(inDays(until)),
    extensions: [
      new BasicConstraintsExtension(isCa),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])]),
      ...(features === undefined ? [] : [new Extension(TLS_FEATURE, false, Uint8Array.from(features))]),
    ],
  });
  return { name, keys, certificate: new X509Certificate(Buffer.from(made.rawData)) };
}

/** The same certificate with another signature. */
export function forged(certificate: X509Certificate): X509Certificate {
  const der = Buffer.from(certificate.raw);
  const last = der.length - 1;
  der.writeUInt8(der.readUInt8(last) ^ 1, last);
  return new X509Certificate(der);
}

/** Trust anchors of these certificates. */
export function anchorsOf(...members: readonly Member[]): TrustAnchors {
  return createTrustAnchors(members.map(({ certificate }) => certificate.toString()));
}
