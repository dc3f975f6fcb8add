import { expect, it } from 'vitest';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { ok } from '#shared/result.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { record } from './records.ts';

const annotation = {
  tags: ['prod', 'team:web'],
  note: 'Ask first\nthen renew',
  thresholds: { warning: '45d', critical: '10%' },
};

it('returns annotations as saved and changed, and deletes empty ones', () => {
  const annotations = createAnnotationRepository(openTemporary());
  annotations.save(new Map([['1', { tags: [], note: 'Former', thresholds: null }]]));
  expect(annotations.save(new Map([['1', annotation]]))).toEqual(ok(null));
  annotations.save(new Map([['2', { tags: ['prod'], note: '', thresholds: null }]]));
  annotations.save(new Map([['3', annotation]]));
  annotations.save(new Map([['3', { tags: [], note: '', thresholds: null }]]));
  expect(Object.fromEntries(annotations.load())).toEqual({
    1: annotation,
    2: { tags: ['prod'], note: '', thresholds: null },
  });
});

it('deletes an annotation with its order, not while it is only removed', () => {
  const database = openWithConnections();
  const orders = createOrderRepository(database);
  orders.add([record('1')], []);
  const annotations = createAnnotationRepository(database);
  annotations.save(new Map([['1', annotation]]));
  orders.setRemoved(['1'], 1000);
  expect(annotations.load().size).toBe(1);
  orders.purge(2000);
  expect(annotations.load().size).toBe(0);
});
