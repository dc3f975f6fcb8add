import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PlannedDestination } from '#main/deployment/copies/plannedDestinations.ts';
import type { CustomPreset } from '#main/deployment/presets/presetService.ts';
import { createPlannedRepository, createPresetRepository } from '#main/storage/exportRepositories.ts';
import { migrations } from '#main/storage/migrations.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { openTemporary, openWithConnections } from './fixtures.ts';
import { record } from './records.ts';
import { temporaryFolder } from './temporaryFolder.ts';

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

const preset: CustomPreset = {
  id: 'p',
  name: 'Mail',
  folder: '',
  server: 'haproxy',
  files: [{ name: '{alias}.pem', format: 'pem', parts: ['key', 'leaf'], mode: '640', lineEnds: 'crlf' }],
};

it('returns presets as saved, changed and removed', () => {
  const presets = createPresetRepository(openTemporary());
  presets.save(preset);
  presets.save({ ...preset, id: 'q' });
  presets.save({ ...preset, name: 'Post', server: null });
  expect(presets.all()).toEqual([
    { ...preset, name: 'Post', server: null },
    { ...preset, id: 'q' },
  ]);
  presets.remove('p');
  expect(presets.all().map(({ id }) => id)).toEqual(['q']);
});

it('returns no files for invalid JSON', () => {
  const database = openTemporary();
  const presets = createPresetRepository(database);
  presets.save(preset);
  database.write(() => database.prepare("UPDATE presets SET files = '{'").run());
  expect(presets.all()).toEqual([{ ...preset, files: undefined }]);
});

it('returns no server for presets of versions without servers', () => {
  const path = join(temporaryFolder(), 'notafter.db');
  const before = migrations.findIndex((step) => step.includes('ALTER TABLE presets ADD COLUMN server'));
  const former = openDatabase(path, { steps: migrations.slice(0, before) });
  if (!former.ok) throw new Error(JSON.stringify(former.error));
  const values = [preset.id, preset.name, preset.folder, JSON.stringify(preset.files)];
  former.value.write(() =>
    former.value.prepare('INSERT INTO presets (id, name, folder, files) VALUES (?, ?, ?, ?)').run(...values),
  );
  former.value.dispose();
  expect(createPresetRepository(openTemporary(path)).all()).toEqual([{ ...preset, server: null }]);
});
