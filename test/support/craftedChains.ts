import '#test/service/reflectMetadata.ts';
import { X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonGeneralName,
  type KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** The content of a crafted certificate. Defaults are those of a valid one of its kind. */
export interface Craft {
  readonly subject: string;
  /** `null`: no basicConstraints. */
  readonly basic?: { readonly isCa: boolean; readonly pathLength?: number } | null;
  /** `null`: no keyUsage. */
  readonly usage?: KeyUsageFlags | null;
  /** OIDs; `null`: no extendedKeyUsage. */
  readonly purposes?: readonly string[] | null;
  readonly names?: readonly JsonGeneralName[];
  readonly constraints?: { readonly permitted?: readonly Base[]; readonly excluded?: readonly Base[] };
  readonly extensions?: readonly Extension[];
  /** Days from now. */
  readonly from?: number;
  readonly until?: number;
  readonly algorithm?: CraftKey;
  /** The hash of the signature. */
  readonly hash?: string;
  /** The certificate whose key it shares. */
  readonly sameAs?: Crafted;
}

/** A base of a name constraint: text of a DNS name, a mail address or an URI, or the bytes of address and mask. */
type Base =
  | { readonly kind: 'dns' | 'email' | 'uri'; readonly value: string }
  | { readonly kind: 'ip'; readonly bytes: readonly number[] }
  /** DER of a Name. */
  | { readonly kind: 'directory'; readonly der: Uint8Array };

type CraftKey = 'p256' | 'rsa2048' | 'rsa1024' | 'rsaSha1';

/** A certificate with its key, which issues others. */
export interface Crafted {
  readonly subject: string;
  readonly keys: CryptoKeyPair;
  readonly certificate: X509Certificate;
  readonly pem: string;
}

const algorithms = {
  p256: { name: 'ECDSA', namedCurve: 'P-256' },
  rsa2048: rsa(2048),
  rsa1024: rsa(1024),
  /** Signs with SHA-1. */
  rsaSha1: { ...rsa(2048), hash: 'SHA-1' },
} as const;

function rsa(modulusLength: number) {
  return { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: new Uint8Array([1, 0, 1]) };
}

export const serverAuth = '1.3.6.1.5.5.7.3.1';
export const codeSigning = '1.3.6.1.5.5.7.3.3';
export const anyPurpose = '2.5.29.37.0';

/** Issues a certificate, which is self-signed without an issuer. */
export async function craft(what: Craft, issuer: Crafted | null): Promise<Crafted> {
  const { subject, names = [], from = -60, until = 300, algorithm = 'p256', hash = 'SHA-256' } = what;
  const keys =
    what.sameAs?.keys ??
    ((await crypto.subtle.generateKey({ hash: 'SHA-256', ...algorithms[algorithm] }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair);
  const signer = issuer?.keys ?? keys;
  const { basic = null, usage = null, purposes = null, constraints } = what;
  const made = await X509CertificateGenerator.create({
    serialNumber: '0f',
    subject,
    issuer: issuer?.subject ?? subject,
    notBefore: new Date(Date.now() + from * DAY_MS),
    notAfter: new Date(Date.now() + until * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: { name: signer.privateKey.algorithm.name, hash },
    extensions: [
      ...(basic === null ? [] : [new BasicConstraintsExtension(basic.isCa, basic.pathLength, true)]),
      ...(usage === null ? [] : [new KeyUsagesExtension(usage, true)]),
      ...(purposes === null ? [] : [new ExtendedKeyUsageExtension([...purposes])]),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])]),
      ...(constraints === undefined ? [] : [nameConstraints(constraints)]),
      ...(what.extensions ?? []),
    ],
  });
  const certificate = new X509Certificate(Buffer.from(made.rawData));
  return { subject, keys, certificate, pem: certificate.toString() };
}

/** The same certificate with another signature. */
export function withBrokenSignature({ certificate }: Crafted): X509Certificate {
  const der = Buffer.from(certificate.raw);
  const last = der.length - 1;
  der.writeUInt8(der.readUInt8(last) ^ 1, last);
  return new X509Certificate(der);
}

const tags = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 } as const;

/** A nameConstraints extension (RFC 5280, section 4.2.1.10), critical. */
export function nameConstraints({ permitted = [], excluded = [] }: NonNullable<Craft['constraints']>) {
  const trees = [
    ...(permitted.length === 0 ? [] : [tlv(0xa0, ...permitted.map(subtree))]),
    ...(excluded.length === 0 ? [] : [tlv(0xa1, ...excluded.map(subtree))]),
  ];
  return new Extension('2.5.29.30', true, new Uint8Array(tlv(0x30, ...trees)));
}

function subtree(base: Base): Buffer {
  if (base.kind === 'directory') return tlv(0x30, tlv(0xa4, Buffer.from(base.der)));
  const content = base.kind === 'ip' ? Buffer.from(base.bytes) : Buffer.from(base.value, 'latin1');
  return tlv(0x30, tlv(tags[base.kind], content));
}

/** A DER element. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
