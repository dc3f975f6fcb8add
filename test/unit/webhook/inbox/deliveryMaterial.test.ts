import { describe, expect, it } from 'vitest';
import { createDeliveryMaterial } from '#main/webhook/inbox/deliveryKeys.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { classicParts } from '#test/support/classicParts.ts';
import { deliveryRecord, material, storeOf } from './deliveries.ts';

const confirmed = { kind: 'confirmed', at: 1 } as const;

function setUp(verdict: DeliveryVerdict, key: Result<string> = ok(material.key)) {
  const record = deliveryRecord('d1', { verdict, pem: material.certificate });
  const store = storeOf([record]);
  const reads: string[] = [];
  const give = createDeliveryMaterial(store, {
    read: async (id) => {
      reads.push(id);
      return key;
    },
  });
  return { give, reads, store, record };
}

describe('the material of a delivery', () => {
  it.each([confirmed, { kind: 'accepted', at: 1 } as const])(
    'is what it carried, once it is %o',
    async (verdict) => {
      const { give, record } = setUp(verdict);
      const { material: given, serviceNotAfter } = await give('d1', true);
      expect(serviceNotAfter).toBe(record.serviceNotAfter);
      if (!given.ok) throw new Error(given.error.kind);
      const options = { now: 0, anchors: createTrustAnchors([]) };
      const bundle = buildBundle(given.value, options);
      const inspection = inspectMaterial(given.value, options);
      expect(bundle.ok && bundle.value.pem.key).toBe(material.key);
      expect(bundle.ok && classicParts(bundle.value.pem).certificate).toBe(material.certificate);
      expect(inspection.ok).toBe(true);
    },
  );

  it('has no key unless it was requested', async () => {
    const { give, reads } = setUp(confirmed);
    const { material: given } = await give('d1', false);
    expect(given.ok && given.value.key).toBeNull();
    expect(reads).toEqual([]);
  });

  it.each<DeliveryVerdict>([
    { kind: 'checking' },
    { kind: 'waiting', reason: { kind: 'unknownName' } },
    { kind: 'superseded', at: 1 },
    { kind: 'discarded', at: 1 },
  ])('is not given out while it is %o, nor its key read', async (verdict) => {
    const { give, reads } = setUp(verdict);
    expect((await give('d1', true)).material).toEqual({ ok: false, error: { kind: 'unknownId' } });
    expect(reads).toEqual([]);
  });

  it('is not given out when it was discarded while its key was read', async () => {
    const { give, store, record } = setUp(confirmed);
    const given = give('d1', true);
    store.update([{ ...record, verdict: { kind: 'discarded', at: 2 } }]);
    expect((await given).material).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });

  it('says why the key cannot be read', async () => {
    const { give, record } = setUp(confirmed, err({ kind: 'keychainLocked' }));
    expect(await give('d1', true)).toEqual({
      material: { ok: false, error: { kind: 'keychainLocked' } },
      serviceNotAfter: record.serviceNotAfter,
    });
    expect((await give('none', true)).material).toEqual({ ok: false, error: { kind: 'unknownId' } });
  });
});
