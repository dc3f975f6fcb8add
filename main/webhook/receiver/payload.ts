import { isUtf8 } from 'node:buffer';
import type { BodyFault, RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { DeliveryFields } from '../inbox/delivery.ts';
import { type PayloadEncoding, refusedText } from './headCheck.ts';
import { normalisePem, repairPluses } from './pemRepair.ts';

/** Texts that are shown: longer than any name at the service, short enough for a line. */
const LONGEST_TEXT = 500;

/** What the certificate says as well, or does without: senders leave these out, or write `null`. */
const optionalFields: ReadonlySet<keyof DeliveryFields> = new Set([
  'certificateServer',
  'certificateChain',
  'notAfter',
]);

const shownFields: ReadonlySet<keyof DeliveryFields> = new Set(['ssl', 'task', 'notAfter']);

/**
 * Reads the seven fields of a delivery (interface, section 4.2) from its body; further ones are ignored, and of the seven
 * `certificateServer`, `certificateChain` and `notAfter` are empty where they are not there. The PEM texts
 * are put into one form, and are not otherwise looked at. The error is the reason of the refusal, in the order of
 * `RefusalReason`. Holds the private key: not to be kept.
 */
export function readPayload(body: Buffer, encoding: PayloadEncoding): Result<DeliveryFields, RefusalReason> {
  // A decoder would put a mark in place of bytes that are not UTF-8, or need an exception to tell.
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

/** Whether a text is fit to be shown in a line: of bounded length, without control characters and half characters. */
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

const known: ReadonlySet<string> = new Set(fieldNames);

/** Whether a field is one of a delivery; such a field may be there once alone. */
function isDeliveryField(name: string): name is keyof DeliveryFields {
  return known.has(name);
}

/** A payload has seven fields; so many are let be, in all levels together. */
const MOST_FIELDS = 64;

/** The fields of a body. Those of a delivery are there once at most. */
interface PayloadFields {
  /** The value as it came, of any type, or `undefined`. */
  get(name: string): unknown;
}

/** The refusal of a body for its form. */
export function malformed(detail: BodyFault): { readonly ok: false; readonly error: RefusalReason } {
  return { ok: false, error: { kind: 'bodyMalformed', detail } };
}

/**
 * Reads `application/x-www-form-urlencoded`. Refused are a percent sign that does not begin a byte, bytes that are not
 * UTF-8, too many fields, and a field of a delivery that is there twice, however its letters are written.
 */
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
      if (fields.has(name) && isDeliveryField(name))
        return err({ kind: 'fieldRepeated', name: refusedText(name) });
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

/** An object in an object in an object in an object: an honest payload has one level. */
const MOST_DEPTH = 4;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Reads the object of a delivery. Refused are what is not one object of JSON, one that is too deep or has too many
 * keys, and a field of a delivery that is there twice: `JSON.parse` keeps the last of them, others keep the first.
 * The values may be of any kind.
 */
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
  const fields = value;
  return ok({
    // Own properties alone: `__proto__` and its kind are fields like any other.
    get: (name) => (Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined),
  });
}

/**
 * Looks at depth and keys before anything is built. What it says of a text that is not JSON does not matter, as that is
 * refused anyway; of a text that is, it sees every key. Strings, most of the text by far, are skipped natively.
 */
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
        if (!isDeliveryField(name)) break;
        if (top.has(name)) return { kind: 'fieldRepeated', name: refusedText(name) };
        top.add(name);
      }
    }
  }
  return null;
}

/** Where the string that starts at `start` has its closing quote; the end of the text when it has none. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

function afterSpace(text: string, start: number): number {
  let index = start;
  for (;;) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index;
    index += 1;
  }
}

/** The name that a key with its quotes means, escapes and all. */
function nameOf(literal: string): string {
  const plain = literal.slice(1, -1);
  if (!plain.includes('\\')) return plain;
  try {
    return String(JSON.parse(literal));
  } catch {
    // Not JSON: the whole text is refused for it.
    return plain;
  }
}
