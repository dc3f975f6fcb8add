import { expect, test } from 'vitest';
import { createExportSource } from '#main/deployment/export/exportSource.ts';
import { err, ok } from '#shared/result.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { materialOf, orderRow } from './exportValues.ts';

const options = { withKey: true, signal: new AbortController().signal };
const source = createExportSource(
  {
    latest: async ({ connectionId, rid }) => ({
      material: ok(materialOf(`${connectionId} ${rid}`)),
      serviceNotAfter: '2027-01-01 00:00:00',
    }),
  },
  async (id, withKey) => ({
    material:
      withKey && id === 'd'
        ? err({ kind: 'keyGone' })
        : ok(materialOf(`delivery ${id}`, withKey ? undefined : null)),
    serviceNotAfter: null,
  }),
  (orderId) => (orderId === 'p' ? 'current' : null),
);

test('requests pulled orders from the service', async () => {
  expect(await source.material(orderRow('a'), null, options)).toEqual({
    material: ok(materialOf('c1 rid-a')),
    serviceNotAfter: '2027-01-01 00:00:00',
  });
});

test('requests push-only orders from the inbox', async () => {
  const order = orderRow('p', { source: pushSource() });
  expect(await source.material(order, null, options)).toEqual({
    material: ok(materialOf('delivery current')),
    serviceNotAfter: null,
  });
  const without = await source.material(orderRow('q', { source: pushSource() }), null, options);
  expect(without.material).toEqual(err({ kind: 'unknownId' }));
});

test('requests a delivery from the inbox for any kind of order, and returns its errors', async () => {
  for (const order of [orderRow('a'), orderRow('p', { source: pushSource() })]) {
    expect((await source.material(order, 'd', options)).material).toEqual(err({ kind: 'keyGone' }));
    expect((await source.material(order, 'd', { ...options, withKey: false })).material).toEqual(
      ok(materialOf('delivery d', null)),
    );
  }
});
