import { describe, expect, it } from 'vitest';
import { fromColumns } from '#shared/domain/snapshot.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';
import { okValue, startTestApp, temporaryFolder, until } from './testApp.ts';

const COUNT = 10_000;

describe('10,000 orders', () => {
  it('come as a page with the counts of all, then completely, and follow changes', async () => {
    const userData = profileWithOrders(temporaryFolder(), COUNT);
    const test = await startTestApp({ userData, prepare: (desktop) => desktop.window.show() });
    const first = await test.call('app:firstPage', null);
    expect(fromColumns(first.orders).map(({ id }) => id)).toEqual(
      [...test.seen().orders.keys()].sort().slice(0, 100),
    );
    expect(first.counts).toMatchObject({
      statuses: { healthy: COUNT, expired: 0 },
      groups: { later: COUNT },
    });
    expect(test.seen().counts).toBeNull();
    expect(test.seen().orders.size).toBe(COUNT);
    for (const row of fromColumns(first.orders)) expect(test.seen().orders.get(row.id)).toEqual(row);

    okValue(await test.call('orders:remove', ['order-00000', 'order-05000']));
    okValue(await test.call('orders:setAlias', { id: 'order-09999', alias: 'Last' }));
    await until(() => test.seen().orders.get('order-09999')?.alias === 'Last');
    const next = await test.call('app:firstPage', null);
    expect(next.orders.id.slice(0, 2)).toEqual(['order-00001', 'order-00002']);
    expect(next.counts?.statuses.healthy).toBe(COUNT - 2);
    expect(test.seen().orders.size).toBe(COUNT - 2);
  });

  it('come completely at once if they fit on the first page', async () => {
    const userData = profileWithOrders(temporaryFolder(), 100);
    const test = await startTestApp({ userData });
    const first = await test.call('app:firstPage', null);
    expect(first.counts).toBeNull();
    expect(first).toEqual(await test.call('app:snapshot', null));
    expect(first.orders.id).toHaveLength(100);
  });
});
