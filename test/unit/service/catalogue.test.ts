import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ShowcaseState, seededOrders, showcase } from '#test/service/catalogue.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-03-10T09:00:00Z');

// The rule of the application, written a second time on purpose: the showcase promises what it leads to.
function stateOf(notBefore: Date, notAfter: Date): ShowcaseState {
  const left = (notAfter.getTime() - now) / dayMs;
  const lifetime = (notAfter.getTime() - notBefore.getTime()) / dayMs;
  if (left < 0) return 'expired';
  if (notBefore.getTime() > now) return 'notYetValid';
  if (left < 1) return 'expiresToday';
  if (left < Math.min(7, lifetime / 10)) return 'critical';
  return left < Math.min(30, lifetime / 3) ? 'expiring' : 'healthy';
}

describe('showcase', () => {
  let service: ReferenceService;

  beforeAll(async () => {
    service = await startReferenceService({ now: () => now });
  }, 30_000);

  afterAll(() => service.close());

  it('has twelve orders, in the order of the list, and one rid without an order', () => {
    expect(service.rids).toHaveLength(12);
    expect(service.rids).toEqual(showcase.filter(({ spec }) => spec !== undefined).map(({ rid }) => rid));
    const [unknown, ...others] = showcase.filter(({ state }) => state === 'unknownRid');
    expect(others).toEqual([]);
    expect(service.rids).not.toContain(unknown?.rid);
  });

  it.each(showcase.filter(({ spec, fault }) => spec !== undefined && fault === undefined))(
    'is $state as it says: $spec.name',
    ({ rid, state }) => {
      const order = service.order(rid);
      expect(stateOf(order.notBefore, order.notAfter)).toBe(state);
    },
  );

  it('has an order that fails from the start and comes back when the fault is cleared', async () => {
    const failing = showcase.find(({ state }) => state === 'failing')?.rid ?? '';
    const get = () =>
      fetch(`${service.baseUrl}/open/ssl/latest/${failing}`, {
        headers: { authorization: `Bearer ${service.token}` },
      });
    const refused = await get();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120']);
    service.clearFaults(failing);
    expect((await get()).status).toBe(200);
  });

  it('covers all key kinds and encodings, a wildcard, an IDN and 100 names', () => {
    const orders = service.rids.map((rid) => service.order(rid));
    expect(new Set(orders.map(({ keyKind }) => keyKind)).size).toBe(5);
    expect(new Set(orders.map(({ keyEncoding }) => keyEncoding)).size).toBe(3);
    const names = orders.map(
      ({ material }) => new X509Certificate(material.certificate).subjectAltName ?? '',
    );
    expect(names.some((name) => name.startsWith('DNS:*.'))).toBe(true);
    expect(names.some((name) => name.startsWith('DNS:xn--'))).toBe(true);
    expect(Math.max(...names.map((name) => name.split(', ').length))).toBe(100);
  });
});

describe('seededOrders', () => {
  it('gives the same orders for the same seed and others for another', () => {
    expect(seededOrders(50, 7)).toEqual(seededOrders(50, 7));
    expect(seededOrders(50, 7)).not.toEqual(seededOrders(50, 8));
  });

  it('gives many orders of every kind, size and distance to expiry, no rid twice', () => {
    const orders = seededOrders(2000, 1);
    expect(new Set(orders.map(({ rid }) => rid)).size).toBe(2000);
    expect(new Set(orders.map(({ keyKind }) => keyKind)).size).toBe(5);
    const sizes = orders.map(({ domains }) => domains?.length ?? 0);
    expect(Math.min(...sizes)).toBe(1);
    expect(Math.max(...sizes)).toBeGreaterThan(80);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    const days = orders.map((order) => order.days ?? 0);
    expect(days.some((left) => left > 380)).toBe(true);
    expect(days.some((left) => left > 0 && left < 1 / 24)).toBe(true);
    expect(days.some((left) => left < 0)).toBe(true);
    expect(orders.some(({ lifetimeDays }) => lifetimeDays === 6)).toBe(true);
  });
});
