import { describe, expect, it } from 'vitest';
import type { Database } from '#main/storage/database.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import { DAY_MS as DAY } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import { openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';

function okValue<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

/** An order that had so many leaves, each 60 days after the one before it. */
function keepOrder(database: Database, id: string, leaves: number): void {
  const orders = createOrderRepository(database);
  orders.add([record(id)], []);
  for (let index = 0; index < leaves; index += 1) {
    const from = index * 60 * DAY;
    const leaf = facts(`${id}-${index}`, from, from + 90 * DAY);
    orders.saveStates([confirmed(record(id), leaf, from + 5)]);
  }
}

describe('span repository', () => {
  it('gives the validity of every leaf, of all orders or of some', () => {
    const database = openWithConnections();
    keepOrder(database, '1', 1);
    keepOrder(database, '2', 2);
    keepOrder(database, '3', 0);
    const spans = createSpanRepository(database);
    const second = facts('2-1').fingerprint256;
    expect(okValue(spans.all())).toHaveLength(3);
    expect(okValue(spans.of(['2', '3', 'unknown']))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderId: '2', notBefore: 0, notAfter: 90 * DAY, firstSeenAt: 5 }),
        {
          orderId: '2',
          fingerprint256: second,
          notBefore: 60 * DAY,
          notAfter: 150 * DAY,
          firstSeenAt: 60 * DAY + 5,
        },
      ]),
    );
    expect(okValue(spans.of(['2', '3']))).toHaveLength(2);
  });

  it('gives of orders with more than one leaf the latest, and nothing of the others', () => {
    const database = openWithConnections();
    keepOrder(database, '1', 1);
    keepOrder(database, '2', 2);
    keepOrder(database, '3', 12);
    const renewed = okValue(createSpanRepository(database).renewed());
    const of = (id: string) => renewed.filter(({ orderId }) => orderId === id);
    expect(of('1')).toEqual([]);
    expect(of('2')).toHaveLength(2);
    expect(
      of('3')
        .map(({ notBefore }) => notBefore / (60 * DAY))
        .sort((a, b) => a - b),
    ).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});
