import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

const MAX_PATH_LENGTH = 200;

/** 128 bits: nobody finds it by trying. */
const RANDOM_BYTES = 16;

/** Segments of unreserved characters alone (RFC 3986, 2.3), which no proxy on the way writes in another way. */
const PATH = /^(?:\/|(?:\/[A-Za-z0-9._~-]+)+)$/u;

/**
 * Reads the path of a hook: up to 200 characters, segments of unreserved characters without `.` and `..`, which a
 * client or a proxy would resolve, and without a slash at the end, except for `/` itself.
 */
export function parseHookPath(text: string): Result<string, InputReason> {
  const path = text.trim();
  if (path === '') return err('empty');
  if (path.length > MAX_PATH_LENGTH) return err('tooLong');
  const hasDots = path.split('/').some((segment) => segment === '.' || segment === '..');
  return PATH.test(path) && !hasDots ? ok(path) : err('malformed');
}

/** Makes a path that cannot be guessed. */
export function randomHookPath(randomBytes: (size: number) => Uint8Array): string {
  return `/${Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex')}`;
}
