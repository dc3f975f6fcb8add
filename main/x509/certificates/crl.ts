import { constants, type KeyObject, verify, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { nextSlice } from '#main/platform/slices.ts';
import { type Revocation, type RevocationReason, revocationReasons } from '#shared/domain/authorityNews.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { pssParametersOf } from './algorithms.ts';
import { type CertificateIds, certificateIds, extensionValues, urlsOfPointName } from './certificateIds.ts';
import {
  booleanOf,
  bytesOf,
  contentOf,
  contextTag,
  hasTag,
  membersOf,
  type Node,
  oidOf,
  type Piece,
  parseDer,
  pieceAt,
  piecesIn,
  StructureError,
  tags,
} from './der.ts';
import { comparableNameIn } from './extensions.ts';
import { publicKeyOf } from './facts.ts';
import { instantOf } from './validity.ts';

/**
 * Why a revocation list says nothing about a certificate. `unsupported`: it is a delta, an indirect or a partial list, or
 * has a critical extension or a signature that is not processed here.
 */
export type CrlProblem = 'unreadable' | 'otherIssuer' | 'unsupported' | 'signature' | 'outdated';

/** When a list was issued. */
export interface CrlIssue {
  /** Unix ms. */
  readonly thisUpdate: number;
  /** The CRL number (RFC 5280, section 5.2.3) in hex; `null`: the list has none. */
  readonly number: string | null;
}

/** Whether a list was issued before (negative) or after (positive) another one; 0: at the same time. */
export function compareIssues(one: CrlIssue, other: CrlIssue): number {
  if (one.thisUpdate !== other.thisUpdate) return one.thisUpdate - other.thisUpdate;
  if (one.number === null || other.number === null) return 0;
  const [first, second] = [BigInt(`0x${one.number}`), BigInt(`0x${other.number}`)];
  return first < second ? -1 : Number(first > second);
}

/** What a verified revocation list says about one certificate. */
export interface CrlAnswer {
  readonly issue: CrlIssue;
  /** `null`: the certificate is not on the list. */
  readonly revocation: Revocation | null;
  /** When the next list is issued at the latest, Unix ms. */
  readonly nextUpdate: number;
}

/** The certificate that is looked up, the certificate of its issuer, and the address of the list. */
export interface CrlQuestion {
  readonly leaf: X509Certificate;
  readonly issuer: X509Certificate;
  readonly url: string;
  /** Unix ms. */
  readonly now: number;
}

const oids = {
  number: '2.5.29.20',
  reason: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  issuingPoint: '2.5.29.28',
} as const;

interface SignatureAlgorithm {
  /** `null`: the algorithm has a fixed one. */
  readonly digest: string | null;
  /** As Node calls the type of the key. */
  readonly keyType: string;
  /** Of RSASSA-PSS, in bytes; its mask has the same digest. */
  readonly saltLength?: number;
}

/** Signature algorithms by their OID, besides RSASSA-PSS, which has parameters. */
const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['1.2.840.113549.1.1.11', { digest: 'sha256', keyType: 'rsa' }],
  ['1.2.840.113549.1.1.12', { digest: 'sha384', keyType: 'rsa' }],
  ['1.2.840.113549.1.1.13', { digest: 'sha512', keyType: 'rsa' }],
  ['1.2.840.10045.4.3.2', { digest: 'sha256', keyType: 'ec' }],
  ['1.2.840.10045.4.3.3', { digest: 'sha384', keyType: 'ec' }],
  ['1.2.840.10045.4.3.4', { digest: 'sha512', keyType: 'ec' }],
  ['1.3.101.112', { digest: null, keyType: 'ed25519' }],
]);

/** How far in the future a list may have been issued (ms): clocks differ. */
const CLOCK_SLACK_MS = 5 * 60_000;

/**
 * Looks a certificate up in a revocation list (RFC 5280, section 5), after a check of issuer, signature, times, scope and
 * extensions. A list in PEM counts as well, which some servers send. Before the signature is checked, a few elements are read, whatever the list is; the entries are read in
 * slices, so that a list of 10 MB never holds the thread up.
 */
export async function askCrl(given: Buffer, question: CrlQuestion): Promise<Result<CrlAnswer, CrlProblem>> {
  const leaf = certificateIds(question.leaf);
  const issuer = certificateIds(question.issuer);
  if (leaf === null || issuer === null) return err('unreadable');
  try {
    const bytes = given[0] === SEQUENCE_BYTE ? given : await derOfPem(given);
    return bytes === null ? err('unreadable') : await ask(bytes, question, leaf, issuer);
  } catch (error) {
    if (error instanceof StructureError) return err('unreadable');
    throw error;
  }
}

/** The first byte of a list in DER. */
const SEQUENCE_BYTE = 0x30;

/** Loaded lazily, because nearly all lists are DER. */
async function derOfPem(given: Buffer): Promise<Buffer | null> {
  const { crlInDer } = await import('./crlInDer.ts');
  return await crlInDer(given);
}

async function ask(
  bytes: Buffer,
  { issuer: signer, url, now }: CrlQuestion,
  leaf: CertificateIds,
  issuer: CertificateIds,
): Promise<Result<CrlAnswer, CrlProblem>> {
  const outer = pieceAt(bytes, 0);
  if (outer.end !== bytes.length) return err('unreadable');
  const [body, algorithm, signature] = piecesIn(bytes, outer, LIST_PARTS);
  if (body === undefined || algorithm === undefined || signature === undefined) return err('unreadable');
  const { inner, issuerName, thisUpdate, nextUpdate, entries, tagged } = readBody(bytes, body);
  if (issuerName !== issuer.subject || leaf.issuer !== issuer.subject) return err('otherIssuer');
  const key = publicKeyOf(signer);
  const used = algorithmOf(nodeOf(bytes, algorithm));
  if (used === null || key === null || !issuer.signsCrls) return err('unsupported');
  // Only the inner one is signed (RFC 5280, section 5.1.1.2).
  const isSame = inner.equals(bytes.subarray(algorithm.first, algorithm.end));
  if (!isSame || key.asymmetricKeyType !== used.keyType) return err('signature');
  const signed = bytes.subarray(body.first, body.end);
  // The first byte of a BIT STRING counts unused bits, of which a signature has none.
  const bits = bytesOf(nodeOf(bytes, signature)).subarray(1);
  if (!(await isVerified(used, signed, key, bits))) return err('signature');
  if (thisUpdate === null || nextUpdate === null) return err('unsupported');
  if (thisUpdate > now + CLOCK_SLACK_MS || nextUpdate <= now) return err('outdated');
  const extensions = tagged === null ? undefined : nodeOf(bytes, tagged);
  if (!isProcessed(extensions, url)) return err('unsupported');
  const issue = { thisUpdate, number: numberOf(extensions) };
  const entry = entries === null ? null : await entryOf(bytes, entries, leaf.serial);
  if (entry === null) return ok({ revocation: null, nextUpdate, issue });
  const revocation = revocationIn(entry);
  return revocation === null ? err('unsupported') : ok({ revocation, nextUpdate, issue });
}

/** `null`: the algorithm is not supported. SHA-1 is not. */
function algorithmOf(identifier: Node): SignatureAlgorithm | null {
  const pss = pssParametersOf(identifier);
  if (pss === null) return algorithms.get(oidOf(membersOf(identifier)[0])) ?? null;
  const { digest, maskDigest, saltLength } = pss;
  if (digest === null || digest === 'sha1' || maskDigest !== digest) return null;
  return { digest, keyType: 'rsa', saltLength };
}

const verifyInPool = promisify(verify);

/** Whether a signature is valid. BoringSSL throws for some signatures that do not fit the key. */
async function isVerified(
  { digest, saltLength }: SignatureAlgorithm,
  signed: Buffer,
  key: KeyObject,
  signature: Buffer,
): Promise<boolean> {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const keyInput = saltLength === undefined ? { key } : { key, padding, saltLength };
  return verifyInPool(digest, signed, keyInput, signature).catch(() => false);
}

interface CrlBody {
  /** The AlgorithmIdentifier that is signed, in DER. */
  readonly inner: Buffer;
  /** As of `comparableNameIn`. */
  readonly issuerName: string;
  readonly thisUpdate: number | null;
  readonly nextUpdate: number | null;
  readonly entries: Piece | null;
  readonly tagged: Piece | null;
}

/** CertificateList: what is signed, algorithm, signature (RFC 5280, section 5.1.1). */
const LIST_PARTS = 3;
/** TBSCertList (RFC 5280, section 5.1.2). */
const BODY_PARTS = 7;
/** Maximum bytes of each part but the entries. The largest real one, a list of distribution points, has some 10 kB. */
const MAX_PART_BYTES = 64 * 1024;

/** TBSCertList (RFC 5280, section 5.1.2). The entries stay unread: there can be hundreds of thousands. */
function readBody(bytes: Buffer, body: Piece): CrlBody {
  const pieces = piecesIn(bytes, body, BODY_PARTS);
  const hasVersion = pieces[0]?.tag === tags.integer;
  const [inner, name, first, ...rest] = pieces.slice(hasVersion ? 1 : 0);
  if (inner === undefined || name === undefined || first === undefined) throw new StructureError();
  const isTime = ({ tag }: Piece) => tag === tags.utcTime || tag === tags.generalizedTime;
  const next = rest.find(isTime);
  return {
    inner: bytes.subarray(inner.first, inner.end),
    issuerName: comparableNameIn(nodeOf(bytes, name)),
    thisUpdate: instantOf(nodeOf(bytes, first)),
    nextUpdate: next === undefined ? null : instantOf(nodeOf(bytes, next)),
    entries: rest.find(({ tag }) => tag === SEQUENCE) ?? null,
    tagged: rest.find(({ tag }) => tag === EXTENSIONS) ?? null,
  };
}

/** Whether a list with these extensions is complete for the certificates that name its address. */
function isProcessed(tagged: Node | undefined, url: string): boolean {
  if (tagged === undefined) return true;
  const critical = membersOf(membersOf(tagged)[0]).flatMap(criticalOid);
  if (critical.some((oid) => oid !== oids.issuingPoint)) return false;
  const point = extensionValues(tagged)(oids.issuingPoint);
  if (point === undefined) return true;
  // Of the flags (RFC 5280, section 5.2.5) only "user certificates alone" leaves the list complete for a server.
  return membersOf(point).every((member) => {
    const tag = contextTag(member);
    if (tag === 0) return urlsOfPointName(member).includes(url);
    return tag === 1 || (tag !== 3 && bytesOf(member).every((byte) => byte === 0));
  });
}

/** RFC 5280, section 5.2.3: 20 octets, and a leading zero. */
const MAX_NUMBER_BYTES = 21;

function numberOf(tagged: Node | undefined): string | null {
  const value = extensionValues(tagged)(oids.number);
  if (value === undefined) return null;
  const bytes = contentOf(value, tags.integer);
  if (bytes.length === 0 || bytes.length > MAX_NUMBER_BYTES) throw new StructureError();
  return bytes.toString('hex');
}

function criticalOid(extension: Node): string[] {
  const [id, second] = membersOf(extension);
  return booleanOf(second) === true ? [oidOf(id)] : [];
}

/** `null`: the entry has a critical extension, or removes a certificate from the list. */
function revocationIn(entry: Node): Revocation | null {
  const [, time, list] = membersOf(entry);
  const at = time === undefined ? null : instantOf(time);
  if (at === null) return null;
  const values = new Map<string, Node>();
  for (const extension of list === undefined ? [] : membersOf(list)) {
    const [id, second, third] = membersOf(extension);
    const oid = oidOf(id);
    const isKnown = oid === oids.reason || oid === oids.invalidityDate;
    if (booleanOf(second) === true && !isKnown) return null;
    if (oid === oids.reason) values.set(oid, parseDer(bytesOf(booleanOf(second) === null ? second : third)));
  }
  const code = values.get(oids.reason);
  const reason = code === undefined ? 'unspecified' : reasonOf(bytesOf(code)[0] ?? 0);
  return reason === null ? null : { at, reason };
}

/** CRLReason: 7 is not used, and 8 removes a certificate from the list. */
function reasonOf(code: number): RevocationReason | null {
  if (code === 7 || code === 8) return null;
  return revocationReasons[code < 7 ? code : code - 2] ?? null;
}

const SEQUENCE = tags.sequence;
/** `[0]`: context-specific. */
const EXTENSIONS = 0x80;

/** Parses a part of a list that is not its entries. Throws `StructureError` for a longer one than any list has. */
function nodeOf(bytes: Buffer, { first, end }: Piece): Node {
  if (end - first > MAX_PART_BYTES) throw new StructureError();
  return parseDer(bytes.subarray(first, end));
}

/** Entries between two looks at the clock. */
const ENTRIES_OF_A_LOOK = 5000;

/** The entry of a serial number; `null`: there is none. */
async function entryOf(bytes: Buffer, { start, end }: Piece, serial: Buffer): Promise<Node | null> {
  let count = 0;
  for (let at = start; at < end; ) {
    count += 1;
    if (count % ENTRIES_OF_A_LOOK === 0) await nextSlice();
    const entry = pieceAt(bytes, at);
    const number = pieceAt(bytes, entry.start);
    if (number.tag !== tags.integer) throw new StructureError();
    // Most entries differ in length or in the last byte: a call into the runtime for each would take ten times as long.
    const isLike = number.end - number.start === serial.length && bytes[number.end - 1] === serial.at(-1);
    if (isLike && bytes.compare(serial, 0, serial.length, number.start, number.end) === 0) {
      const node = nodeOf(bytes, entry);
      if (!hasTag(node, tags.sequence)) throw new StructureError();
      return node;
    }
    at = entry.end;
  }
  return null;
}
