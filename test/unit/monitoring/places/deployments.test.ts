import { describe, expect, it } from 'vitest';
import { Deployments } from '#main/monitoring/places/deployments.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now } from '../../shared/placeFixtures.ts';

const stale = endpoint({ addresses: [address({ relation: 'former' })] });
const rowA = orderWithDays('a', 60, now);
const rowB = orderWithDays('b', 60, now);

interface Places {
  readonly copies?: readonly CopyBundleView[];
  readonly endpoints?: readonly EndpointView[];
}

function started({ copies = [], endpoints = [] }: Places) {
  const state = { copies, endpoints, confirmedAt: now };
  const deployments = new Deployments({
    copies: () => state.copies,
    endpoints: () => state.endpoints,
    prepare: () => undefined,
    times: () => ({ renewedAt: () => null, confirmedAt: () => state.confirmedAt }),
  });
  const changes: (readonly string[])[] = [];
  deployments.onDidChange((ids) => changes.push(ids));
  const factOf = (order: OrderRow) => deployments.fields.deployment(order);
  return { deployments, factOf, state, changes };
}

describe('Deployments', () => {
  it('gives the orders with places their facts', () => {
    const { factOf, changes } = started({ endpoints: [stale] });
    const fact = factOf(rowA);
    expect(fact?.notDeployed).toBe(0);
    expect(factOf(rowA)).toBe(fact);
    expect(factOf(rowB)).toBeNull();
    // The first reader of the facts needs no event about them.
    expect(changes).toEqual([]);
  });

  it('tells of the orders whose fact changed, and of no others', () => {
    const { deployments, factOf, state, changes } = started({
      endpoints: [stale],
      copies: [copy({ orderId: 'b' })],
    });
    factOf(rowA);
    state.endpoints = [{ ...stale, probing: true }];
    deployments.placesChanged();
    expect(changes).toEqual([]);
    state.endpoints = [endpoint()];
    deployments.placesChanged();
    expect(changes).toEqual([['a']]);
    state.copies = [];
    deployments.placesChanged();
    expect(changes).toEqual([['a'], ['b']]);
    expect(factOf(rowB)).toBeNull();
  });

  it('tells of changed files without reading endpoints again', () => {
    const { deployments, factOf, state, changes } = started({ endpoints: [stale] });
    factOf(rowA);
    Object.defineProperty(state, 'endpoints', { get: () => expect.unreachable() });
    state.copies = [copy({ orderId: 'a', outdated: true, state: 'stale' }), copy({ orderId: 'b' })];
    deployments.copiesChanged();
    expect(changes).toEqual([['a', 'b']]);
    expect(factOf(rowA)?.notDeployed).toBe(0);
    deployments.copiesChanged();
    expect(changes).toHaveLength(1);
    state.copies = [];
    deployments.copiesChanged();
    expect(changes[1]).toEqual(['a', 'b']);
    expect(factOf(rowA)?.notDeployed).toBe(0);
    expect(factOf(rowB)).toBeNull();
  });

  it('looks at an order again that the service confirmed', () => {
    const foreign = address({ relation: 'other', servedSince: now, servedAt: now });
    const { deployments, factOf, state } = started({
      endpoints: [endpoint({ addresses: [foreign] })],
    });
    state.confirmedAt = now - DAY_MS;
    expect(factOf(rowA)?.servedOther).toBe(now + DAY_MS);
    state.confirmedAt = now + 1;
    const polled = { upserts: ['a', 'b'] };
    expect(deployments.ordersChanged(polled)).toBe(true);
    expect(deployments.ordersChanged(polled)).toBe(false);
    expect(factOf(rowA)?.servedOther).toBe(0);
  });

  it('answers for orders that are asked for while the places are read', () => {
    const { factOf, state } = started({ endpoints: [stale] });
    Object.defineProperty(state, 'copies', {
      get: () => {
        expect(factOf(rowA)).toBeNull();
        return [];
      },
    });
    expect(factOf(rowA)).not.toBeNull();
  });

  it('reads the places again after an error', () => {
    const { factOf, state } = started({ endpoints: [stale] });
    let isBroken = true;
    Object.defineProperty(state, 'copies', {
      get: () => {
        if (isBroken) throw new Error('disk');
        return [];
      },
    });
    expect(() => factOf(rowA)).toThrow('disk');
    isBroken = false;
    expect(factOf(rowA)).not.toBeNull();
  });
});
