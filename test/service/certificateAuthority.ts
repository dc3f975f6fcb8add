// The polyfill must be loaded before the certificate library.
import './reflectMetadata.ts';

import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509';

/** Which of the two intermediates signs a leaf. */
export type IssuerKind = 'rsa' | 'ecdsa';

/** The contents of a leaf. The format stores times in whole seconds. */
export interface LeafRequest {
  /** DNS names (punycode where needed) and IP addresses; the first that fits becomes the common name. */
  readonly names: readonly [string, ...string[]];
  readonly publicKey: KeyObject;
  readonly issuer: IssuerKind;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Whether servers have to send a stapled OCSP response with it (RFC 7633). */
  readonly mustStaple?: boolean;
}

/** A leaf and the certificate that signed it, both PEM ending in a line feed, without the root. */
export interface IssuedLeaf {
  readonly leafPem: string;
  readonly chainPem: string;
}

/** The contents of a revocation list. */
export interface CrlRequest {
  readonly issuer: IssuerKind;
  readonly thisUpdate: Date;
  /** `undefined`: the list has none. */
  readonly nextUpdate?: Date | undefined;
  readonly revoked: readonly RevokedLeaf[];
  /** OID and DER of extensions of the list. */
  readonly extensions?: readonly { readonly oid: string; readonly critical: boolean; readonly der: Buffer }[];
}

/** An entry of a revocation list. */
export interface RevokedLeaf {
  /** Hex. */
  readonly serialNumber: string;
  readonly at: Date;
  readonly reason?: keyof typeof X509CrlReason;
}

/** One certificate with its private key (PKCS#8), both PEM: the form in which an authority is kept on disk. */
interface AuthorityMember {
  readonly certificate: string;
  readonly key: string;
}

/** The whole authority, to be stored and restored. */
export interface AuthorityRecord {
  readonly root: AuthorityMember;
  readonly rsa: AuthorityMember;
  readonly ecdsa: AuthorityMember;
}

interface Signer {
  readonly certificate: X509Certificate;
  readonly privateKey: CryptoKey;
  readonly authorityKeyIdentifier: Extension;
}

interface Signature {
  readonly algorithm: RsaHashedKeyGenParams | EcKeyGenParams;
  readonly signing: Algorithm | EcdsaParams;
}

const rsaSignature: Signature = {
  algorithm: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
  signing: { name: 'RSASSA-PKCS1-v1_5' },
};
const ecdsaSignature: Signature = {
  algorithm: { name: 'ECDSA', namedCurve: 'P-256' },
  signing: { name: 'ECDSA', hash: 'SHA-256' },
};
const signatures: Readonly<Record<keyof AuthorityRecord, Signature>> = {
  root: ecdsaSignature,
  rsa: rsaSignature,
  ecdsa: ecdsaSignature,
};
const commonNames: Readonly<Record<keyof AuthorityRecord, string>> = {
  root: 'Example Trust Root R1',
  rsa: 'Example Trust RSA Issuing CA 1',
  ecdsa: 'Example Trust ECC Issuing CA 1',
};

// Equal in all leaves, so built once: a start issues thousands of leaves.
const notAnAuthority = new BasicConstraintsExtension(false, undefined, true);
const serverAuthentication = new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]);
/** The TLS feature `status_request`, as DER: a sequence of the integer 5. */
const mustStaple = new Extension('1.3.6.1.5.5.7.1.24', false, Uint8Array.of(0x30, 3, 2, 1, 5));
const signatureKeyUsage = new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true);
const rsaKeyUsage = new KeyUsagesExtension(
  KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment,
  true,
);

// Longer common names break the upper bound of RFC 5280, appendix A.
const longestCommonName = 64;
const yearMs = 365 * 86_400_000;

function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`;
}

function spkiOf(publicKey: KeyObject): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }));
}

function generalName(name: string): JsonGeneralName {
  return { type: isIP(name) === 0 ? 'dns' : 'ip', value: name };
}

/** A certificate authority for tests and the demo: a root and two intermediates, one RSA, one ECDSA. */
export class CertificateAuthority {
  /** The root certificate: it signs, through the intermediates, the leaves and the TLS certificate alike. */
  readonly rootPem: string;
  /** The revocation list that leaves issued from now on name; `null`: none. */
  crlUrl: string | null = null;
  readonly #record: AuthorityRecord;
  readonly #signers: Readonly<Record<IssuerKind, Signer>>;

  private constructor(record: AuthorityRecord, signers: Readonly<Record<IssuerKind, Signer>>) {
    this.#record = record;
    this.#signers = signers;
    this.rootPem = record.root.certificate;
  }

  /** Creates an authority, valid from five years before `now` (Unix ms) to fifteen years after. */
  static async create(now: number): Promise<CertificateAuthority> {
    const root = await createMember('root', now);
    const rootSigner = await signerFrom('root', root);
    const [rsa, ecdsa] = await Promise.all([
      createMember('rsa', now, rootSigner),
      createMember('ecdsa', now, rootSigner),
    ]);
    return CertificateAuthority.restore({ root, rsa, ecdsa });
  }

  /** Restores an authority from {@link toRecord}. Rejects if its PEM cannot be read. */
  static async restore(record: AuthorityRecord): Promise<CertificateAuthority> {
    const [rsa, ecdsa] = await Promise.all([
      signerFrom('rsa', record.rsa),
      signerFrom('ecdsa', record.ecdsa),
    ]);
    return new CertificateAuthority(record, { rsa, ecdsa });
  }

  /** Returns certificates and private keys of the authority for {@link restore}. */
  toRecord(): AuthorityRecord {
    return this.#record;
  }

  /** Issues a TLS server certificate. */
  async issueLeaf(request: LeafRequest): Promise<IssuedLeaf> {
    const signer = this.#signers[request.issuer];
    const publicKey = spkiOf(request.publicKey);
    const isRsaKey = request.publicKey.asymmetricKeyType === 'rsa';
    const commonName = request.names.find((name) => name.length <= longestCommonName);
    const leaf = await X509CertificateGenerator.create({
      ...(commonName === undefined ? {} : { subject: [{ CN: [commonName] }] }),
      issuer: signer.certificate.subjectName,
      notBefore: request.notBefore,
      notAfter: request.notAfter,
      publicKey,
      signingKey: signer.privateKey,
      signingAlgorithm: signatures[request.issuer].signing,
      extensions: [
        notAnAuthority,
        isRsaKey ? rsaKeyUsage : signatureKeyUsage,
        serverAuthentication,
        new SubjectAlternativeNameExtension(request.names.map(generalName)),
        await SubjectKeyIdentifierExtension.create(publicKey),
        signer.authorityKeyIdentifier,
        ...(request.mustStaple === true ? [mustStaple] : []),
        ...(this.crlUrl === null ? [] : [new CRLDistributionPointsExtension([this.crlUrl])]),
      ],
    });
    return { leafPem: pemOf(leaf), chainPem: pemOf(signer.certificate) };
  }

  /** Signs a revocation list. @returns DER */
  async signCrl({ issuer, thisUpdate, nextUpdate, revoked, extensions = [] }: CrlRequest): Promise<Buffer> {
    const signer = this.#signers[issuer];
    const list = await X509CrlGenerator.create({
      issuer: signer.certificate.subjectName,
      thisUpdate,
      ...(nextUpdate === undefined ? {} : { nextUpdate }),
      entries: revoked.map(({ serialNumber, at, reason }) => ({
        serialNumber,
        revocationDate: at,
        ...(reason === undefined ? {} : { reason: X509CrlReason[reason] }),
      })),
      extensions: extensions.map(
        ({ oid, critical, der }) => new Extension(oid, critical, Uint8Array.from(der)),
      ),
      signingKey: signer.privateKey,
      signingAlgorithm: signatures[issuer].signing,
    });
    return Buffer.from(list.rawData);
  }
}

async function createMember(
  role: keyof AuthorityRecord,
  now: number,
  issuer?: Signer,
): Promise<AuthorityMember> {
  // The DOM's types know key pairs only for the algorithms that they list by name.
  const keys = (await crypto.subtle.generateKey(signatures[role].algorithm, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const subject = [{ CN: [commonNames[role]] }, { O: ['Example Trust Services'] }];
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer?.certificate.subjectName ?? subject,
    notBefore: new Date(now - 5 * yearMs),
    notAfter: new Date(now + 15 * yearMs),
    publicKey: keys.publicKey,
    signingKey: issuer?.privateKey ?? keys.privateKey,
    signingAlgorithm: signatures.root.signing,
    extensions: [
      new BasicConstraintsExtension(true, issuer === undefined ? undefined : 0, true),
      new KeyUsagesExtension(
        KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature,
        true,
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(issuer === undefined ? [] : [issuer.authorityKeyIdentifier]),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = pkcs8.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: pemOf(certificate),
    key: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  };
}

async function signerFrom(role: keyof AuthorityRecord, member: AuthorityMember): Promise<Signer> {
  const certificate = new X509Certificate(member.certificate);
  const pkcs8 = Buffer.from(member.key.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  const [privateKey, authorityKeyIdentifier] = await Promise.all([
    crypto.subtle.importKey('pkcs8', pkcs8, signatures[role].algorithm, false, ['sign']),
    AuthorityKeyIdentifierExtension.create(certificate.publicKey),
  ]);
  return { certificate, privateKey, authorityKeyIdentifier };
}
