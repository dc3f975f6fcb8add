import { describe, expect, it } from 'vitest';
import { InventorySource } from '#main/reporting/report/inventorySource.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

/** More than are read together. */
const ids = Array.from({ length: 900 }, (_, index) => `order-${index}`);

/** Orders that are renewed together: the leaf of each state, and the histories up to it. */
function setUp() {
  const state = { changes: 0, reads: 0, read: () => {}, failure: null as Result<never> | null };
  const leafOf = (version: number) => now + (60 + version) * DAY_MS;
  const source = new InventorySource({
    orderIds: () => ids,
    facts: (orderIds) => ({
      takenAt: now,
      clockAheadMs: null,
      version: '1.2.3',
      orders: (orderIds ?? ids).map((id) => orderWithDays(id, 60 + state.changes, now)),
      connections: [],
      hooks: [],
      copies: [],
      endpoints: [],
      settings: defaultSettings,
    }),
    files: () => [],
    histories: {
      of: (orderIds) => {
        state.reads += 1;
        if (state.failure !== null) return state.failure;
        const newest = { notBefore: now, notAfter: leafOf(state.changes), firstSeenAt: now };
        const spans = orderIds.map((orderId) => ({ orderId, fingerprint256: 'a', ...newest }));
        state.read();
        return ok(spans);
      },
    },
    changes: () => state.changes,
  });
  return { source, state };
}

/** Whether the order and its history are of one state. */
function isOfOneState({ orders }: { orders: readonly Ended[] }): boolean {
  const ends = new Set(orders.flatMap(({ notAfter, validity }) => [notAfter, validity[0]?.notAfter]));
  return ends.size === 1;
}

interface Ended {
  readonly notAfter: number | null;
  readonly validity: readonly { readonly notAfter: number }[];
}

describe('an inventory', () => {
  it('has the stored histories of all orders', async () => {
    const taken = await setUp().source.take(null);
    const orders = taken.ok ? taken.value.orders : [];
    expect(orders.map(({ validity }) => validity.length)).toEqual(ids.map(() => 1));
  });

  it('of some orders reads no others', async () => {
    const { source, state } = setUp();
    const taken = await source.take(['order-7']);
    expect(taken.ok && taken.value.orders.map(({ id }) => id)).toEqual(['order-7']);
    expect(state.reads).toBe(1);
  });

  it('is of one state when an order is renewed while the histories are read', async () => {
    const { source, state } = setUp();
    state.read = () => {
      if (state.reads === 2) state.changes += 1;
    };
    const taken = await source.take(null);
    expect(taken.ok && isOfOneState(taken.value)).toBe(true);
    expect(state.changes).toBe(1);
  });

  it('is of one state and ends when orders are renewed all the time', async () => {
    const { source, state } = setUp();
    // The thread is free between two slices only.
    const renewals = setInterval(() => {
      state.changes += 1;
    }, 0);
    state.read = () => {
      const until = performance.now() + 6;
      while (performance.now() < until) void 0;
    };
    try {
      const taken = await source.take(null);
      expect(taken.ok && isOfOneState(taken.value)).toBe(true);
      expect(state.changes).toBeGreaterThan(0);
    } finally {
      clearInterval(renewals);
    }
  });

  it('lets timers run while it is taken', async () => {
    const { source, state } = setUp();
    state.read = () => {
      const until = performance.now() + 6;
      while (performance.now() < until) void 0;
    };
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    await source.take(null);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });

  it('reports that the histories cannot be read', async () => {
    const { source, state } = setUp();
    state.failure = err({ kind: 'storage', reason: 'damaged', detail: '' });
    expect(await source.take(null)).toBe(state.failure);
  });
});
