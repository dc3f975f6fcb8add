import { describe, expect, it } from 'vitest';
import type { OrderCounts } from '#shared/domain/assessment.ts';
import { type AppSnapshot, fromColumns } from '#shared/domain/snapshot.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';
import { okValue, startTestApp, temporaryFolder, until } from './testApp.ts';

const COUNT = 10_000;
/** What a first page has at most. */
const FIRST_ROWS = 100;

/** How many orders these counts are about. */
const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The counts with a first page of a longer list. */
function countsOf({ extent }: Pick<AppSnapshot, 'extent'>): OrderCounts {
  if (extent.kind !== 'first') throw new Error('the first page says that it is all');
  return extent.counts;
}

describe('10,000 orders', () => {
  it('come as a page with the counts of all, then completely, and follow changes', async () => {
    const userData = profileWithOrders(temporaryFolder(), COUNT);
    const test = await startTestApp({ userData, prepare: (desktop) => desktop.window.show() });
    const first = await test.call('app:firstPage', null);
    expect(fromColumns(first.orders).map(({ id }) => id)).toEqual(
      [...test.seen().orders.keys()].sort().slice(0, FIRST_ROWS),
    );
    expect(first.extent).toMatchObject({
      kind: 'first',
      total: COUNT,
      counts: { statuses: { healthy: COUNT, expired: 0 }, groups: { later: COUNT } },
    });
    expect(test.seen().extent).toEqual({ kind: 'all' });
    expect(test.seen().orders.size).toBe(COUNT);
    for (const row of fromColumns(first.orders)) expect(test.seen().orders.get(row.id)).toEqual(row);

    okValue(await test.call('orders:remove', ['order-00000', 'order-05000']));
    okValue(await test.call('orders:setAlias', { id: 'order-09999', alias: 'Last' }));
    await until(() => test.seen().orders.get('order-09999')?.alias === 'Last');
    const next = await test.call('app:firstPage', null);
    expect(next.orders.id.slice(0, 2)).toEqual(['order-00001', 'order-00002']);
    expect(next.extent).toMatchObject({ total: COUNT - 2 });
    expect(countsOf(next).statuses.healthy).toBe(COUNT - 2);
    expect(test.seen().orders.size).toBe(COUNT - 2);
  });
});

describe('orders with exported files and servers', () => {
  /** An app whose window is the first that asks for them. */
  const started = (count: number) =>
    startTestApp({
      userData: profileWithOrders(temporaryFolder(), count, { hasPlaces: true }),
      prepare: (desktop) => desktop.window.show(),
    });

  it.each([1, 12, FIRST_ROWS])('%d are all on the first page, which says so', async (count) => {
    const { firstSeen, seen } = await started(count);
    expect(firstSeen.extent).toEqual({ kind: 'all' });
    expect(firstSeen.orders.size).toBe(count);
    expect(seen().orders.size).toBe(count);
  });

  it.each([FIRST_ROWS + 1, 250, COUNT])(
    '%d are counted with the first rows, and all known after them',
    async (count) => {
      const { firstSeen, seen } = await started(count);
      const rows = [...firstSeen.orders.keys()].sort();
      const ownersOf = (places: readonly { readonly orderId: string }[]) =>
        places.map(({ orderId }) => orderId).sort();
      expect([ownersOf(firstSeen.copies), ownersOf(firstSeen.endpoints)]).toEqual([rows, rows]);
      expect([seen().copies.length, seen().endpoints.length]).toEqual([count, count]);
      expect(firstSeen.extent).toMatchObject({ kind: 'first', total: count });
      const { statuses, groups } = countsOf(firstSeen);
      expect([sumOf(statuses), sumOf(groups)]).toEqual([count, count]);
      expect([...firstSeen.orders.keys()]).toEqual([...seen().orders.keys()].sort().slice(0, FIRST_ROWS));
      expect(seen().extent).toEqual({ kind: 'all' });
      expect(seen().orders.size).toBe(count);
    },
  );
});
