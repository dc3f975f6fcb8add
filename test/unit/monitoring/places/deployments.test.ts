import { describe, expect, it } from 'vitest';
import { type DeploymentSources, Deployments } from '#main/monitoring/places/deployments.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now } from '../../shared/placeFixtures.ts';

const stale = endpoint({ addresses: [address({ relation: 'former' })] });
const rowA = orderWithDays('a', 60, now);
const rowB = orderWithDays('b', 60, now);

function started(places: { copies?: readonly CopyBundleView[]; endpoints?: readonly EndpointView[] } = {}) {
  const state = { copies: places.copies ?? [], endpoints: places.endpoints ?? [], confirmedAt: now };
  const deployments = new Deployments();
  const sources: DeploymentSources = {
    copies: () => state.copies,
    endpoints: () => state.endpoints,
    times: () => ({ renewedAt: () => null, confirmedAt: () => state.confirmedAt }),
  };
  const changes: (readonly string[])[] = [];
  deployments.onDidChange((ids) => changes.push(ids));
  return { deployments, sources, state, changes };
}

describe('Deployments', () => {
  it('gives no order a fact before it is connected', () => {
    const { deployments } = started({ endpoints: [stale] });
    expect(deployments.withFact(rowA)).toBe(rowA);
  });

  it('gives the orders with places their facts, and the others the same rows', () => {
    const { deployments, sources, changes } = started({ endpoints: [stale] });
    deployments.connect(sources);
    const decorated = deployments.withFact(rowA);
    expect(decorated.deployment?.notDeployed).toBe(0);
    expect(deployments.withFact(rowA)).toBe(decorated);
    expect(deployments.withFact(rowB)).toBe(rowB);
    // The first reader of the facts needs no event about them.
    expect(changes).toEqual([]);
  });

  it('tells of the orders whose fact changed, and of no others', () => {
    const { deployments, sources, state, changes } = started({
      endpoints: [stale],
      copies: [copy({ orderId: 'b' })],
    });
    deployments.connect(sources);
    deployments.withFact(rowA);
    state.endpoints = [{ ...stale, probing: true }];
    deployments.placesChanged();
    expect(changes).toEqual([]);
    state.endpoints = [endpoint()];
    deployments.placesChanged();
    expect(changes).toEqual([['a']]);
    state.copies = [];
    deployments.placesChanged();
    expect(changes).toEqual([['a'], ['b']]);
    expect(deployments.withFact(rowB)).toBe(rowB);
  });

  it('looks at an order again that the service confirmed', () => {
    const foreign = address({ relation: 'other', servedSince: now, servedAt: now });
    const { deployments, sources, state, changes } = started({
      endpoints: [endpoint({ addresses: [foreign] })],
    });
    state.confirmedAt = now - DAY_MS;
    deployments.connect(sources);
    expect(deployments.withFact(rowA).deployment?.servedOther).toBe(now + DAY_MS);
    state.confirmedAt = now + 1;
    deployments.ordersChanged(['a', 'b']);
    expect(changes).toEqual([['a']]);
    expect(deployments.withFact(rowA).deployment?.servedOther).toBe(0);
  });

  it('answers rows that are asked for while the places are read', () => {
    const { deployments, sources } = started({ endpoints: [stale] });
    deployments.connect({
      ...sources,
      copies: () => {
        expect(deployments.withFact(rowA)).toBe(rowA);
        return [];
      },
    });
    expect(deployments.withFact(rowA).deployment).not.toBeNull();
  });

  it('reads the places again after an error', () => {
    const { deployments, sources } = started({ endpoints: [stale] });
    let isBroken = true;
    deployments.connect({
      ...sources,
      copies: () => {
        if (isBroken) throw new Error('disk');
        return [];
      },
    });
    expect(() => deployments.withFact(rowA)).toThrow('disk');
    isBroken = false;
    expect(deployments.withFact(rowA).deployment).not.toBeNull();
  });
});
