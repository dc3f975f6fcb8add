import type { InputReason } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * Checks and normalises the address of a service: `https`, or `http` for loopback addresses alone; no credentials,
 * query or fragment. An address of the latest-certificate endpoint is cut to its base (interface, section 4.1). Gives
 * scheme, host, port and path without a trailing slash.
 */
export function parseBaseUrl(text: string): Result<string, InputReason> {
  const read = readUrl(text);
  if (!read.ok) return read;
  const url = read.value;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return err('httpsOnly');
  const [base = '', endpoint] = url.pathname.split(/\/open\/ssl\/latest(?:\/|$)/u, 2);
  if (endpoint === undefined && (url.search !== '' || url.hash !== '')) return err('queryInUrl');
  return ok(url.origin + base.replace(/(?<!\/)\/+$/u, ''));
}

/**
 * Checks and normalises the address of a service's console, which opens in the browser: `https` alone, no credentials. Gives
 * the whole address; `null` for an empty text.
 */
export function parseConsoleUrl(text: string): Result<string | null, InputReason> {
  const read = readUrl(text);
  if (!read.ok) return read.error === 'empty' ? ok(null) : read;
  return read.value.protocol === 'https:' ? ok(String(read.value)) : err('notHttps');
}

/** Reads an address without credentials, by `https` where it names no scheme. */
function readUrl(text: string): Result<URL, InputReason> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (trimmed.length > 2000) return err('tooLong');
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return err('notAUrl');
  const url = new URL(withScheme);
  return url.username === '' && url.password === '' ? ok(url) : err('credentialsInUrl');
}
