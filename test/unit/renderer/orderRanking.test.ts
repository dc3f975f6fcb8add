import { describe, expect, it } from 'vitest';
import { orderSources } from '#renderer/features/orders/list/orderSources.ts';
import { rankedOrders } from '#renderer/features/webhook/inbox/orderRanking.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { deliveryView, hookView } from '#test/support/receiverViews.ts';
import { byId, connection, NOW, orderRow } from './orderRows.ts';

const delivery = deliveryView('shop', NOW, { orderName: 'Web shop' });

const orders = byId([
  orderRow('a', { alias: 'Archive' }),
  orderRow('b', { alias: 'Web shop front', domains: ['shop.example.com'] }),
  orderRow('c', { serviceName: 'WEB SHOP' }),
  orderRow('d', { alias: 'Intranet', source: pushSource('Pushed', 'h1') }),
]);

describe('rankedOrders', () => {
  it('ranks the order with that name first, then one that shares a name of the certificate, then the others', () => {
    const ranked = rankedOrders(orders, delivery, '');
    expect(ranked.map(({ row }) => row.id)).toEqual(['c', 'b', 'a', 'd']);
    expect(ranked.map(({ isLikely }) => isLikely)).toEqual([true, true, false, false]);
  });

  it('searches for all words, in any case', () => {
    expect(rankedOrders(orders, delivery, 'FRONT shop').map(({ row }) => row.id)).toEqual(['b']);
    expect(rankedOrders(orders, delivery, 'front intranet')).toEqual([]);
  });
});

describe('orderSources', () => {
  const connections = [connection('c1', 'Production')];

  it('names every connection, and only the hooks of push-only orders', () => {
    const hooks = [hookView('h1', { name: 'Edge' }), hookView('h2')];
    expect(orderSources(connections, hooks, orders)).toEqual([
      { id: 'c1', name: 'Production', kind: 'connection' },
      { id: 'h1', name: 'Edge', kind: 'hook' },
    ]);
  });
});
