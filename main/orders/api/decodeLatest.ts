import { documentLimits, parseBounded } from '#main/platform/boundedJson.ts';
import { isFreeOf } from '#main/platform/redact.ts';
import { containerInText } from '#main/x509/certificates/containers.ts';
import { outlinePem, pemKind, readPemBlocks, writePem } from '#main/x509/certificates/pem.ts';
import type { ReportedFailure } from '#main/x509/material.ts';
import type { ExportPart } from '#shared/domain/export.ts';
import type { AppError, MaterialPart } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { declaredError } from './serviceWords.ts';

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

/** What is read from the body. */
type LatestField = ExportPart | 'notAfter' | 'name';

/**
 * The interface does not show the body's fields (section 2): these are the names that it uses for their content elsewhere, and
 * those of other services that answer with a certificate. Letters and digits only: case, underscores and hyphens are ignored.
 */
const FIELDS: ReadonlyMap<string, LatestField> = new Map([
  // The material of an order, and its names in the interface (section 2).
  ['certificate', 'certificate'],
  ['certificateserver', 'certificateServer'],
  ['certificatechain', 'certificateChain'],
  ['key', 'key'],
  ['notafter', 'notAfter'],
  ['name', 'name'],
  ['ssl', 'name'],
  // OHTTPS, `GET /api/open/getCertificate`: in `payload`.
  ['fullchaincerts', 'certificate'],
  ['certkey', 'key'],
  ['expiredtime', 'notAfter'],
  // Certd, `POST /api/v1/cert/get`: in `data`, beside `key`, with `notAfter` in `detail`.
  ['crt', 'certificate'],
  ['oc', 'certificateServer'],
  ['ic', 'certificateChain'],
]);

/** Deeper than any known envelope. Together with the limit on objects this bounds the cost of hostile bodies. */
const MAX_DEPTH = 5;
const MAX_OBJECTS = 200;
/** Characters. */
const LONGEST = { notAfter: 64, name: 200 };
/** PEM, complete or truncated; the base64 of a DER sequence longer than 255 bytes, such as PKCS#12. */
const MATERIAL = /-----|^\s*MII/u;

/**
 * Decodes the body of the latest-certificate endpoint (interface, section 4.1): flat or wrapped in objects, under any
 * of the names in `FIELDS`. Without a certificate the result is the error that the body declares, if any; an
 * expiry in the body is then the error's. With a certificate, that error is reported beside it.
 * @param token is removed from the detail of errors
 */
export function decodeLatest(text: string, token: string): DecodedLatest {
  const body = parseJson(text);
  if (!body.ok) return { parts: body, notAfter: null };
  const found = collect(body.value, token);
  const notAfter = found.get('notAfter') ?? null;
  const declared = declaredError(body.value, token);
  const parts = partsOf(found, declared?.isCertain ? { said: declared.said } : null);
  const hasCertificate =
    !parts.ok || parts.value.certificate !== null || parts.value.certificateServer !== null;
  // Next to an expiry, an unknown code may mean success.
  if (declared === null || hasCertificate || (notAfter !== null && !declared.isCertain))
    return { parts, notAfter };
  return { parts: err(declared.error), notAfter: null };
}

/**
 * Decodes the body of one of the four downloads: PEM, or PEM inside JSON (the interface does not define the form).
 * `invalidMaterial` with `pemMissing` if it contains none.
 * @param token is removed from the detail of errors
 */
export function decodeDownload(text: string, part: ExportPart, token: string): Result<string> {
  if (!text.startsWith('{')) return required(readPartText(text, part), part);
  const body = parseJson(text);
  if (!body.ok) return body;
  const value = collect(body.value, token).get(part);
  if (value !== undefined) return required(readPartText(value, part), part);
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

/** Searches the body breadth first. For each field the first value counts. */
function collect(body: unknown, token: string): ReadonlyMap<LatestField, string> {
  const found = new Map<LatestField, string>();
  const queue: { readonly node: object; readonly depth: number }[] = [];
  const enqueue = (node: unknown, depth: number) => {
    // In a list it is unknown which one is the order.
    const isSearched = typeof node === 'object' && node !== null && !Array.isArray(node);
    if (isSearched && depth <= MAX_DEPTH && queue.length < MAX_OBJECTS) queue.push({ node, depth });
  };
  enqueue(body, 0);
  for (const { node, depth } of queue) {
    for (const [property, value] of Object.entries(node)) {
      const field = FIELDS.get(plain(property));
      const text = field === undefined ? null : fieldText(field, value, token);
      if (field === undefined || text === null) enqueue(value, depth + 1);
      else if (!found.has(field)) found.set(field, text);
    }
  }
  return found;
}

/** `null`: it cannot be the field's value. A name or a time is stored and shown: it is not one with a secret in it. */
function fieldText(field: LatestField, value: unknown, token: string): string | null {
  if (field === 'notAfter' && typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  switch (field) {
    case 'notAfter':
    case 'name':
      return isShort(value, LONGEST[field]) && isFreeOf(value, token) ? value.trim() : null;
    case 'certificateChain':
      // An empty chain means that there is none; a missing field means nothing.
      return value.trim() === '' ? '' : materialOf(value);
    default:
      return materialOf(value);
  }
}

/** Not an id or a file name: it must not hide material elsewhere. */
function materialOf(text: string): string | null {
  return MATERIAL.test(text) ? text : null;
}

function isShort(text: string, longest: number): boolean {
  return text.trim() !== '' && text.length <= longest && !/\p{Cc}/u.test(text);
}

function partsOf(
  found: ReadonlyMap<LatestField, string>,
  reported: ReportedFailure | null,
): Result<LatestParts> {
  const read = (part: ExportPart): Result<string | null> => {
    const value = found.get(part);
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
  const saysNoChain = found.get('certificateChain') === '';
  return ok({
    certificate: certificate.value,
    certificateServer: certificateServer.value,
    certificateChain: saysNoChain ? '' : certificateChain.value,
    key: key.value,
    name: found.get('name') ?? null,
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

/**
 * Reads one part as received: PEM with any line ends, also with literal `\n`. Changes the text as little as possible. `null` if
 * it contains nothing of the kind. Truncated text, PKCS#7 or PKCS#12, and a key in place of a certificate or the reverse, is
 * `invalidMaterial`. A private key next to certificates is removed from a certificate part.
 */
function readPartText(value: string, part: ExportPart): Result<string | null> {
  const text = value.includes('\\n') ? value.replace(/(?:\\r)?\\n/gu, '\n') : value;
  const { certificates, keys, isTruncated } = outlinePem(text);
  if (isTruncated) return err({ kind: 'invalidMaterial', reason: 'pemTruncated', part });
  const container = certificates + keys === 0 ? containerInText(text) : null;
  if (container !== null) return err({ kind: 'invalidMaterial', reason: container, part });
  if (part === 'key') {
    if (keys > 0) return ok(text);
    if (certificates === 0) return ok(null);
    return err({ kind: 'invalidMaterial', reason: 'certificateInPlaceOfKey', part });
  }
  if (keys === 0) return ok(certificates > 0 ? text : null);
  if (certificates === 0) return err({ kind: 'invalidMaterial', reason: 'keyInPlaceOfCertificate', part });
  return certificatesAlone(text, part);
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
