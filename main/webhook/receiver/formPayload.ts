import type { RefusalReason } from '#shared/domain/receiver.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isDeliveryField, MOST_FIELDS, malformed, type PayloadFields } from './payloadFields.ts';
import { refusedText } from './refusedText.ts';

/**
 * Reads `application/x-www-form-urlencoded`. Refused are a percent sign that does not begin a byte, bytes that are not
 * UTF-8, too many fields, and a field of a delivery that is there twice, however its letters are written.
 */
export function readForm(text: string): Result<PayloadFields, RefusalReason> {
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
