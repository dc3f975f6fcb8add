import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Longest token that is taken: request heads are limited to 8 to 16 KiB by common servers. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Reads an access token as a person pastes it: white space around it and a leading `Authorization: Bearer ` or
 * `Bearer ` are dropped. What is left must be visible ASCII (RFC 9110, 5.5), so that it fits into a header as it is.
 */
export function parseAccessToken(text: string): Result<string, InputReason> {
  const token = text.trim().replace(/^(?:authorization\s*:\s*)?bearer(?:\s+|$)/iu, '');
  if (token === '') return err('empty');
  if (token.length > MAX_TOKEN_LENGTH) return err('tooLong');
  return /^[\x21-\x7e]+$/u.test(token) ? ok(token) : err('notHeaderSafe');
}
