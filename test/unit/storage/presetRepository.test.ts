import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CustomPreset } from '#main/deployment/presets/presetService.ts';
import { migrations } from '#main/storage/migrations.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createPresetRepository } from '#main/storage/presetRepository.ts';
import { openTemporary } from './fixtures.ts';
import { temporaryFolder } from './temporaryFolder.ts';

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
