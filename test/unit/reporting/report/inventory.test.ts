import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import { inventoryOf } from '#test/support/inventoryOrders.ts';
import { orderWithDays, pushSource, unfetchedOrder } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';

const span = (orderId: string, from: number): OrderSpan => ({
  orderId,
  fingerprint256: `${orderId}-${from}`,
  notBefore: now + from * DAY_MS,
  notAfter: now + (from + 90) * DAY_MS,
  firstSeenAt: now + from * DAY_MS,
});

describe('buildInventory', () => {
  it('sorts orders by notAfter, those without one last, in a stable order', () => {
    const orders = [
      unfetchedOrder('none'),
      orderWithDays('late', 80, now),
      orderWithDays('b', 5, now),
      orderWithDays('a', 5, now),
    ];
    expect(inventoryOf({ orders }).orders.map(({ id }) => id)).toEqual(['a', 'b', 'late', 'none']);
    expect(inventoryOf({ orders: orders.toReversed() })).toEqual(inventoryOf({ orders }));
  });

  it('has the status of an order, its source, and its usual renewal time', () => {
    const lead = { leadMs: 30 * DAY_MS, renewals: 3 };
    const failure = { kind: 'unauthorized', status: 401 } as const;
    const known = orderWithDays('a', 26, now, { lead, alias: 'Main', failure, failures: 1 });
    const pushed = orderWithDays('p', 60, now, { source: pushSource('Pushed', 'h1') });
    const [order, push] = inventoryOf({ orders: [known, pushed] }).orders;
    expect(order).toMatchObject({
      title: 'Main',
      connection: 'Shop',
      status: 'overdue',
      failure,
      lead,
      renewal: { kind: 'overdue', dueAt: now - 4 * DAY_MS, byMs: 4 * DAY_MS },
      places: null,
    });
    expect(push).toMatchObject({ connection: 'Deliveries', pushOnly: true, status: 'healthy' });
  });

  it('recognises a rejected connection', () => {
    const connections = [
      { id: 'c1', name: 'Shop', polling: { kind: 'rejected', since: 0, status: 401 } as const },
    ];
    const [order] = inventoryOf({ orders: [orderWithDays('a', 60, now)], connections }).orders;
    expect(order?.status).toBe('rejected');
  });

  it('assigns each order its own copies, endpoints and leaves, newest first', () => {
    const orders = [orderWithDays('a', 50, now), orderWithDays('b', 60, now)];
    const stale = address({ relation: 'former', served: servedLeaf({ notAfter: now + 9 * DAY_MS }) });
    const inventory = inventoryOf({
      orders,
      copies: [copy({ outdated: true, state: 'stale' }), copy({ orderId: 'gone' })],
      endpoints: [endpoint({ addresses: [address(), stale] }), endpoint({ orderId: 'b', host: 'b.example' })],
      spans: [span('a', -100), span('b', -30), span('a', -40), span('gone', 0)],
    });
    const [a, b] = inventory.orders;
    expect(a?.places).toMatchObject({ status: 'stale', addresses: 2, affected: 1, copiesAffected: 1 });
    expect(a?.copies).toEqual([
      { folder: '~/tls', state: 'stale', outdated: true, notAfter: now + 60 * DAY_MS },
    ]);
    expect(a?.endpoints[0]?.addresses.map(({ status }) => status)).toEqual(['current', 'stale']);
    expect(a?.validity.map(({ fingerprint256 }) => fingerprint256)).toEqual(['a--40', 'a--100']);
    expect(b?.copies).toEqual([]);
    expect(b?.endpoints.map(({ host }) => host)).toEqual(['b.example']);
    expect(b?.validity).toHaveLength(1);
  });

  it('has the same result as the status for each address of a name that no longer resolves', () => {
    const error = { kind: 'notFound', code: 'ENOTFOUND' } as const;
    const [order] = inventoryOf({
      orders: [orderWithDays('a', 50, now)],
      endpoints: [endpoint({ error })],
    }).orders;
    expect(order?.places?.status).toBe('unreachable');
    expect(order?.endpoints[0]?.addresses).toMatchObject([{ status: 'unreachable', error }]);
  });
});
