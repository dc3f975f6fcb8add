import { expect, it, onTestFinished } from 'vitest';
import { startReferenceService } from '#test/service/referenceService.ts';

it('a service is brought back with its orders, faults, tokens and settings, more than once', async () => {
  const service = await startReferenceService({ orders: 0 });
  onTestFinished(() => service.close());
  const { fingerprint256 } = await service.addOrder({ rid: 'shop' });
  service.setFault('mail', { kind: 'html200' });
  const ask = async () => {
    const asked = await fetch(`${service.baseUrl}/open/ssl/latest/shop`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    return [asked.status, Object.keys((await asked.json()) as object)] as const;
  };
  const before = await ask();
  const bringBack = service.keep();
  for (const _ of ['first', 'second']) {
    await service.renew('shop');
    await service.addOrder({ rid: 'more' });
    service.setFault('shop', { kind: 'delay', ms: 1 });
    service.clearFaults('mail');
    service.setShape('envelope');
    service.revokeToken(service.token);
    expect(await ask()).not.toEqual(before);
    bringBack();
    expect(service.requests).toEqual([]);
    expect(service.rids).toEqual(['shop']);
    expect(service.order('shop').fingerprint256).toBe(fingerprint256);
    expect(service.faults).toEqual({ mail: { kind: 'html200' } });
    expect(await ask()).toEqual(before);
    service.removeOrder('shop');
    bringBack();
  }
});
