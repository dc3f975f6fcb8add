import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { mapTransportError, type Progress, ProxyConnectError } from '#main/orders/api/errorMapping.ts';

const before: Progress = { viaProxy: false, requestStarted: false, responseStarted: false };
const waiting: Progress = { ...before, requestStarted: true };
const during: Progress = { ...waiting, responseStarted: true };
const proxied: Progress = { ...before, viaProxy: true };

function withCode(code: string): Error {
  return Object.assign(new Error(`secret words, ${code}`), { code });
}

describe('mapTransportError', () => {
  it.each([
    ['ENOTFOUND', 'hostNotFound'],
    ['EAI_AGAIN', 'hostNotFound'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['EADDRNOTAVAIL', 'unreachable'],
    ['EMFILE', 'other'],
    ['HPE_INVALID_CONSTANT', 'other'],
  ])('takes %s for a network error: %s', (code, reason) => {
    expect(mapTransportError(withCode(code), before)).toEqual({ kind: 'network', reason, code });
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'notTrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'notTrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'notTrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'notTrusted'],
    ['CERT_UNTRUSTED', 'notTrusted'],
    ['CERT_REVOKED', 'notTrusted'],
    ['CERT_HAS_EXPIRED', 'expired'],
    ['CERT_NOT_YET_VALID', 'notYetValid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongHost'],
    ['EPROTO', 'protocol'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'protocol'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'protocol'],
    ['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', 'clientCertificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'clientCertificate'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'clientCertificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'clientCertificate'],
    ['CERT_SOMETHING_NEW', 'other'],
    ['ERR_TLS_SOMETHING_NEW', 'other'],
  ])('takes %s for a TLS error: %s', (code, reason) => {
    expect(mapTransportError(withCode(code), before)).toEqual({ kind: 'tls', reason, code });
    expect(mapTransportError(withCode(code), proxied)).toEqual({ kind: 'tls', reason, code });
  });

  it('takes of several addresses the failure that tells most', () => {
    const error = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(mapTransportError(error, before)).toMatchObject({ reason: 'refused', code: 'ECONNREFUSED' });
    const timedOut = new AggregateError([withCode('ENETUNREACH'), withCode('ETIMEDOUT')]);
    expect(mapTransportError(timedOut, before)).toEqual({ kind: 'timeout', phase: 'connect' });
    expect(mapTransportError(new AggregateError([]), before)).toMatchObject({ code: 'UNKNOWN' });
  });

  it('names the phase in which time ran out', () => {
    const phase = (error: Error, progress: Progress) => mapTransportError(error, progress);
    expect(phase(new errors.ConnectTimeoutError(), before)).toEqual({ kind: 'timeout', phase: 'connect' });
    expect(phase(withCode('ETIMEDOUT'), before)).toEqual({ kind: 'timeout', phase: 'connect' });
    expect(phase(new errors.HeadersTimeoutError(), waiting)).toEqual({ kind: 'timeout', phase: 'headers' });
    expect(phase(new errors.HeadersTimeoutError(), proxied)).toEqual({ kind: 'timeout', phase: 'connect' });
    expect(phase(new errors.BodyTimeoutError(), during)).toEqual({ kind: 'timeout', phase: 'total' });
  });

  it('says that an answer which ended early was cut short', () => {
    for (const error of [
      new errors.SocketError('other side closed'),
      new errors.ResponseContentLengthMismatchError(),
      withCode('ECONNRESET'),
      withCode('HPE_INVALID_EOF_STATE'),
    ])
      expect(mapTransportError(error, during)).toEqual({
        kind: 'invalidResponse',
        reason: 'cutShort',
        detail: null,
      });
  });

  it('says that headers were too large', () => {
    expect(mapTransportError(new errors.HeadersOverflowError(), waiting)).toEqual({
      kind: 'tooLarge',
      limitBytes: 16_384,
    });
  });

  it('puts failures before the request down to the proxy, where there is one', () => {
    const proxy = (code: string) => ({ kind: 'network', reason: 'proxy', code });
    expect(mapTransportError(new ProxyConnectError(withCode('ECONNREFUSED')), proxied)).toEqual(
      proxy('ECONNREFUSED'),
    );
    expect(mapTransportError(new ProxyConnectError(withCode('CERT_HAS_EXPIRED')), proxied)).toEqual(
      proxy('CERT_HAS_EXPIRED'),
    );
    const refused = new errors.RequestAbortedError('Proxy response (407) !== 200 when HTTP Tunneling');
    expect(mapTransportError(refused, proxied)).toEqual(proxy('HTTP_407'));
    expect(mapTransportError(withCode('UND_ERR_PRX_CONN'), proxied)).toEqual(proxy('UND_ERR_PRX_CONN'));
    expect(mapTransportError(withCode('ECONNRESET'), { ...proxied, requestStarted: true })).toMatchObject({
      reason: 'reset',
    });
  });

  it('takes the end of the client for a cancellation', () => {
    expect(mapTransportError(new errors.ClientDestroyedError(), waiting)).toEqual({ kind: 'cancelled' });
    expect(mapTransportError(new errors.ClientClosedError(), before)).toEqual({ kind: 'cancelled' });
  });

  it('passes no words on', () => {
    for (const error of [withCode('EPIPE'), new Error('secret words'), 'secret words', null])
      expect(JSON.stringify(mapTransportError(error, before))).not.toContain('secret');
  });
});
