import { describe, expect, it } from 'vitest';
import {
  exampleOf,
  inventedExample,
  likeFileName,
  nameFor,
  previewFor,
} from '#renderer/features/deployment/presets/exampleNames.ts';
import { fileContents, presetAbout } from '#renderer/features/deployment/presets/PresetFiles.tsx';
import {
  checkPreset,
  draftOf,
  emptyDraft,
  type FileDraft,
  fieldsOf,
  type PresetFormDraft,
  partsToShow,
  withFile,
  withFormat,
  withNewFile,
  withoutFile,
  withPart,
  withPartMoved,
} from '#renderer/features/deployment/presets/presetDraft.ts';
import { snippetFor } from '#renderer/features/deployment/presets/SnippetPreview.tsx';
import { type PresetFormat, presetFormats } from '#shared/domain/preset.ts';
import { presetDraftSchema } from '#shared/domain/presetDraft.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { pullSource } from '#test/support/orderRows.ts';
import { orderRow } from './orderRows.ts';
import { chinese, english } from './translators.ts';

const file = (change: Partial<FileDraft> = {}): FileDraft => ({
  key: 0,
  name: 'fullchain.pem',
  format: 'pem',
  parts: ['leaf', 'chain'],
  mode: '644',
  lineEnds: 'lf',
  ...change,
});
const draft = (change: Partial<PresetFormDraft> = {}): PresetFormDraft => ({
  name: 'Mail',
  folder: '{alias}',
  server: null,
  files: [file()],
  ...change,
});
/** The reason for each refused field. */
const reasons = (change: Partial<PresetFormDraft>) => {
  const checked = checkPreset(draft(change));
  if (checked.ok) return {};
  const entries = Object.entries(checked.error);
  return Object.fromEntries(
    entries.map(([field, error]) => [field, error?.kind === 'invalidInput' ? error.reason : null]),
  );
};

describe('a draft of a preset', () => {
  it('converts a preset and back, in the form that main accepts', () => {
    for (const preset of builtinPresets) {
      const fields = fieldsOf(draftOf(preset, ' Mine '));
      const { folder, server, files } = preset;
      expect(fields).toEqual({ name: 'Mine', folder, server, files });
      expect(presetDraftSchema.safeParse(fields).success).toBe(true);
    }
  });

  it('is valid except for its name if it is new', () => {
    const begun = emptyDraft();
    expect(presetProblem(begun)).toBeNull();
    expect(checkPreset(begun)).toMatchObject({ ok: false, error: { name: { reason: 'empty' } } });
    expect(checkPreset({ ...begun, name: 'Mine' }).ok).toBe(true);
  });

  it('is sent without white space around its names', () => {
    expect(fieldsOf(draft({ name: 'Mail ' }))).toEqual(fieldsOf(draft()));
  });

  it('keeps files distinct while some are added and removed', () => {
    const two = withNewFile(draft());
    expect(two.files.map(({ key }) => key)).toEqual([0, 1]);
    const left = withoutFile(two, 0);
    expect(withNewFile(left).files.map(({ key }) => key)).toEqual([1, 2]);
    expect(withFile(two, file({ key: 1, name: 'x.pem' })).files.map(({ name }) => name)).toEqual([
      'fullchain.pem',
      'x.pem',
    ]);
    expect(withNewFile(withoutFile(draft(), 0)).files.map(({ key }) => key)).toEqual([0]);
  });
});

describe('the parts of a file', () => {
  it('are added at the end, and a file with the key is no longer readable by everyone', () => {
    expect(withPart(file(), 'key', true)).toMatchObject({ parts: ['leaf', 'chain', 'key'], mode: '600' });
    expect(withPart(file({ mode: '640' }), 'key', true).mode).toBe('640');
    expect(withPart(file(), 'root', true).mode).toBe('644');
    expect(withPart(file(), 'leaf', false).parts).toEqual(['chain']);
  });

  it('move up and down, and no further than the ends', () => {
    const whole = file({ parts: ['key', 'leaf', 'chain'] });
    expect(withPartMoved(whole, 'chain', -1).parts).toEqual(['key', 'chain', 'leaf']);
    expect(withPartMoved(whole, 'key', 1).parts).toEqual(['leaf', 'key', 'chain']);
    for (const [part, by] of [
      ['key', -1],
      ['chain', 1],
      ['root', 1],
    ] as const)
      expect(withPartMoved(whole, part, by)).toBe(whole);
  });

  it('are shown in order, then those that the file does not have', () => {
    expect(partsToShow(file({ parts: ['chain', 'key'] }))).toEqual(['chain', 'key', 'leaf', 'root']);
  });

  it('include key, leaf and chain in PKCS#12, the root only if wanted; the extension changes too', () => {
    const sealed = withFormat(file({ parts: ['chain', 'root'], lineEnds: 'crlf' }), 'pkcs12');
    expect(sealed).toEqual(
      file({
        name: 'fullchain.p12',
        format: 'pkcs12',
        parts: ['key', 'leaf', 'chain', 'root'],
        mode: '600',
      }),
    );
    expect(withFormat(sealed, 'pem')).toMatchObject({ name: 'fullchain.pem', parts: sealed.parts });
    expect(withFormat(file({ name: 'site.pfx', format: 'pkcs12' }), 'pkcs12Compatible').name).toBe(
      'site.pfx',
    );
  });

  it.each<[PresetFormat, Partial<FileDraft>]>([
    ['pkcs8', { name: 'fullchain.pem', parts: ['key'], mode: '600' }],
    ['der', { name: 'fullchain.der', parts: ['leaf'], mode: '644' }],
    ['pkcs7', { name: 'fullchain.p7b', parts: ['leaf', 'chain'], mode: '644' }],
    ['kubernetes', { name: 'fullchain.yaml', parts: ['key', 'leaf', 'chain'], mode: '600' }],
  ])('are what the format %s can contain, and every new file is valid', (format, expected) => {
    const changed = withFormat(file({ name: 'fullchain.pem' }), format);
    expect(changed).toMatchObject(expected);
    expect(presetProblem({ folder: '{alias}', files: [changed] })).toBeNull();
    for (const next of presetFormats)
      expect(presetProblem({ folder: '{alias}', files: [withFormat(changed, next)] })).toBeNull();
  });

  it('are in the order of the format, and one where it has one', () => {
    const secret = withFormat(file(), 'kubernetes');
    expect(withPart(withPart(secret, 'chain', false), 'chain', true).parts).toEqual(['key', 'leaf', 'chain']);
    const der = withFormat(file(), 'der');
    expect(withPart(der, 'key', true)).toMatchObject({ parts: ['key'], mode: '600' });
    expect(withFormat(file({ parts: ['key'] }), 'der').parts).toEqual(['key']);
  });
});

describe('checkPreset', () => {
  it('accepts the built-in presets', () => {
    for (const preset of builtinPresets) expect(checkPreset(draftOf(preset, 'x')).ok).toBe(true);
  });

  it.each<[string, Partial<PresetFormDraft>, ReturnType<typeof reasons>]>([
    ['no name', { name: ' ' }, { name: 'empty' }],
    ['a path as folder', { folder: 'a/b' }, { folder: 'notAFileName' }],
    ['one folder for all, and one name', { folder: '' }, { folder: 'sameForAllOrders' }],
    ['no file name', { files: [file({ name: '' })] }, { 'files.0.name': 'empty' }],
    ['an unknown variable', { files: [file({ name: '{who}' })] }, { 'files.0.name': 'unknownVariable' }],
    ['no parts', { files: [file({ parts: [] })] }, { 'files.0.file': 'partsMissing' }],
    [
      'a key readable by everyone',
      { files: [file({ parts: ['key'], mode: '644' })] },
      { 'files.0.file': 'readableByAll' },
    ],
    ['one name twice', { files: [file(), file({ key: 1 })] }, { 'files.1.name': 'alreadyExists' }],
  ])('says what is wrong: %s', (_, change, expected) => {
    expect(reasons(change)).toEqual(expected);
  });

  it('reports the problems of all fields at once', () => {
    const files = [file({ name: 'A.pem' }), file({ key: 1, parts: [] })];
    expect(reasons({ name: '', folder: '{who}', files })).toEqual({
      name: 'empty',
      folder: 'unknownVariable',
      'files.0.name': 'notAFileName',
      'files.1.file': 'partsMissing',
    });
  });
});

describe('example names', () => {
  const row = orderRow('o1', {
    alias: 'Shop & Café',
    source: pullSource('R/17'),
    domains: ['*.shop.example.com'],
    notAfter: Date.UTC(2027, 0, 31, 23, 59),
  });

  it('are the names for the order', () => {
    expect(nameFor('{alias}_{rid}_{domain}_{notAfter}.pem', exampleOf(row))).toBe(
      'shop-cafe_r-17__wildcard.shop.example.com_2027-01-31.pem',
    );
  });

  it('mark where main adds a suffix', () => {
    expect(likeFileName('内部门户')).toBe('order-…');
    expect(likeFileName('Portal 门户 2')).toBe('portal-2-…');
    expect(likeFileName('..hidden..')).toBe('hidden');
  });

  it('are the templates if there is no order', () => {
    expect(nameFor('{alias}.pem', null)).toBe('{alias}.pem');
  });

  it('are missing for an invalid template', () => {
    expect(previewFor('{who}.pem', inventedExample)).toBeNull();
    expect(previewFor('', inventedExample)).toBeNull();
    expect(previewFor('{domain}', inventedExample)).toBe('shop.example.com');
  });
});

describe('the snippet of an edited preset', () => {
  const names = ['site.crt', '{alias}.key'];
  const parts = [['leaf', 'chain'], ['key']] as const;
  const files = parts.map((each, key) => file({ key, name: names[key] ?? '', parts: each, mode: '600' }));
  const lines = (change: Partial<PresetFormDraft>) =>
    snippetFor(draft({ server: 'nginx', files, ...change }), inventedExample);

  it('has relative paths with the example names', () => {
    expect(lines({ folder: ' {domain} ' })).toBe(
      'ssl_certificate     shop.example.com/site.crt;\nssl_certificate_key shop.example.com/shop.key;\n',
    );
    expect(lines({ folder: '' })).toContain('ssl_certificate_key shop.key;');
  });

  it('is missing without a server, without its files, and with an invalid name', () => {
    expect(lines({ server: null })).toBeNull();
    expect(lines({ server: 'haproxy' })).toBeNull();
    expect(lines({ folder: '{who}' })).toBeNull();
    expect(lines({ files: [...files, file({ key: 2, name: '' })] })).toBeNull();
  });
});

describe('the text of a preset', () => {
  it('comes from the catalogs for built-in presets, each with a different name', () => {
    for (const t of [english, chinese]) {
      const titles = builtinPresets.map((preset) => presetTitle(preset, t));
      expect(new Set(titles).size).toBe(builtinPresets.length);
      expect(builtinPresets.map((preset) => presetAbout(preset, t))).not.toContain(t('presets.about.own'));
    }
  });

  it('is that of the user for a preset of the user, with any id', () => {
    const own = { id: 'nginx', name: 'Front' };
    expect(presetTitle(own, english)).toBe('Front');
    expect(presetAbout(own, english)).toBe('A custom preset.');
  });

  it('lists the parts of a file in order', () => {
    expect(fileContents({ parts: ['chain', 'key'] }, english)).toBe('chain + private key');
  });
});
