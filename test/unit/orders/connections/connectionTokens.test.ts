import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';

const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
const own = { id: 'a', baseUrl: 'https://certs.example.com/api', ca: { fileName: 'ca.pem', pem: pem('A') } };
const missing = { ok: false, error: { kind: 'tokenMissing' } };

it('gives a token for the service that it was entered for, whatever the path', async () => {
  const tokens = new ConnectionTokens(new FakeTokenStore());
  await tokens.set(own, 'token');
  expect(await tokens.get({ ...own, baseUrl: 'https://certs.example.com/other' })).toEqual({
    ok: true,
    value: 'token',
  });
});

const others = [
  { ...own, baseUrl: 'https://other.example.com/api' },
  { ...own, baseUrl: 'https://certs.example.com:8443/api' },
  { ...own, baseUrl: 'http://127.0.0.1/api' },
  { ...own, ca: null },
  { ...own, ca: { fileName: 'ca.pem', pem: pem('B') } },
  { ...own, ca: { fileName: 'ca.pem', pem: pem('A') + pem('B') } },
];

it.each(others)('gives none for %j, even if its store still has it', async (other) => {
  const store = new FakeTokenStore();
  const tokens = new ConnectionTokens(store);
  await tokens.set(own, 'token');
  expect(await tokens.get(other)).toEqual(missing);
  expect(tokens.state(own)).toEqual({ kind: 'keychain' });
  expect(tokens.state(other)).toEqual({ kind: 'absent' });
});

it('keeps a token of 0.3.0 with the service that it finds, and gives it for that one alone from then on', async () => {
  const store = new FakeTokenStore();
  store.tokens.set('a', 'token');
  const tokens = new ConnectionTokens(store);
  expect(await tokens.get(own)).toEqual({ ok: true, value: 'token' });
  for (const other of others) expect(await tokens.get(other)).toEqual(missing);
  expect(await tokens.get(own)).toEqual({ ok: true, value: 'token' });
});

it('takes CAs as the same whose certificates are in another order, and no others', async () => {
  const certificates = fc.uniqueArray(fc.base64String({ minLength: 4 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(certificates, certificates, async (one, other) => {
      const tokens = new ConnectionTokens(new FakeTokenStore());
      const withCa = (all: string[]) => ({ ...own, ca: { fileName: 'x', pem: all.map(pem).join('') } });
      await tokens.set(withCa(one), 'token');
      expect((await tokens.get(withCa(one.toReversed()))).ok).toBe(true);
      const isSame = one.toSorted().join() === other.toSorted().join();
      expect((await tokens.get(withCa(other))).ok).toBe(isSame);
    }),
  );
});
