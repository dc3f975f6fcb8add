import { expect, it } from 'vitest';
import { bytesBelow } from '#test/integration/app/secretTraces.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { notafter } from './askApp.ts';

const opaque = 'q7Zr2XkP0sVd9LmTa4Yc8NfBw3Hj6Ue1';
const signed = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzaG9wIn0.sig-of-it';

it('a token in the place of an order or a name is neither printed nor stored', async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service, ['shop']);
  const own = service.token;
  for (const token of [opaque, signed, own]) {
    const lines = [
      ['sync', token],
      ['status', token],
      ['status', '--json', token],
      ['orders', 'alias', token, 'Web'],
      ['orders', 'alias', 'shop', token],
      ['status', '--fail-within', token],
      ['orders', 'alias', 'shop', 'Web', token],
      [token],
    ];
    for (const words of lines) {
      const { code, out, err } = await notafter(test, words);
      expect(code, words.join(' ')).not.toBe(0);
      expect(out + err, words.join(' ')).not.toContain(token);
    }
  }
  const refused = await notafter(test, ['orders', 'alias', 'shop', opaque]);
  expect(refused.err).toContain('looks like an access token');
  expect(test.order('shop')?.alias).toBeNull();
  // A name of words is none, however long.
  expect(
    await notafter(test, ['orders', 'alias', 'shop', 'load-balancer-of-frankfurt-am-main-1']),
  ).toMatchObject({
    code: 0,
  });
  await test.quit();
  for (const token of [opaque, signed]) expect(bytesBelow(profile.userData).includes(token)).toBe(false);
});
