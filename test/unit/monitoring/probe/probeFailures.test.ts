import { expect, it } from 'vitest';
import {
  connectFailure,
  dialogueFailure,
  handshakeFailure,
  refusal,
} from '#main/monitoring/probe/probeFailures.ts';

it.each([
  ['ECONNREFUSED', { kind: 'refused' }],
  ['ETIMEDOUT', { kind: 'timeout', phase: 'connect' }],
  ['ECONNRESET', { kind: 'closed' }],
  ['ENETUNREACH', { kind: 'noRoute' }],
  ['EADDRNOTAVAIL', { kind: 'unreachable', code: 'EADDRNOTAVAIL' }],
  ['EPERM', { kind: 'unreachable', code: 'EPERM' }],
])('reports %s while connecting', (code, error) => {
  expect(connectFailure(code)).toEqual(error);
});

it('reports a connection that ends before TLS as closed, or the address as unreachable', () => {
  expect(dialogueFailure('')).toEqual({ kind: 'closed' });
  expect(dialogueFailure('EPIPE')).toEqual({ kind: 'closed' });
  expect(dialogueFailure('EHOSTUNREACH')).toEqual({ kind: 'unreachable', code: 'EHOSTUNREACH' });
});

it.each([
  ['ECONNRESET', { kind: 'closed' }],
  ['ERR_SSL_WRONG_VERSION_NUMBER', { kind: 'notTls' }],
  [
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    { kind: 'handshake', code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' },
  ],
  ['ETIMEDOUT', { kind: 'timeout', phase: 'handshake' }],
  ['EHOSTUNREACH', { kind: 'unreachable', code: 'EHOSTUNREACH' }],
])('reports %s in the handshake', (code, error) => {
  expect(handshakeFailure(code)).toEqual(error);
});

it('shows a server message on one line, sanitized and truncated', () => {
  expect(refusal('554 \u0000no\r\n\u001b[31m red\u0085 ')).toEqual({
    kind: 'noStartTls',
    detail: '554 no [31m red',
  });
  const long = refusal('x'.repeat(70_000));
  expect(long.kind === 'noStartTls' && long.detail.length).toBe(200);
});
