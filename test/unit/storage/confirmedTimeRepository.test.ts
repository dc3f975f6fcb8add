import { expect, it } from 'vitest';
import { createConfirmedTimeRepository } from '#main/storage/confirmedTimeRepository.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createSettingsRepository } from '#main/storage/settingsRepository.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';

it('the confirmed time is stored and replaced', () => {
  const times = createConfirmedTimeRepository(openTemporary());
  expect(times.load()).toBeNull();
  times.save(1_767_225_600_000);
  times.save(1_767_225_600_001);
  expect(times.load()).toBe(1_767_225_600_001);
});

it('the last time in a database is that of a confirmation or a removal, and none in an empty one', () => {
  expect(createConfirmedTimeRepository(openTemporary()).lastStored()).toBeNull();
  const database = openWithConnections();
  const orders = createOrderRepository(database);
  orders.add([record('1'), record('2')], []);
  orders.saveStates([confirmed(record('1'), facts('shop.example', 0, 90), 20)]);
  const times = createConfirmedTimeRepository(database);
  expect(times.lastStored()).toBe(20);
  orders.setRemoved(['2'], 30);
  expect(times.lastStored()).toBe(30);
  expect(createSettingsRepository(database).load().size).toBe(0);
});
