import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * Checks and normalises the address of a service: `https`, or `http` for loopback addresses alone; no credentials,
 * query or fragment. Gives scheme, host, port and path without a trailing slash.
 */
export function parseBaseUrl(text: string): Result<string, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (trimmed.length > 2000) return err('tooLong');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return err('notAUrl');
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return err('httpsOnly');
  if (url.username !== '' || url.password !== '') return err('credentialsInUrl');
  if (url.search !== '' || url.hash !== '') return err('queryInUrl');
  const path = url.pathname.replace(/(?<!\/)\/+$/u, '').replace(/\/open\/ssl\/latest$/u, '');
  return ok(url.origin + path);
}
