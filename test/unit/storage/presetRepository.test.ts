import { expect, it } from 'vitest';
import type { OwnPreset } from '#main/presets/preset.ts';
import { createPresetRepository } from '#main/storage/presetRepository.ts';
import { openTemporary } from './fixtures.ts';

const preset: OwnPreset = {
  id: 'p',
  name: 'Mail',
  folder: '',
  switching: 'rename',
  files: [{ name: '{alias}.pem', format: 'pem', parts: ['key', 'leaf'], mode: '640', lineEnds: 'crlf' }],
};

it('gives back presets as they were saved, changed and removed', () => {
  const presets = createPresetRepository(openTemporary());
  presets.save(preset);
  presets.save({ ...preset, id: 'q' });
  presets.save({ ...preset, name: 'Post' });
  expect(presets.all()).toEqual([
    { ...preset, name: 'Post' },
    { ...preset, id: 'q' },
  ]);
  presets.remove('p');
  expect(presets.all().map(({ id }) => id)).toEqual(['q']);
});

it('gives no files where there is no JSON', () => {
  const database = openTemporary();
  const presets = createPresetRepository(database);
  presets.save(preset);
  database.write(() => database.prepare("UPDATE presets SET files = '{'").run());
  expect(presets.all()).toEqual([{ ...preset, files: undefined }]);
});
