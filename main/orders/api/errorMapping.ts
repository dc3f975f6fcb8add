import { WireBudgetError } from '#main/platform/wireBudget.ts';
import type { AppError, NetworkReason, TlsReason } from '#shared/errors.ts';

export interface Progress {
  readonly viaProxy: boolean;
  /** The request was written to an open connection. */
  readonly requestStarted: boolean;
  readonly responseStarted: boolean;
}

/** Marks a failure to reach the proxy, which has the same codes as other connection errors. */
export class ProxyConnectError extends Error {
  override readonly name = 'ProxyConnectError';
  readonly code: string;

  constructor(cause: unknown) {
    super('The proxy could not be reached', { cause });
    this.code = codeOf(cause);
  }
}

const MAX_HEADER_BYTES = 16_384;

const NETWORK_REASONS: Readonly<Record<string, NetworkReason>> = {
  ENOTFOUND: 'hostNotFound',
  EAI_AGAIN: 'hostNotFound',
  EAI_NODATA: 'hostNotFound',
  EAI_NONAME: 'hostNotFound',
  ENODATA: 'hostNotFound',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
};

/** Node's codes for the verification results of OpenSSL and BoringSSL. */
const TLS_REASONS: Readonly<Record<string, TlsReason>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'notTrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'notTrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'notTrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'notTrusted',
  CERT_UNTRUSTED: 'notTrusted',
  CERT_REJECTED: 'notTrusted',
  CERT_REVOKED: 'notTrusted',
  CERT_SIGNATURE_FAILURE: 'notTrusted',
  CERT_CHAIN_TOO_LONG: 'notTrusted',
  INVALID_CA: 'notTrusted',
  INVALID_PURPOSE: 'notTrusted',
  PATH_LENGTH_EXCEEDED: 'notTrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  HOSTNAME_MISMATCH: 'wrongHost',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongHost',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'wrongHost',
  EPROTO: 'protocol',
};

const CLIENT_CERTIFICATE = /_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|NO_CERTIFICATE)$/u;

/** If several addresses failed in different ways, the most informative error comes first. */
const TELLING_CODES = ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'];

export function mapTransportError(error: unknown, progress: Progress): AppError {
  const code = codeOf(error);
  if (isTimeout(code)) return { kind: 'timeout', phase: timeoutPhase(code, progress) };
  if (error instanceof ProxyConnectError) return { kind: 'network', reason: 'proxy', code };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'tooLarge', limitBytes: MAX_HEADER_BYTES };
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return { kind: 'cancelled' };
  if (error instanceof WireBudgetError)
    return { kind: 'invalidResponse', reason: 'excessData', detail: null };
  // A connection that ends in the middle of a body leaves the answer incomplete.
  if (progress.responseStarted) return { kind: 'invalidResponse', reason: 'cutShort', detail: null };
  if (isUnaskedContinue(error)) return { kind: 'invalidResponse', reason: 'unaskedContinue', detail: null };
  if (CLIENT_CERTIFICATE.test(code)) return { kind: 'tls', reason: 'clientCertificate', code };
  const tlsReason = TLS_REASONS[code] ?? (/^ERR_(?:SSL|OSSL)_/u.test(code) ? 'protocol' : null);
  if (tlsReason !== null) return { kind: 'tls', reason: tlsReason, code };
  if (code.startsWith('CERT_') || code.startsWith('ERR_TLS_')) return { kind: 'tls', reason: 'other', code };
  // Before the request is sent, connection errors without TLS concern the proxy.
  if (progress.viaProxy && !progress.requestStarted)
    return { kind: 'network', reason: 'proxy', code: proxyCodeOf(error, code) };
  return { kind: 'network', reason: NETWORK_REASONS[code] ?? 'other', code };
}

function codeOf(error: unknown): string {
  // Both address families were tried, each with its own error ("Happy Eyeballs", RFC 8305).
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return TELLING_CODES.find((code) => codes.includes(code)) ?? codes[0] ?? 'UNKNOWN';
  }
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** undici closes a connection after "100 Continue"; only the message says so. */
function isUnaskedContinue(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === 'UND_ERR_SOCKET' && error.message === 'bad response';
}

function isTimeout(code: string): boolean {
  return (
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'ETIMEDOUT'
  );
}

function timeoutPhase(code: string, progress: Progress): 'connect' | 'headers' | 'total' {
  if (!progress.requestStarted || code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect';
  return progress.responseStarted || code === 'UND_ERR_BODY_TIMEOUT' ? 'total' : 'headers';
}

/** undici gives the status of a refused proxy tunnel only in the message, and wraps other errors. */
function proxyCodeOf(error: unknown, code: string): string {
  if (!(error instanceof Error)) return code;
  const status = /^Proxy response \((\d{3})\)/u.exec(error.message)?.[1];
  if (status !== undefined) return `HTTP_${status}`;
  return error.cause === undefined ? code : codeOf(error.cause);
}
