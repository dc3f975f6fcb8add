import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce } from '#main/platform/slices.ts';
import { changeView } from '#main/reporting/configuration/changeView.ts';
import { compareConfigurations } from '#main/reporting/configuration/compareConfigurations.ts';
import { ConfigurationFolders, parseFolder } from '#main/reporting/configuration/configurationFolders.ts';
import type {
  Configuration,
  ConfigurationDestination,
} from '#main/reporting/configuration/configurationSchema.ts';
import { configurationText } from '#main/reporting/configuration/configurationText.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { fieldText } from '#shared/domain/configurationChange.ts';
import { temporaryFolder } from '#test/unit/storage/temporaryFolder.ts';

const toNginx: ConfigurationDestination = {
  preset: 'nginx',
  parts: null,
  folder: '~/tls',
  automaticUpdates: true,
};

const pkcs12: Configuration['presets'][number] = {
  ...{ name: 'nginx', folder: '{alias}', server: null },
  files: [{ name: 'a.p12', format: 'pkcs12', parts: ['key', 'leaf'], mode: '600', lineEnds: 'lf' }],
};

function configuration(
  destinations: readonly object[] | undefined,
  presets: Configuration['presets'] = [],
): Configuration {
  const order = { connection: 'Main', rid: 'shop', alias: null, tags: [], note: '', endpoints: [] };
  return {
    settings: {},
    connections: [{ name: 'Main', address: 'https://certs.example.com', ca: null }],
    orders: [{ ...order, ...(destinations && { destinations: destinations as ConfigurationDestination[] }) }],
    presets,
  };
}

const parsed = (...given: Parameters<typeof configuration>) =>
  parseConfiguration(Buffer.from(configurationText(configuration(...given))));

/** The destinations of the order, as they are read. */
async function read(...given: Parameters<typeof configuration>) {
  const result = await parsed(...given);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.orders[0]?.destinations;
}

describe('a folder of a file', () => {
  it.each([
    ['/srv/tls', '/srv/tls'],
    ['/srv//tls/./', '/srv/tls'],
    ['/', '/'],
    ['~', '~'],
    ['~/', '~'],
    ['~//tls/./a b/', '~/tls/a b'],
    ['~/a\\b', '~/a\\b'],
    ['~/证书 “x”', '~/证书 “x”'],
  ])('%s is %s', (text, folder) => {
    expect(parseFolder(text, 'linux')).toEqual({ ok: true, value: folder });
  });

  it.each([
    ['C:\\tls\\', 'C:\\tls'],
    ['c:/tls/a', 'c:\\tls\\a'],
    ['C:\\', 'C:\\'],
    ['\\\\nas\\share\\tls', '\\\\nas\\share\\tls'],
    ['~\\tls/a', '~/tls/a'],
  ])('%s is %s on Windows', (text, folder) => {
    expect(parseFolder(text, 'win32')).toEqual({ ok: true, value: folder });
  });

  it.each([
    ['', 'notAFolder'],
    ['tls', 'notAFolder'],
    ['./tls', 'notAFolder'],
    ['~other/tls', 'notAFolder'],
    ['~/../other', 'notAFolder'],
    ['/srv/../etc', 'notAFolder'],
    ['C:\\tls', 'notAFolder'],
    ['/srv/\u{0}', 'controlCharacters'],
    ['/srv/\u{202e}tls', 'controlCharacters'],
    ['~/a\nb', 'controlCharacters'],
    [`/${'a'.repeat(1000)}`, 'tooLong'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parseFolder(text, 'linux')).toEqual({ ok: false, error: reason });
  });

  it.each(['/srv/tls', 'C:tls', '\\tls', '\\\\?\\C:\\tls', '\\\\.\\pipe\\x', '~\\..\\x'])(
    '%s is refused on Windows',
    (text) => {
      expect(parseFolder(text, 'win32')).toEqual({ ok: false, error: 'notAFolder' });
    },
  );

  it('is below the home folder or absolute, and read as it was written', needsPosix, () => {
    const folders = new ConfigurationFolders('/home/a');
    const known = ['/home/a', '/home/a/tls', '/home/ab', '/srv/tls', '/home/a/~/x'];
    const texts = known.map((folder) => folders.textOf(folder) ?? '');
    expect(texts).toEqual(['~', '~/tls', '/home/ab', '/srv/tls', '~/~/x']);
    expect(texts.map((text) => folders.absolute(text))).toEqual(known);
    expect(folders.textOf('/srv/a\nb')).toBeNull();
    expect(folders.textOf(`/${'a'.repeat(1000)}`)).toBeNull();
  });

  it(
    'has its links resolved as far as it exists, and destinations that become the same are one',
    needsPosix,
    async () => {
      const root = realpathSync(temporaryFolder());
      const home = join(root, 'home');
      mkdirSync(join(root, 'data', 'tls'), { recursive: true });
      mkdirSync(home);
      symlinkSync(join(root, 'data'), join(home, 'linked'));
      symlinkSync(join(home, 'kept'), join(root, 'back'));
      mkdirSync(join(home, 'kept'));
      const given = [
        '~/linked/tls',
        `${root}/data/tls`,
        '~/linked/new/deep',
        `${root}/back/new`,
        '~/none',
      ].map((folder) => ({ ...toNginx, folder }));
      const resolved = await new ConfigurationFolders(home).resolved(configuration(given));
      expect(resolved.orders[0]?.destinations?.map(({ folder }) => folder)).toEqual([
        `${root}/data/tls`,
        `${root}/data/new/deep`,
        '~/kept/new',
        '~/none',
      ]);
    },
  );
});

describe('a destination', () => {
  it.each([
    ['an unknown preset', { preset: 'caddy' }, 'unknownPreset', '.preset'],
    ['a custom preset that is not in the file', { preset: 'custom:nginx' }, 'unknownPreset', '.preset'],
    ['updates that need a passphrase', { preset: 'iis' }, 'badValue', '.automaticUpdates'],
    ['files of another preset than pem', { parts: ['key'] }, 'badValue', '.parts'],
    ['no files', { preset: 'pem', parts: [] }, 'badValue', '.parts'],
    ['a relative folder', { folder: 'tls' }, 'badValue', '.folder'],
    ['a command', { command: 'reload' }, 'unknownKey', '.command'],
  ])('with %s is refused', async (_, change, reason, place) => {
    expect(await parsed([{ ...toNginx, ...change }])).toMatchObject({
      ok: false,
      error: { reason, place: `orders[0].destinations[0]${place}` },
    });
  });

  it('is refused a second time, and beyond a hundred', async () => {
    expect(await parsed([toNginx, { ...toNginx, folder: '~/tls/', automaticUpdates: false }])).toMatchObject({
      error: { reason: 'twice', place: 'orders[0].destinations[1]' },
    });
    const many = Array.from({ length: 101 }, (_, index) => ({ ...toNginx, folder: `~/${index}` }));
    expect(await parsed(many.slice(1))).toMatchObject({ ok: true });
    expect(await parsed(many)).toMatchObject({
      error: { reason: 'badValue', place: 'orders[0].destinations' },
    });
  });

  it('tells a custom preset from a built-in one of the same name', async () => {
    const custom = { ...toNginx, preset: 'custom:NGINX' };
    expect(await parsed([custom], [pkcs12])).toMatchObject({ error: { why: 'needsPassphrase' } });
    const destinations = await read([toNginx, { ...custom, automaticUpdates: false }], [pkcs12]);
    expect(destinations?.map(({ preset }) => preset)).toEqual(['custom:nginx', 'nginx']);
  });

  it('has all files of pem as null, and some in their usual order', async () => {
    const partsOf = async (parts: readonly string[]) =>
      (await read([{ ...toNginx, preset: 'pem', parts }]))?.[0]?.parts;
    expect(await partsOf(['certificateChain', 'certificateServer', 'certificate', 'key'])).toBeNull();
    expect(await partsOf(['certificate', 'key'])).toEqual(['key', 'certificate']);
  });
});

describe('an import', () => {
  const changes = (...given: Parameters<typeof compareConfigurations>) =>
    atOnce(compareConfigurations(...given))
      .map(changeView)
      .map(({ action, kind, name, of, fields }) => [action, kind, name, of, ...fields.map(fieldText)]);

  it('changes automatic updates; another preset, folder or choice of files is another destination', () => {
    const before = configuration([toNginx, { ...toNginx, preset: 'pem', parts: ['key'] }]);
    const after = configuration([
      { ...toNginx, automaticUpdates: false },
      { ...toNginx, preset: 'pem' },
    ]);
    expect(changes(before, after, true)).toEqual([
      ['changed', 'destination', '~/tls', 'shop', 'automaticUpdates: true → false'],
      ['added', 'destination', '~/tls', 'shop', 'preset: pem', 'automaticUpdates: true'],
      ['removed', 'destination', '~/tls', 'shop'],
    ]);
  });

  it('removes no destination with files, and none of an order for which the file names no destinations', async () => {
    const before = configuration([toNginx]);
    expect(changes(before, configuration([]), false)).toEqual([]);
    expect(changes(before, configuration([]), true)).toHaveLength(1);
    expect(changes(before, configuration([]), true, () => true)).toEqual([]);
    expect(await read(undefined)).toBeUndefined();
    expect(changes(before, configuration(undefined), true)).toEqual([]);
  });
});
