import type { X509Certificate } from 'node:crypto';
import {
  bitsOf,
  booleanOf,
  bytesOf,
  contentOf,
  contextTag,
  membersOf,
  type Node,
  oidOf,
  parseDer,
  readOr,
  tags,
} from './der.ts';
import { comparableNameIn } from './extensions.ts';

/** How a certificate authority names a certificate. */
export interface CertificateIds {
  /** The bytes of the serial number as in the certificate, with a leading zero where DER has one. */
  readonly serial: Buffer;
  /** As of `comparableNameIn`. */
  readonly issuer: string;
  readonly subject: string;
  /** `null`: the certificate does not name the key of its issuer. */
  readonly authorityKeyId: Buffer | null;
  /** `http` and `https` addresses of complete revocation lists of the issuer. */
  readonly crlUrls: readonly string[];
  /** Whether the key may sign revocation lists. */
  readonly signsCrls: boolean;
}

const KEY_USAGE = '2.5.29.15';
const CRL_DISTRIBUTION_POINTS = '2.5.29.31';
const AUTHORITY_KEY_ID = '2.5.29.35';
/** Bit of keyUsage (RFC 5280, section 4.2.1.3). */
const CRL_SIGN = 6;
const MAX_URLS = 4;
const MAX_URL_LENGTH = 2000;

/** Reads the identifiers of a certificate; `null`: an extension with one of them violates RFC 5280. */
export function certificateIds(certificate: X509Certificate): CertificateIds | null {
  return readOr(null, () => read(parseDer(certificate.raw)));
}

function read(certificate: Node): CertificateIds {
  const fields = membersOf(membersOf(certificate)[0]);
  const [serial, , issuer, , subject] = fields.slice(contextTag(fields[0]) === 0 ? 1 : 0);
  const extensions = extensionValues(fields.find((field) => contextTag(field) === 3));
  const keyUsage = extensions(KEY_USAGE);
  const keyId = extensions(AUTHORITY_KEY_ID);
  const points = extensions(CRL_DISTRIBUTION_POINTS);
  const named = keyId === undefined ? undefined : membersOf(keyId).find((each) => contextTag(each) === 0);
  return {
    serial: contentOf(serial, tags.integer),
    issuer: comparableNameIn(issuer),
    subject: comparableNameIn(subject),
    authorityKeyId: named === undefined ? null : bytesOf(named),
    crlUrls: points === undefined ? [] : membersOf(points).flatMap(urlsOfPoint).slice(0, MAX_URLS),
    signsCrls: keyUsage === undefined || bitsOf(keyUsage)(CRL_SIGN),
  };
}

/**
 * Gives the values of extensions by their OID. Each is parsed when it is asked for, because one of a private kind need not be
 * DER. @param tagged the tagged list of a certificate or a revocation list
 */
export function extensionValues(tagged: Node | undefined): (oid: string) => Node | undefined {
  const list = tagged === undefined ? [] : membersOf(membersOf(tagged)[0]);
  const values = new Map(
    list.map((extension) => {
      const [id, second, third] = membersOf(extension);
      return [oidOf(id), bytesOf(booleanOf(second) === null ? second : third)];
    }),
  );
  return (oid) => {
    const value = values.get(oid);
    return value === undefined ? undefined : parseDer(value);
  };
}

/** Only of points that are for all reasons and signed by the issuer itself. */
function urlsOfPoint(point: Node): readonly string[] {
  const members = membersOf(point);
  if (members.some((member) => contextTag(member) !== 0)) return [];
  return members.flatMap(urlsOfPointName);
}

/** The addresses in a DistributionPointName (RFC 5280, section 4.2.1.13). */
export function urlsOfPointName(tagged: Node): readonly string[] {
  return membersOf(tagged)
    .filter((name) => contextTag(name) === 0)
    .flatMap(membersOf)
    .filter((name) => contextTag(name) === 6)
    .map((name) => bytesOf(name).toString('latin1'))
    .filter((url) => url.length <= MAX_URL_LENGTH && /^https?:\/\//iu.test(url) && URL.canParse(url));
}
