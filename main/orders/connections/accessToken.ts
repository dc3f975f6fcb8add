import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Common servers limit request headers to 8 to 16 KiB. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Reads a pasted access token: removes surrounding white space and a leading `Authorization: Bearer ` or `Bearer `.
 * The rest must be visible ASCII (RFC 9110, section 5.5), so that it can be sent in a header.
 */
export function parseAccessToken(text: string): Result<string, InputReason> {
  const token = text.trim().replace(/^(?:authorization\s*:\s*)?bearer(?:\s+|$)/iu, '');
  if (token === '') return err('empty');
  if (token.length > MAX_TOKEN_LENGTH) return err('tooLong');
  return /^[\x21-\x7e]+$/u.test(token) ? ok(token) : err('notHeaderSafe');
}
