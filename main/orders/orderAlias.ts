import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

const MAX_ALIAS_LENGTH = 200;

/** Reads a person's own name for an order; `null` for a blank text, which removes it. */
export function parseAlias(text: string): Result<string | null, InputReason> {
  const alias = text.normalize('NFC').trim();
  if (alias.length > MAX_ALIAS_LENGTH) return err('tooLong');
  // Control characters would break a line, direction overrides would make the text around it lie.
  if (!alias.isWellFormed() || /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(alias)) {
    return err('controlCharacters');
  }
  return ok(alias === '' ? null : alias);
}
