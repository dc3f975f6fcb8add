import { describe, expect, it } from 'vitest';
import { orderSources } from '#renderer/features/orders/list/orderSources.ts';
import { rankedOrders, suggestedOrder } from '#renderer/features/webhook/inbox/orderRanking.ts';
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

describe('suggestedOrder', () => {
  const [first = '', ...others] = delivery.leaf.subjectAltNames;
  const same = { domains: [...others, first] };

  it('is the one order whose certificate has the same names', () => {
    const found = suggestedOrder(
      byId([orderRow('a', same), orderRow('b', { serviceName: 'web shop' })]),
      delivery,
    );
    expect(found).toMatchObject({ row: { id: 'a' }, sameNames: others.length + 1 });
  });

  it('is the one of several with these names that has the name of the delivery', () => {
    const rows = [orderRow('a', same), orderRow('b', { ...same, serviceName: 'WEB SHOP' })];
    expect(suggestedOrder(byId(rows), delivery)?.row.id).toBe('b');
  });

  it('is the order with that name when no certificate has the same names', () => {
    const rows = [
      orderRow('a', { domains: [...same.domains, 'more.example.com'] }),
      orderRow('b', { alias: 'web shop' }),
    ];
    expect(suggestedOrder(byId(rows), delivery)).toMatchObject({ row: { id: 'b' }, sameNames: 0 });
  });

  it('is none where two orders look alike', () => {
    expect(suggestedOrder(byId([orderRow('a', same), orderRow('b', same)]), delivery)).toBeNull();
  });

  it('is never a push-only order, which the service does not check', () => {
    const source = pushSource('Web shop', 'h1');
    expect(suggestedOrder(byId([orderRow('a', { ...same, source })]), delivery)).toBeNull();
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
