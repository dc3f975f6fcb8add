import { expect, it } from 'vitest';
import { ConnectionTrust } from '#main/orders/connections/connectionTrust.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { pullSource } from '#test/support/orderRows.ts';

const system: TrustAnchors = { reach: () => null, anchorsOf: () => [] } as unknown as TrustAnchors;

function setUp(cas: Record<string, string | null>) {
  const parsed: string[] = [];
  const stored = new Map(Object.entries(cas));
  const notChosen = new Set<string>();
  const trust = new ConnectionTrust(
    {
      list: () => [...stored.keys()].map((id) => ({ id })),
      find: (id) => {
        const pem = stored.get(id);
        if (pem === undefined) return null;
        const chosenCa = notChosen.has(id) ? null : pem;
        return { ca: pem === null ? null : { fileName: 'ca.pem', pem }, chosenCa };
      },
    },
    system,
    (pems) => {
      parsed.push(...pems);
      return { ...system };
    },
  );
  return { trust, parsed, stored, notChosen };
}

it('gives the same roots for the same CA file, which is parsed once', () => {
  const { trust, parsed } = setUp({ a: 'private', b: 'private', c: null });
  expect(trust.ofConnection('a')).toBe(trust.ofConnection('b'));
  expect(trust.ofConnection('c')).toBe(system);
  expect(trust.ofConnection('gone')).toBe(system);
  expect(parsed).toEqual(['private']);
});

it('gives a pulled order the roots of its connection, a push-only one those of all, a removed one those of the system', () => {
  const { trust } = setUp({ a: 'private', b: null });
  expect(trust.ofOrder({ source: pullSource('rid', 'a') })).toBe(trust.ofConnection('a'));
  expect(trust.ofOrder({ source: { kind: 'push', hookId: 'h', name: 'shop' } })).toBe(trust.ofPushOnly());
  expect(trust.ofOrder(null)).toBe(system);
});

it('gives other roots of all connections once a connection has another CA file', () => {
  const { trust, stored } = setUp({ a: 'private', b: null });
  const before = trust.ofPushOnly();
  expect(trust.ofPushOnly()).toBe(before);
  stored.set('b', 'another');
  expect(trust.ofPushOnly()).not.toBe(before);
});

it('gives no roots of a CA that no person chose, until one did', () => {
  const { trust, parsed, notChosen } = setUp({ a: 'private', b: null });
  notChosen.add('a');
  expect(trust.ofConnection('a')).toEqual(system);
  expect(trust.ofPushOnly()).toBeDefined();
  expect(parsed).toEqual([]);
  notChosen.delete('a');
  expect(trust.ofConnection('a')).not.toBe(system);
  trust.ofPushOnly();
  expect(parsed).toEqual(['private']);
});
