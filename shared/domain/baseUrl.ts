import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';

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
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return err('httpsOnly');
  if (url.username !== '' || url.password !== '') return err('credentialsInUrl');
  if (url.search !== '' || url.hash !== '') return err('queryInUrl');
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/open\/ssl\/latest$/u, '');
  return ok(url.origin + path);
}

/** Whether a URL's host name is this machine itself: `localhost` and names under it (RFC 6761), 127.0.0.0/8, ::1. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/u.test(hostname) ||
    hostname === '[::1]'
  );
}
