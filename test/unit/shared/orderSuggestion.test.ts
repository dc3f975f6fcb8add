import { describe, expect, it } from 'vitest';
import { deliveriesToLink, suggestedOrder } from '#shared/domain/orderSuggestion.ts';
import { pushSource } from '#test/support/orderRows.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { byId, NOW, orderRow } from '../renderer/orderRows.ts';

const delivery = deliveryView('shop', NOW, { orderName: 'Web shop' });

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

describe('deliveriesToLink', () => {
  const orders = byId([orderRow('a', { alias: 'Web shop' }), orderRow('b', { alias: 'Intranet' })]);

  it('finds the newest delivery of each order that one looks like', () => {
    const newer = deliveryView('newer', NOW + 1, { orderName: 'web shop' });
    const unknown = deliveryView('unknown', NOW, { orderName: 'Elsewhere' });
    const found = deliveriesToLink([delivery, newer, unknown], orders);
    expect([...found]).toEqual([['a', newer]]);
  });

  it('leaves out deliveries that are linked or wait for something else', () => {
    const settled = { ...delivery, verdict: { kind: 'confirmed', at: NOW } } as const;
    const waiting = { ...delivery, verdict: { kind: 'waiting', reason: { kind: 'expired' } } } as const;
    expect(deliveriesToLink([settled, waiting], orders).size).toBe(0);
  });

  it('compares only the newest deliveries', () => {
    const many = Array.from({ length: 20 }, (_, n) => deliveryView(`n${n}`, NOW + 1 + n));
    expect(deliveriesToLink([delivery, ...many], orders).size).toBe(0);
    expect(deliveriesToLink([delivery, ...many.slice(1)], orders).size).toBe(1);
  });
});
