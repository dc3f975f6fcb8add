import { expect, it } from 'vitest';
import { receiverFacts } from '#main/reporting/diagnostics/diagnostics.ts';
import { hookView, receiverOff } from '#test/support/receiverViews.ts';

it('is empty before any setup', () => {
  expect(receiverFacts(receiverOff)).toEqual({
    receiver: 'off',
    hooks: {},
    hookSecrets: {},
    vault: 'empty, 0 keys',
  });
});

it('counts hooks, secrets and keys by kind', () => {
  const secrets = [
    { id: 's1', createdAt: 0, state: { kind: 'keychain' } },
    { id: 's2', createdAt: 1, state: { kind: 'absent' } },
  ] as const;
  expect(
    receiverFacts({
      ...receiverOff,
      state: { kind: 'listening', address: '192.0.2.7', port: 47443, tls: true },
      hooks: [hookView('a', { secrets }), hookView('b', { enabled: false })],
      vault: { kind: 'ready', keys: 12 },
    }),
  ).toEqual({
    receiver: 'listening, TLS',
    hooks: { enabled: 1, disabled: 1 },
    hookSecrets: { keychain: 2, absent: 1 },
    vault: 'ready, 12 keys',
  });
});

it('names no hook, path, file, address or port', () => {
  const facts = receiverFacts({
    config: {
      ...receiverOff.config,
      address: 'SENTINEL',
      port: 54321,
      allowedHosts: ['SENTINEL'],
      tls: { certificateFile: '/SENTINEL', keyFile: '/SENTINEL' },
    },
    state: { kind: 'failed', reason: 'tlsFile', detail: 'SENTINEL.pem', retryAt: 54_321 },
    hooks: [hookView('SENTINEL')],
    vault: { kind: 'unavailable', error: { kind: 'keychainUnavailable', detail: 'SENTINEL' }, keys: 3 },
  });
  expect(facts).toMatchObject({ receiver: 'failed, tlsFile', vault: 'unavailable, 3 keys' });
  expect(JSON.stringify(facts)).not.toMatch(/SENTINEL|54321/u);
});
