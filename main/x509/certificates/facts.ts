import type { KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateFacts, KeyType } from '#shared/domain/certificate.ts';
import { visibleText } from '#shared/text.ts';
import { ED448, rareCurveOf } from './algorithms.ts';
import { extensionsOf } from './extensions.ts';
import { isSelfIssued } from './names.ts';
import { remembered } from './remembered.ts';
import { validityOf } from './validity.ts';

interface KeyFacts {
  readonly keyType: KeyType;
  readonly keyBits: number | null;
  readonly curve: string | null;
}

const NO_KEY_FACTS: KeyFacts = { keyType: 'unknown', keyBits: null, curve: null };

/** RFC 5480 names of curves by their OpenSSL and BoringSSL names, with the field size in bits. */
const CURVES: ReadonlyMap<string, { readonly name: string; readonly bits: number }> = new Map([
  ['secp224r1', { name: 'P-224', bits: 224 }],
  ['prime256v1', { name: 'P-256', bits: 256 }],
  ['secp384r1', { name: 'P-384', bits: 384 }],
  ['secp521r1', { name: 'P-521', bits: 521 }],
]);

/** Reads the shown and stored facts of a certificate. Times are NaN if `validityOf` cannot read them. */
export const factsOf = remembered((certificate): CertificateFacts => {
  // Node returns undefined for an empty name, contrary to its types.
  const subject: string = certificate.subject ?? '';
  const issuer: string = certificate.issuer ?? '';
  const extensions = extensionsOf(certificate);
  return {
    fingerprint256: fingerprintOf(certificate),
    subject: oneLine(subject),
    commonName: attributeOf(subject, 'CN'),
    subjectAltNames: parseSubjectAltNames(certificate.subjectAltName),
    issuer: oneLine(issuer),
    issuerName: attributeOf(issuer, 'CN') ?? attributeOf(issuer, 'O') ?? oneLine(issuer),
    serialNumber: certificate.serialNumber.toUpperCase(),
    ...keyFactsOf(certificate),
    ...(validityOf(certificate) ?? { notBefore: Number.NaN, notAfter: Number.NaN }),
    isCa: certificate.ca,
    selfIssued: isSelfIssued(certificate),
    purposes: extensions?.extendedKeyUsage ?? null,
    mustStaple: extensions?.mustStaple === true,
    mayEncipher: extensions?.keyUsage?.keyEncipherment !== false,
  };
});

/** SHA-256 over the DER: 64 lowercase hexadecimal digits. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/**
 * The public key; `null` if BoringSSL cannot read its kind, such as Ed448, RSA-PSS and uncommon curves.
 * Never call `toLegacyObject()`: it crashes the process for such certificates.
 */
export const publicKeyOf = remembered((certificate): KeyObject | null => {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
});

/**
 * The DNS names and IP addresses in Node's text `DNS:a.example, IP Address:192.0.2.1`; ambiguous values are JSON
 * strings.
 */
export function parseSubjectAltNames(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const names: string[] = [];
  for (const match of text.matchAll(/(?:^|, )([^:,"]+):("(?:[^"\\]|\\.)*"|[^,]*)/gu)) {
    const value = unquoted(match[2] ?? '');
    if (match[1] === 'DNS') names.push(visibleText(value));
    else if (match[1] === 'IP Address') names.push(shortAddress(value));
  }
  return names;
}

function keyFactsOf(certificate: X509Certificate): KeyFacts {
  const key = publicKeyOf(certificate);
  if (key === null) return unreadKeyFacts(extensionsOf(certificate)?.keyAlgorithm ?? '');
  const details = key.asymmetricKeyDetails;
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return { keyType: 'RSA', keyBits: details?.modulusLength ?? null, curve: null };
    case 'dsa':
      return { keyType: 'DSA', keyBits: details?.modulusLength ?? null, curve: null };
    case 'ec': {
      const { namedCurve = null } = details ?? {};
      const { name = namedCurve, bits = null } = CURVES.get(namedCurve ?? '') ?? {};
      return { keyType: 'EC', keyBits: bits, curve: name };
    }
    case 'ed25519':
      return { keyType: 'Ed25519', keyBits: null, curve: null };
    case 'ed448':
      return { keyType: 'Ed448', keyBits: null, curve: null };
    default:
      return NO_KEY_FACTS;
  }
}

/** What the algorithm of a key says that BoringSSL cannot read. */
function unreadKeyFacts(algorithm: string): KeyFacts {
  const curve = rareCurveOf(algorithm);
  if (curve !== null) return { keyType: 'EC', keyBits: null, curve };
  return algorithm === ED448 ? { keyType: 'Ed448', keyBits: null, curve: null } : NO_KEY_FACTS;
}

/** Node writes one relative name per line, the least specific first. */
function oneLine(name: string): string {
  return visibleText(name.split('\n').reverse().join(', '));
}

/** The unescaped value of the most specific attribute of a type; `null` if there is none. */
function attributeOf(name: string, type: string): string | null {
  const prefix = `${type}=`;
  // An unescaped plus sign joins the attributes of a multi-valued name.
  const attribute = name
    .split(/\n| \+ /u)
    .reverse()
    .find((candidate) => candidate.startsWith(prefix));
  return attribute === undefined ? null : visibleText(unescaped(attribute.slice(prefix.length)));
}

/** Removes the escapes of RFC 2253, section 2.4: `\,` and runs of `\C3\A4`, which are UTF-8 bytes. */
function unescaped(value: string): string {
  return value.replace(/((?:\\[0-9A-F]{2})+)|\\(.)/gu, (_all, hex: string | undefined, plain: string) =>
    hex === undefined ? plain : Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'),
  );
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

/** An IP address as text, IPv6 in the short form of RFC 5952. */
export function shortAddress(address: string): string {
  if (!address.includes(':')) return address;
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}
