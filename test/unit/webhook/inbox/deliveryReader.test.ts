import { describe, expect, it } from 'vitest';
import { DeliveryReader, readDelivery } from '#main/webhook/inbox/delivery.ts';
import { createAuthority, issue } from '#test/unit/x509/certificates/certificateFixtures.ts';
import { soundFields } from './deliveries.ts';

const other = await issue(await createAuthority());

describe('DeliveryReader', () => {
  it('gives the same result for the material of another task', () => {
    const reader = new DeliveryReader();
    const first = reader.read(soundFields);
    expect(reader.read({ ...soundFields, task: 'Another' })).toEqual(first);
    expect(first).toEqual(readDelivery(soundFields));
  });

  it('does not mistake another text for a cached one', () => {
    const reader = new DeliveryReader();
    reader.read(soundFields);
    expect(reader.read({ ...soundFields, key: other.key })).toMatchObject({
      ok: false,
      error: { reason: 'keyMismatch' },
    });
    expect(reader.read({ ...soundFields, certificate: other.certificate }).ok).toBe(false);
    expect(reader.read({ ...soundFields, certificateServer: other.certificateServer }).ok).toBe(false);
    expect(reader.read(soundFields).ok).toBe(true);
  });

  it('does not cache refused material', () => {
    const reader = new DeliveryReader();
    const forged = { ...soundFields, key: other.key };
    expect(reader.read(forged).ok).toBe(false);
    expect(reader.read(forged).ok).toBe(false);
  });
});
