import { describe, expect, it } from 'vitest';
import {
  type CustomPreset,
  type PresetRepository,
  PresetService,
  type StoredPreset,
} from '#main/deployment/presets/presetService.ts';
import { OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import type { PresetDraft } from '#shared/domain/presetDraft.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const full: AppError = { kind: 'storage', reason: 'full', detail: '' };
const draft: PresetDraft = {
  name: ' Mail ',
  folder: '{domain}',
  server: 'nginx',
  files: [{ name: 'mail.pem', format: 'pem', parts: ['key', 'leaf'], mode: '640', lineEnds: 'lf' }],
};

function setUp(stored: readonly StoredPreset[] = []) {
  const rows = new Map<string, StoredPreset>(stored.map((row) => [row.id, row]));
  const state = { fails: false };
  const repository: PresetRepository = {
    all: () => [...rows.values()],
    save: (preset: CustomPreset) => {
      if (state.fails) return err(full);
      rows.set(preset.id, preset);
      return ok(null);
    },
    remove: (id) => {
      if (state.fails) return err(full);
      rows.delete(id);
      return ok(null);
    },
  };
  const { logger, lines } = createRecordingLogger();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `own-${ids}`;
  };
  const create = () => new PresetService({ repository, newId, logger });
  const service = create();
  let changes = 0;
  service.onDidChange(() => {
    changes += 1;
  });
  return { service, create, rows, state, lines, changes: () => changes };
}

describe('presets of the user', () => {
  it('follow the built-in ones, sorted by name, and are kept after a restart', () => {
    const { service, create, changes } = setUp();
    service.save({ ...draft, id: null });
    service.save({ ...draft, id: null, name: 'apple' });
    const names = (from: PresetService) => from.list().map(({ id, name }) => name ?? id);
    expect(names(service)).toEqual([...builtinPresets.map(({ id }) => id), 'apple', 'Mail']);
    expect(names(create())).toEqual(names(service));
    expect(create().find('own-1')).toEqual({ ...draft, id: 'own-1', name: 'Mail' });
    expect(service.find('nginx')).toBe(builtinPresets[1]);
    expect(service.find('none')).toBeNull();
    expect(changes()).toBe(2);
  });

  it('can be changed and removed', () => {
    const { service } = setUp();
    service.save({ ...draft, id: null });
    expect(service.save({ ...draft, id: 'own-1', folder: '{rid}' })).toMatchObject({
      ok: true,
      value: { id: 'own-1', name: 'Mail', folder: '{rid}' },
    });
    expect(service.remove('own-1')).toEqual(ok(null));
    expect(service.list()).toEqual(builtinPresets);
    expect(service.remove('own-1')).toEqual(err({ kind: 'unknownId' }));
  });

  it('cannot replace built-in ones', () => {
    const { service } = setUp();
    expect(service.save({ ...draft, id: 'nginx' })).toEqual(err({ kind: 'unknownId' }));
    expect(service.remove('nginx')).toEqual(err({ kind: 'unknownId' }));
  });

  it.each<[string, Partial<PresetDraft>, object]>([
    ['no name', { name: ' ' }, { field: 'presetName', reason: 'empty' }],
    ['the name of another preset', { name: 'MAIL' }, { field: 'presetName', reason: 'alreadyExists' }],
    ['a folder outside the target', { name: 'x', folder: '../x' }, { field: 'presetFolder' }],
  ])('are refused with %s', (_name, change, expected) => {
    const { service, rows } = setUp();
    service.save({ ...draft, id: null });
    expect(service.save({ ...draft, ...change, id: null })).toMatchObject({
      ok: false,
      error: { kind: 'invalidInput', ...expected },
    });
    expect(rows.size).toBe(1);
  });

  it('are limited to fifty', () => {
    const { service } = setUp();
    for (let count = 0; count < OWN_PRESETS_MAX; count += 1)
      expect(service.save({ ...draft, id: null, name: `p${count}` }).ok).toBe(true);
    expect(service.save({ ...draft, id: null })).toMatchObject({
      error: { field: 'presetName', reason: 'tooMany' },
    });
  });

  it('do not change if the database refuses the change', () => {
    const { service, state, changes } = setUp();
    service.save({ ...draft, id: null });
    state.fails = true;
    expect(service.save({ ...draft, id: null, name: 'x' })).toEqual(err(full));
    expect(service.remove('own-1')).toEqual(err(full));
    expect(service.list()).toHaveLength(builtinPresets.length + 1);
    expect(changes()).toBe(1);
  });

  it('that are invalid are skipped with a log entry, and stay stored', () => {
    const sound = { ...draft, id: 'b' };
    const { service, rows, lines } = setUp([
      sound,
      { ...sound, id: 'c', files: undefined },
      { ...sound, id: 'd', files: [{ ...draft.files[0], mode: '777' }] },
      { ...sound, id: 'e', folder: '../..' },
      { ...sound, id: 'f', server: 'unheard of' },
    ]);
    expect(service.list().map(({ id }) => id)).toEqual([...builtinPresets.map(({ id }) => id), 'b']);
    expect(rows.size).toBe(5);
    expect(lines).toMatchObject([{ level: 'warn', fields: { count: 4 } }]);
  });
});
