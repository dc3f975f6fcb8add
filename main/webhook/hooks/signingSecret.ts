import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

const MAX_SECRET_BYTES = 1024;
const MIN_SECRET_LENGTH = 8;

/**
 * Reads a signing secret as a person pastes it: white space around it is dropped. The service says nothing of its form
 * (interface, section 5), so what is left is taken as it is: 8 characters up to 1024 bytes of UTF-8, on one line.
 */
export function parseSigningSecret(text: string): Result<string, InputReason> {
  const secret = text.trim();
  if (secret === '') return err('empty');
  if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) return err('tooLong');
  if (/\p{Cc}/u.test(secret) || !secret.isWellFormed()) return err('controlCharacters');
  return [...secret].length < MIN_SECRET_LENGTH ? err('tooShort') : ok(secret);
}
