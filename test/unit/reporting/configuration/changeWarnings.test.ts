import { expect, it } from 'vitest';
import { atOnce } from '#main/platform/slices.ts';
import { compareConfigurations } from '#main/reporting/configuration/compareConfigurations.ts';
import type {
  Configuration,
  ConfigurationDestination,
  ConfigurationPreset,
} from '#main/reporting/configuration/configurationSchema.ts';

type File = ConfigurationPreset['files'][number];
const key: File = { name: 'privkey.pem', format: 'pem', parts: ['key'], mode: '600', lineEnds: 'lf' };
const chain: File = { ...key, name: 'fullchain.pem', parts: ['leaf', 'chain'], mode: '644' };
const locked: File = { ...key, name: 'all.p12', format: 'pkcs12', parts: ['key', 'leaf'] };
const preset: ConfigurationPreset = {
  ...{ name: 'web', folder: '{alias}', server: null },
  files: [key, chain],
};
const destination: ConfigurationDestination = {
  ...{ preset: 'custom:web', parts: null, folder: '~/tls', automaticUpdates: false },
};
const before: Configuration = {
  settings: { alerts: true, alertOnDrift: true, warningDays: 20 },
  connections: [{ name: 'Main', address: 'https://certs.example.com', ca: null }],
  orders: [],
  presets: [preset],
};

function warnings(after: Configuration, from = before) {
  return atOnce(compareConfigurations(from, after, true)).flatMap((change) =>
    change.warnings.map(({ kind, name }) => `${kind} ${name}`),
  );
}

const withPreset = (change: Partial<ConfigurationPreset>): Configuration => ({
  ...before,
  presets: [{ ...preset, ...change }],
});

it.each<[string, Partial<ConfigurationPreset>, string[]]>([
  [
    'a file for certificates gets the key',
    { files: [key, { ...chain, parts: ['leaf', 'chain', 'key'], mode: '640' }] },
    ['keyAdded fullchain.pem', 'modeWidened fullchain.pem'],
  ],
  ['a group may read the key', { files: [{ ...key, mode: '640' }, chain] }, ['modeWidened privkey.pem']],
  ['the key goes to another name', { files: [{ ...key, name: 'x.pem' }, chain] }, ['keyAdded x.pem']],
  ['the key goes to another folder', { folder: 'public' }, ['keyMoved public']],
  ['links are wanted, which are no longer written', { switching: 'link', server: 'nginx' }, ['links web']],
  ['links are wanted, and nothing else changes', { switching: 'link' }, []],
  ['renaming is named, which is how files are replaced', { switching: 'rename', server: 'nginx' }, []],
  ['certificates go to another file', { files: [key, { ...chain, name: 'chain.pem' }] }, []],
])('a preset: %s', (_what, change, expected) => {
  expect(warnings(withPreset(change))).toEqual(expected);
});

it('a preset whose key loses its passphrase, and one that becomes stricter', () => {
  const from = withPreset({ files: [locked] });
  expect(warnings(withPreset({ files: [{ ...locked, format: 'pem' }] }), from)).toEqual([
    'encryptionLost all.p12',
  ]);
  expect(warnings(from, withPreset({ files: [{ ...locked, format: 'pem', mode: '640' }] }))).toEqual([]);
});

it('a preset that is added, as after another import removed it', () => {
  const removed = { ...before, presets: [] };
  expect(warnings(removed)).toEqual([]);
  expect(warnings(before, removed)).toEqual(['keyAdded privkey.pem']);
});

const withDestination = (...destinations: ConfigurationDestination[]): Configuration => ({
  ...before,
  orders: [{ connection: 'Main', rid: 'shop', alias: null, tags: [], note: '', endpoints: [], destinations }],
});

it.each<[string, Partial<ConfigurationDestination>, string[]]>([
  ['of a custom preset', {}, ['destination ~/tls']],
  ['of a built-in one', { preset: 'nginx' }, ['destination ~/tls']],
  ['of certificates alone', { preset: 'pem', parts: ['certificateChain'] }, []],
])('a destination %s', (_what, change, expected) => {
  expect(warnings(withDestination({ ...destination, ...change }))).toEqual(expected);
});

it('automatic updates of a destination with a key, but not their end', () => {
  const [off, on] = [
    withDestination(destination),
    withDestination({ ...destination, automaticUpdates: true }),
  ];
  expect(warnings(on, off)).toEqual(['updatesOn ~/tls']);
  expect(warnings(off, on)).toEqual([]);
});

it('settings that make alerts silent, and no others', () => {
  const after = { ...before, settings: { alerts: false, alertOnDrift: true, warningDays: 3 } };
  expect(warnings(after)).toEqual(['alertsOff alerts']);
  expect(warnings(before, after)).toEqual([]);
});
