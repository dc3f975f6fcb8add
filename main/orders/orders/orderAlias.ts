import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';

const MAX_ALIAS_LENGTH = 200;

/** Reads a person's own name for an order; `null` for a blank text, which removes it. */
export function parseAlias(text: string): Result<string | null, InputReason> {
  const alias = text.normalize('NFC').trim();
  if (alias.length > MAX_ALIAS_LENGTH) return err('tooLong');
  if (!isCleanText(alias)) return err('controlCharacters');
  return ok(alias === '' ? null : alias);
}
