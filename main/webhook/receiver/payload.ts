import { isUtf8 } from 'node:buffer';
import { afterSpace, endOfString } from '#main/platform/boundedJson.ts';
import type { BodyFault, RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { DeliveryFields } from '../inbox/delivery.ts';
import { type PayloadEncoding, refusedText } from './headCheck.ts';

/** Longest displayed text: longer than any name at the service, short enough for one line. */
const LONGEST_TEXT = 500;

/** Fields that the certificate contains as well. Senders may leave them out or send `null`. */
const optionalFields: ReadonlySet<keyof DeliveryFields> = new Set([
  'certificateServer',
  'certificateChain',
  'notAfter',
]);

const shownFields: ReadonlySet<keyof DeliveryFields> = new Set(['ssl', 'task', 'notAfter']);

/**
 * Reads the fields of a delivery from its body; missing optional ones are empty. Normalises the PEM texts, but does not
 * parse them. Holds the private key: do not keep the result.
 */
export function readPayload(body: Buffer, encoding: PayloadEncoding): Result<DeliveryFields, RefusalReason> {
  // A decoder would replace invalid bytes silently, or throw.
  if (!isUtf8(body)) return malformed('notUtf8');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const read = encoding === 'json' ? readJson(text) : readForm(text);
  if (!read.ok) return read;

  const values = read.value;
  for (const name of fieldNames) {
    const fault = faultOf(name, values.get(name));
    if (fault !== null) return err(fault);
  }
  const textOf = (name: keyof DeliveryFields) => String(values.get(name) ?? '');
  const pemOf = (name: keyof DeliveryFields) => {
    const pem = normalisePem(textOf(name));
    return encoding === 'form' ? repairPluses(pem) : pem;
  };
  return ok({
    ssl: textOf('ssl'),
    task: textOf('task'),
    certificate: pemOf('certificate'),
    certificateServer: pemOf('certificateServer'),
    certificateChain: pemOf('certificateChain'),
    key: pemOf('key'),
    notAfter: textOf('notAfter'),
  });
}

function faultOf(name: keyof DeliveryFields, value: unknown): RefusalReason | null {
  if ((value === undefined || value === null) && optionalFields.has(name)) return null;
  if (value === undefined) return { kind: 'fieldMissing', name };
  if (typeof value !== 'string') return { kind: 'fieldNotText', name };
  return shownFields.has(name) && !isLine(value) ? { kind: 'fieldNotText', name } : null;
}

/** Whether a text can be displayed in one line: limited length, no control characters, no lone surrogates. */
function isLine(text: string): boolean {
  return text.length <= LONGEST_TEXT && !/\p{Cc}/u.test(text) && text.isWellFormed();
}

/** The fields of a delivery (interface, section 4.2). */
const fieldNames = [
  'ssl',
  'task',
  'certificate',
  'certificateServer',
  'certificateChain',
  'key',
  'notAfter',
] as const satisfies readonly (keyof DeliveryFields)[];

/** Only these must not be repeated. */
const known: ReadonlySet<string> = new Set(fieldNames);

/** Limit for all levels together; a payload has seven fields. */
const MOST_FIELDS = 64;

/** The fields of a body with their values as sent, of any type. */
type PayloadFields = ReadonlyMap<string, unknown>;

function malformed(detail: BodyFault): Result<never, RefusalReason> {
  return err({ kind: 'bodyMalformed', detail });
}

/** Reads `application/x-www-form-urlencoded`. Finds a repeated field however its name is encoded. */
function readForm(text: string): Result<PayloadFields, RefusalReason> {
  const fields = new Map<string, string>();
  let count = 0;
  let start = 0;
  while (start < text.length) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      count += 1;
      if (count > MOST_FIELDS) return malformed('tooManyFields');
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = decode(text.slice(start, nameEnd));
      const value = decode(text.slice(nameEnd + 1, end));
      if (name === null || value === null) return malformed('notAForm');
      if (fields.has(name) && known.has(name)) return err({ kind: 'fieldRepeated', name: refusedText(name) });
      fields.set(name, value);
    }
    start = end + 1;
  }
  return ok(fields);
}

function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

/** Levels of nesting; an honest payload has one. */
const MOST_DEPTH = 4;

const QUOTE = 0x22;
const COLON = 0x3a;

/** Reads a JSON object. Repeated fields are refused: `JSON.parse` keeps the last value, other parsers the first. */
function readJson(text: string): Result<PayloadFields, RefusalReason> {
  const fault = scan(text);
  if (fault !== null) return err(fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('notJson');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('notAnObject');
  return ok(new Map(Object.entries(value)));
}

/** Checks nesting and keys before `JSON.parse` builds anything. Invalid JSON is refused afterwards anyway. */
function scan(text: string): RefusalReason | null {
  const top = new Set<string>();
  let depth = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        if (depth > MOST_DEPTH) return { kind: 'bodyMalformed', detail: 'tooDeep' };
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case QUOTE: {
        const start = index;
        index = endOfString(text, start);
        if (text.charCodeAt(afterSpace(text, index + 1)) !== COLON) break;
        keys += 1;
        if (keys > MOST_FIELDS) return { kind: 'bodyMalformed', detail: 'tooManyFields' };
        if (depth !== 1) break;
        const name = nameOf(text.slice(start, index + 1));
        if (!known.has(name)) break;
        if (top.has(name)) return { kind: 'fieldRepeated', name: refusedText(name) };
        top.add(name);
      }
    }
  }
  return null;
}

function nameOf(literal: string): string {
  const plain = literal.slice(1, -1);
  if (!plain.includes('\\')) return plain;
  try {
    return String(JSON.parse(literal));
  } catch {
    // Invalid JSON: `JSON.parse` refuses the whole text.
    return plain;
  }
}

const BLOCK = /(-----BEGIN [^-]+-----)([^-]*)(-----END [^-]+-----)/gu;

/** Tag of the outermost SEQUENCE of every certificate and key. */
const SEQUENCE = 0x30;

/** JSON escapes that are left when a sender encoded a text twice, or copied it from a settings file. */
const WRITTEN_OUT = /(?:\\r)?\\n|\\r/gu;

/** Removes a byte order mark and escapes (PEM contains no backslash); LF line ends, one at the end. */
export function normalisePem(text: string): string {
  let pem = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (pem.includes('\\')) pem = pem.replace(WRITTEN_OUT, '\n').replaceAll('\\/', '/');
  if (pem.includes('\r')) pem = pem.replace(/\r\n?/gu, '\n');
  return pem.endsWith('-----') ? `${pem}\n` : pem;
}

/**
 * Restores each `+` of base64 that a form sender did not escape and that was therefore decoded as a space. Applies only
 * inside a block, and only if the spaces cannot be plain white space: the DER length then does not match without them.
 */
export function repairPluses(pem: string): string {
  if (!pem.includes(' ')) return pem;
  return pem.replace(BLOCK, (block, begin: string, body: string, end: string) => {
    // A colon: a legacy key with headers, whose spaces are intended.
    if (!body.includes(' ') || body.includes(':')) return block;
    if (isWhole(body.replace(/\s+/gu, ''))) return block;
    const repaired = body.replaceAll(' ', '+');
    return isWhole(repaired.replace(/\s+/gu, '')) ? begin + repaired + end : block;
  });
}

/** Whether base64 holds exactly one DER value of the length that it states (X.690, section 8.1.3). */
function isWhole(base64: string): boolean {
  const der = Buffer.from(base64, 'base64');
  const first = der[1];
  if (der[0] !== SEQUENCE || first === undefined) return false;
  if (first < 0x80) return der.length === 2 + first;
  const digits = first - 0x80;
  if (digits < 1 || digits > 3 || der.length < 2 + digits) return false;
  return der.length === 2 + digits + der.readUIntBE(2, digits);
}
