import { describe, expect, it } from 'vitest';
import type { PresetFile } from '#shared/domain/preset.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { builtinPresetIds, builtinPresets } from '#shared/domain/presets/presets.ts';

const file: PresetFile = { name: 'a.pem', format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' };

describe('a preset', () => {
  it('that is built in is valid and has a known id', () => {
    expect(builtinPresets.map(({ id }) => id)).toEqual(builtinPresetIds);
    expect(builtinPresets.map(presetProblem)).toEqual(builtinPresets.map(() => null));
  });

  it('that is built in has the same content under a name as the others', () => {
    const files = new Map<string, PresetFile>();
    // PFX files differ in their encryption alone.
    for (const each of builtinPresets.flatMap((preset) => preset.files)) {
      const { name, format, ...content } = each;
      const known = files.get(name);
      if (known !== undefined) expect(known).toMatchObject(name.endsWith('.pfx') ? content : each);
      files.set(name, each);
    }
    expect(files.get('privkey-encrypted.pem')).toMatchObject({ format: 'pkcs8', mode: '600' });
    expect(files.get('privkey.der')).toMatchObject({ format: 'der', parts: ['key'], mode: '600' });
  });

  it.each<[string, Partial<PresetFile>, string]>([
    ['an invalid file name', { name: 'a/b' }, 'presetFileName notAFileName'],
    ['no name', { name: '' }, 'presetFileName empty'],
    ['the name of the previous file', { name: 'first.pem' }, 'presetFileName alreadyExists'],
    ['no parts', { parts: [] }, 'presetFile partsMissing'],
    ['a part twice', { parts: ['leaf', 'leaf'] }, 'presetFile alreadyExists'],
    ['a key readable by everyone', { parts: ['key'], mode: '644' }, 'presetFile readableByAll'],
    [
      'an encrypted key file without the key',
      { format: 'pkcs8', parts: ['leaf'] },
      'presetFile partsMissing',
    ],
    [
      'an encrypted key file with more',
      { format: 'pkcs8', parts: ['key', 'leaf'] },
      'presetFile partsUnsuitable',
    ],
    ['DER of two parts', { format: 'der', parts: ['key', 'leaf'] }, 'presetFile partsUnsuitable'],
    [
      'DER of a chain, which may be several',
      { format: 'der', parts: ['chain'] },
      'presetFile partsUnsuitable',
    ],
    ['PKCS#7 with a key', { format: 'pkcs7', parts: ['key', 'leaf'] }, 'presetFile partsUnsuitable'],
    [
      'a Kubernetes Secret without its key',
      { format: 'kubernetes', parts: ['leaf'] },
      'presetFile partsMissing',
    ],
    ['PKCS#12 without a key', { format: 'pkcs12', parts: ['leaf', 'chain'] }, 'presetFile partsMissing'],
    [
      'PKCS#12 without the leaf',
      { format: 'pkcs12', parts: ['key'], mode: '600' },
      'presetFile partsMissing',
    ],
  ])('is refused with %s, at its field', (_name, change, expected) => {
    const files = [
      { ...file, name: 'first.pem' },
      { ...file, ...change },
    ];
    const problem = presetProblem({ folder: '{alias}', files });
    expect(`${problem?.field} ${problem?.reason}`).toBe(expected);
    expect(problem?.index).toBe(1);
  });

  it('lets a group read a key', () => {
    const files = [{ ...file, parts: ['key'] as const, mode: '640' as const }];
    expect(presetProblem({ folder: '{domain}', files })).toBeNull();
  });

  it('needs no folder when each file differs per order', () => {
    const files = [
      { ...file, name: '{alias}.pem' },
      { ...file, name: '{rid}-chain.pem' },
    ];
    expect(presetProblem({ folder: '', files })).toBeNull();
    expect(presetProblem({ folder: '', files: [...files, file] })).toEqual({
      field: 'presetFolder',
      reason: 'sameForAllOrders',
      index: null,
    });
  });

  it('is refused with an invalid folder', () => {
    expect(presetProblem({ folder: '..', files: [file] })).toMatchObject({ field: 'presetFolder' });
  });
});
