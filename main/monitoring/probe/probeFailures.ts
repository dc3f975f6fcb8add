import type { ProbeError } from '#shared/domain/endpoint.ts';
import { shortName } from '#shared/text.ts';

const LONGEST_DETAIL = 200;
const LONGEST_READ = 2_000;

/** System errors for an address without a route: on this computer, in the network, or at a firewall. */
const unreachable: ReadonlySet<string> = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ENETDOWN',
  'EHOSTDOWN',
  'EACCES',
  'EPERM',
  'EINVAL',
]);

/** BoringSSL errors for data that is not TLS. */
const notTls: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_ENCRYPTED_LENGTH_TOO_LONG',
  'ERR_SSL_UNEXPECTED_RECORD',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_HTTPS_PROXY_REQUEST',
]);

const ended: ReadonlySet<string> = new Set(['', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** @param code of the system's error, such as `ECONNREFUSED` */
export function connectFailure(code: string): ProbeError {
  if (code === 'ECONNREFUSED') return { kind: 'refused' };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', phase: 'connect' };
  if (code === 'ENETUNREACH' || code === 'EAFNOSUPPORT') return { kind: 'noRoute' };
  return ended.has(code) ? { kind: 'closed' } : { kind: 'unreachable', code };
}

export function dialogueFailure(code: string): ProbeError {
  return unreachable.has(code) ? { kind: 'unreachable', code } : { kind: 'closed' };
}

/** @param code of the system, or of BoringSSL with the prefix `ERR_SSL_` */
export function handshakeFailure(code: string): ProbeError {
  if (ended.has(code)) return { kind: 'closed' };
  if (notTls.has(code)) return { kind: 'notTls' };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', phase: 'handshake' };
  return unreachable.has(code) ? { kind: 'unreachable', code } : { kind: 'handshake', code };
}

/** The server's answer as one clean line of at most 200 characters. */
export function refusal(answer: string): ProbeError {
  return { kind: 'noStartTls', detail: shortName(answer.slice(0, LONGEST_READ), LONGEST_DETAIL) };
}
