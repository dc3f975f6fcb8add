import { describe, expect, it } from 'vitest';
import { delivered, receive, signingSecret, trustRoot, untilVerdict } from './receiving.ts';
import { bytesBelow, secretsOf, textOf } from './secretTraces.ts';
import { connect, okValue, serviceFor, startTestApp, type TestApp, until } from './testApp.ts';

function copiedText({ desktop }: TestApp): string | undefined {
  return desktop.done.findLast((entry) => entry.startsWith('copy -----'))?.slice('copy '.length);
}

/** Checks that the key is only on the clipboard, and in no message or file. */
async function expectCopied(test: TestApp, key: string): Promise<void> {
  expect(test.desktop.secretCopied).toBe(key);
  const shown = textOf(test.desktop) + JSON.stringify([test.log, [...test.seen().orders.values()]]);
  await test.quit();
  const stored = bytesBelow(test.desktop.userData);
  for (const secret of secretsOf(key)) {
    expect(shown).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  expect(test.desktop.secretCopied).toBeNull();
}

describe('of a pulled order', () => {
  it.each(['rsa2048', 'p256'] as const)(
    'certificates and the %s key are fetched and copied, and the key appears nowhere else',
    async (keyKind) => {
      const service = await serviceFor({ orders: 0 });
      await service.addOrder({ rid: 'shop', keyKind });
      const test = await startTestApp();
      await connect(test, service);
      const { material, fingerprint256 } = await service.renew('shop');
      const { id } = test.order('shop') ?? { id: '' };

      okValue(await test.call('orders:copyPem', { id, part: 'leaf' }));
      expect(copiedText(test)).toBe(material.certificateServer);
      await until(() => test.order('shop')?.fingerprint256 === fingerprint256);
      okValue(await test.call('orders:copyPem', { id, part: 'chain' }));
      expect(copiedText(test)).toBe(material.certificate);

      expect(await test.call('orders:copyKey', id)).toEqual({
        ok: false,
        error: { kind: 'consent', reason: 'declined' },
      });
      expect(test.desktop.secretCopied).toBeNull();
      test.desktop.answer = () => 1;
      expect(await test.call('orders:copyKey', id)).toEqual({ ok: true, value: null });
      await expectCopied(test, material.key);
    },
  );

  it('a key of another certificate is not copied', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop' });
    const test = await startTestApp();
    await connect(test, service);
    service.setFault('shop', { kind: 'wrongPem', variant: 'otherKey' });
    const { id } = test.order('shop') ?? { id: '' };
    test.desktop.answer = () => 1;
    expect(await test.call('orders:copyKey', id)).toMatchObject({
      error: { kind: 'invalidMaterial', part: 'key' },
    });
    expect(test.desktop.secretCopied).toBeNull();
  });
});

it('of a push-only order they come from the vault, which keeps the key for an export', async () => {
  const service = await serviceFor({ orders: 0 });
  const { material } = await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'] });
  const test = await startTestApp();
  await trustRoot(test, service);
  const { url } = await receive(test);
  await service.deliver('shop', { url, secret: signingSecret, task: 'First' });
  const { id: deliveryId } = await untilVerdict(test, 'First', 'unknownName');
  test.desktop.answer = () => 1;
  okValue(await test.call('inbox:approve', deliveryId));
  await untilVerdict(test, 'First', 'accepted');
  await until(() => test.seen().orders.size === 1);
  const [id = ''] = test.seen().orders.keys();
  service.clearRequests();

  okValue(await test.call('orders:copyPem', { id, part: 'chain' }));
  expect(copiedText(test)).toBe(material.certificate);
  okValue(await test.call('orders:copyKey', id));
  expect(service.requests).toEqual([]);
  expect(delivered(test, 'First')?.key).toBe('vault');
  await expectCopied(test, material.key);
});
