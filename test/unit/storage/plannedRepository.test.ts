import { expect, it } from 'vitest';
import type { PlannedDestination } from '#main/deployment/copies/plannedDestinations.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createPlannedRepository } from '#main/storage/plannedRepository.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { record } from './records.ts';

const planned: PlannedDestination = {
  ...{ id: 'p1', orderId: '1', presetId: 'pem', parts: ['key', 'certificate'] },
  ...{ target: '/srv/“tls”', autoRefresh: true },
};
const other: PlannedDestination = { ...planned, id: 'p2', presetId: 'own', parts: null, autoRefresh: false };

it('returns destinations as saved, changed and removed', () => {
  const repository = createPlannedRepository(openTemporary());
  repository.save([planned, other], []);
  expect(repository.all()).toEqual([planned, other]);
  const changed = { ...planned, target: '/data/tls', autoRefresh: false };
  repository.save([changed], ['p2']);
  expect(repository.all()).toEqual([changed]);
});

it('deletes a destination with its order, not while that is only removed', () => {
  const database = openWithConnections();
  const orders = createOrderRepository(database);
  orders.add([record('1')], []);
  const repository = createPlannedRepository(database);
  repository.save([planned], []);
  orders.setRemoved(['1'], 1000);
  expect(repository.all()).toHaveLength(1);
  orders.purge(2000);
  expect(repository.all()).toEqual([]);
});

it.each([
  ['push_orders', "INSERT INTO push_orders VALUES ('1', 'h', 'n', NULL, '[]', 0, NULL)", '1'],
  ['presets', "INSERT INTO presets VALUES ('own', 'n', '', '[]', NULL)", 'own'],
])('deletes destinations with their row in the table %s', (table, insert, id) => {
  const database = openTemporary();
  database.write(() => database.prepare(insert).run());
  const repository = createPlannedRepository(database);
  repository.save([other], []);
  database.write(() => database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id));
  expect(repository.all()).toEqual([]);
});

it('returns undefined for invalid JSON', () => {
  const database = openTemporary();
  const repository = createPlannedRepository(database);
  repository.save([planned], []);
  database.write(() => database.prepare("UPDATE planned_destinations SET parts = '['").run());
  expect(repository.all()).toMatchObject([{ parts: undefined }]);
});
