import { X509Certificate } from 'node:crypto';
import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { isFreeOf } from '#main/platform/redact.ts';
import { containerInText } from '#main/x509/certificates/containers.ts';
import { certificatePem, outlinePem, pemKind, readPemBlocks, writePem } from '#main/x509/certificates/pem.ts';
import type { ReportedFailure } from '#main/x509/material.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import type { AppError, MaterialPart } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { declaredError } from './declaredError.ts';
import { KNOWN, type LatestField, WRAPPERS } from './fieldNames.ts';

/** `null`: missing. */
export interface LatestParts {
  readonly certificate: string | null;
  readonly certificateServer: string | null;
  /** Empty if the body says that there is no chain. */
  readonly certificateChain: string | null;
  readonly key: string | null;
  readonly name: string | null;
  /** What the body says beside a certificate about something that failed; `null`: nothing. */
  readonly reported: ReportedFailure | null;
}

export interface DecodedLatest {
  readonly parts: Result<LatestParts>;
  /** As received (numbers as digits), also when the parts are missing. */
  readonly notAfter: string | null;
}

interface Candidate {
  readonly value: string;
  readonly rank: number;
  /** Depth in the JSON; 0 is the level of an envelope's code and message. */
  readonly depth: number;
}

/** Deeper than any known envelope. Together with the limit on objects this bounds the cost of hostile bodies. */
const MAX_DEPTH = 5;
const MAX_OBJECTS = 200;
const MAX_NOT_AFTER_LENGTH = 64;
const MAX_NAME_LENGTH = 200;
/** PEM, complete or truncated; its base64; the base64 of a DER sequence longer than 255 bytes. */
const MATERIAL = /-----|^\s*(?:LS0tLS1C|MII)/u;

/**
 * Decodes the body of the latest-certificate endpoint (interface, section 4.1): flat or wrapped in objects, under any
 * of the names in `KNOWN`. Without a certificate the result is the error that the body declares, if any; an
 * expiry in the body is then the error's. With a certificate, that error is reported beside it.
 * @param token is removed from the detail of errors
 */
export function decodeLatest(text: string, token: string): DecodedLatest {
  const body = parseJson(text);
  if (!body.ok) return { parts: body, notAfter: null };
  const found = collect(body.value, null, token);
  const expiry = found.get('notAfter');
  const notAfter = expiry?.value ?? null;
  const declared = declaredError(body.value, token);
  const reported = declared?.isCertain || declared?.saysFailed ? { said: declared.said } : null;
  const parts = partsOf(found, reported);
  const hasCertificate =
    !parts.ok || parts.value.certificate !== null || parts.value.certificateServer !== null;
  if (declared === null || hasCertificate) return { parts, notAfter };
  // Next to an expiry, an unknown code may mean success, unless a text next to both says what is wrong.
  const isAnswer = expiry !== undefined && !(declared.hasMessage && expiry.depth === 0);
  return isAnswer && !declared.isCertain
    ? { parts, notAfter }
    : { parts: err(declared.error), notAfter: null };
}

/**
 * Decodes the body of one of the four downloads: PEM, or PEM inside JSON (the interface does not define the form).
 * `invalidMaterial` with `pemMissing` if it contains none.
 * @param token is removed from the detail of errors
 */
export function decodeDownload(text: string, part: ExportPart, token: string): Result<string> {
  const isJson = text.startsWith('{') || text.startsWith('[') || text.startsWith('"');
  if (!isJson) return required(readPartText(text, part), part);
  const body = parseJson(text);
  if (!body.ok) return body;
  if (typeof body.value === 'string') return required(readPartText(body.value, part), part);
  const value = collect(body.value, part, token).get(part)?.value;
  const read = value === undefined ? ok(null) : readPartText(value, part);
  if (!read.ok || read.value !== null) return required(read, part);
  return err(declaredError(body.value, token)?.error ?? missing(part));
}

function parseJson(text: string): Result<unknown> {
  try {
    return ok(parseBounded(text, documentLimits));
  } catch {
    // The parser's message quotes the body and may contain secrets.
    const isCut = /^[[{]/u.test(text) && !/[\]}]\s*$/u.test(text);
    return err({ kind: 'invalidResponse', reason: isCut ? 'cutShort' : 'notJson', detail: null });
  }
}

/** Searches the body breadth first. For each field the best name wins, then the lowest depth. */
function collect(
  body: unknown,
  inherited: LatestField | null,
  token: string,
): ReadonlyMap<LatestField, Candidate> {
  const found = new Map<LatestField, Candidate>();
  const queue: { readonly node: object; readonly field: LatestField | null; readonly depth: number }[] = [];
  const enqueue = (node: unknown, field: LatestField | null, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || queue.length >= MAX_OBJECTS) return;
    if (!Array.isArray(node)) queue.push({ node, field, depth });
    // With several objects in a list it is unknown which one is the order.
    else if (node.length === 1) enqueue(node[0], field, depth + 1);
  };
  enqueue(body, inherited, 0);
  for (const { node, field: parent, depth } of queue) {
    for (const [property, value] of Object.entries(node)) {
      const name = plain(property);
      const known = parent !== null && WRAPPERS.has(name) ? { field: parent, rank: 0 } : KNOWN.get(name);
      const scalar = known === undefined ? null : scalarOf(known.field, value, token);
      if (known === undefined || scalar === null) {
        enqueue(value, known?.field ?? null, depth + 1);
        continue;
      }
      const best = found.get(known.field);
      const isBetter = best === undefined || best.value === '' || (scalar !== '' && known.rank < best.rank);
      if (isBetter) found.set(known.field, { value: scalar, rank: known.rank, depth });
    }
  }
  return found;
}

/** `null`: it cannot be the field's value. A name or a time is stored and shown: it is not one with a secret in it. */
function scalarOf(field: LatestField, value: unknown, token: string): string | null {
  switch (field) {
    case 'notAfter':
      if (typeof value === 'number' && Number.isFinite(value)) return String(value);
      return isShortText(value, MAX_NOT_AFTER_LENGTH) && isFreeOf(value, token) ? value.trim() : null;
    case 'name':
      return isShortText(value, MAX_NAME_LENGTH) && isFreeOf(value, token) ? value.trim() : null;
    case 'certificateChain':
      // An empty chain means that there is none; a missing field means nothing.
      if (typeof value === 'string' && value.trim() === '') return '';
      return materialOf(value);
    default:
      return materialOf(value);
  }
}

/** One text, or a list with one text per certificate. Not an id or a file name: it must not hide material elsewhere. */
function materialOf(value: unknown): string | null {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && MATERIAL.test(text)))
    return null;
  return texts.join('\n');
}

function isShortText(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= longest && !/\p{Cc}/u.test(value)
  );
}

function partsOf(
  found: ReadonlyMap<LatestField, Candidate>,
  reported: ReportedFailure | null,
): Result<LatestParts> {
  const read = (part: ExportPart): Result<string | null> => {
    const value = found.get(part)?.value;
    return value === undefined ? ok(null) : readPartText(value, part);
  };
  const certificate = read('certificate');
  if (!certificate.ok) return certificate;
  const certificateServer = read('certificateServer');
  if (!certificateServer.ok) return certificateServer;
  const certificateChain = read('certificateChain');
  if (!certificateChain.ok) return certificateChain;
  const key = read('key');
  if (!key.ok) return key;
  const saysNoChain = found.get('certificateChain')?.value === '';
  return ok({
    certificate: certificate.value,
    certificateServer: certificateServer.value,
    certificateChain: saysNoChain ? '' : certificateChain.value,
    key: key.value,
    name: found.get('name')?.value ?? null,
    reported,
  });
}

function required(read: Result<string | null>, part: ExportPart): Result<string> {
  if (!read.ok) return read;
  return read.value === null ? err(missing(part)) : ok(read.value);
}

function missing(part: MaterialPart): AppError {
  return { kind: 'invalidMaterial', reason: 'pemMissing', part };
}

/** `-----BEGIN ` in base64, at the start of a PEM text that was encoded twice. */
const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';
const BASE64_TEXT = /^[A-Za-z0-9+/]{100,}={0,2}$/u;

/**
 * Reads one part as received: PEM with any line ends, with literal `\n`, in base64 again, or, for certificates,
 * base64 DER. Changes the text as little as possible. `null` if it contains nothing of the kind. Truncated text, PKCS#7 or
 * PKCS#12, and a key in place of a certificate or the reverse, is `invalidMaterial`. A private key next to certificates is removed
 * from a certificate part.
 */
function readPartText(value: string, part: ExportPart): Result<string | null> {
  const text = toPemText(value, part);
  const { certificates, keys, isTruncated } = outlinePem(text ?? '');
  if (isTruncated) return err({ kind: 'invalidMaterial', reason: 'pemTruncated', part });
  const container = certificates + keys === 0 ? containerInText(text ?? value) : null;
  if (container !== null) return err({ kind: 'invalidMaterial', reason: container, part });
  if (text === null) return ok(null);
  if (part === 'key') {
    if (keys > 0) return ok(text);
    if (certificates === 0) return ok(null);
    return err({ kind: 'invalidMaterial', reason: 'certificateInPlaceOfKey', part });
  }
  if (keys === 0) return ok(certificates > 0 ? text : null);
  if (certificates === 0) return err({ kind: 'invalidMaterial', reason: 'keyInPlaceOfCertificate', part });
  return certificatesAlone(text, part);
}

function toPemText(value: string, part: ExportPart): string | null {
  const text = value.charCodeAt(0) === 0xfeff ? value.slice(1) : value;
  if (text.includes('-----')) return text.includes('\\n') ? text.replace(/(?:\\r)?\\n/gu, '\n') : text;
  const bare = text.replace(/\s+/gu, '');
  if (bare.startsWith(ENCODED_BEGIN)) return Buffer.from(bare, 'base64').toString('latin1');
  return part === 'key' || !BASE64_TEXT.test(bare) ? null : fromDer(bare);
}

/** Only text that parses as a certificate is one: keys start with the same bytes. */
function fromDer(base64: string): string | null {
  try {
    return certificatePem(new X509Certificate(Buffer.from(base64, 'base64')));
  } catch {
    return null;
  }
}

function certificatesAlone(text: string, part: ExportPart): Result<string> {
  const blocks = readPemBlocks(text);
  if (!blocks.ok) return err({ kind: 'invalidMaterial', reason: blocks.error, part });
  return ok(
    blocks.value
      .filter((block) => pemKind(block) === 'certificate')
      .map(({ label, base64 }) => writePem(label, base64))
      .join(''),
  );
}

function plain(property: string): string {
  return property.toLowerCase().replace(/[^a-z0-9]/gu, '');
}
