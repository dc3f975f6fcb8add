import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isDeliveryField, MOST_FIELDS, malformed, type PayloadFields } from './payloadFields.ts';
import { refusedText } from './refusedText.ts';

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
export function readJson(text: string): Result<PayloadFields, RefusalReason> {
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
