import { sep } from 'node:path';
import fc from 'fast-check';
import {
  type Configuration,
  type ConfigurationDestination,
  CUSTOM_PRESET,
} from '#main/reporting/configuration/configurationSchema.ts';
import { nameKey } from '#main/reporting/configuration/configurationText.ts';
import { isCleanText } from '#shared/text.ts';
import { anyCharacter } from './anyText.ts';

/** Texts that break careless formats: quotes, braces, escapes, emoji, Chinese. */
const hostile = [
  '"',
  "'",
  '{',
  '}',
  '\\',
  '$',
  '#',
  ': ',
  '- ',
  '&',
  '😀',
  '证书',
  'é',
  '<',
  '`',
  '%',
  'a',
  'Z',
  '7',
];

const line = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join('').normalize('NFC').trim());
const name = line.filter((text) => text !== '' && isCleanText(text) && text.normalize('NFKC').trim() !== '');
const note = fc
  .array(fc.constantFrom(...hostile, '\n', '\t', '\u{7f}', '\u{9b}', '\u{202e}', '\r\n'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const rid = fc
  .array(fc.constantFrom(...hostile, '\u{202e}', '\u{2028}', ' x'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const endpoint = fc.record({
  host: fc.constantFrom('a.example.com', '::1', '192.0.2.7', 'xn--fiq228c.example'),
  port: fc.integer({ min: 1, max: 65_535 }),
  protocol: fc.constantFrom('tls' as const, 'smtp' as const),
  serverName: fc.constantFrom(null, 'sni.example.com'),
  intervalMinutes: fc.integer({ min: 15, max: 10_080 }),
});

const folderName = line
  .map((text) => text.replaceAll(/[/\\]/gu, ''))
  .filter((text) => isCleanText(text) && !/^\.{0,2}$/u.test(text));
const destination = fc.record({
  preset: fc.constantFrom('pem', 'nginx', 'iis', 'custom'),
  parts: fc.constantFrom<ConfigurationDestination['parts']>(null, ['key'], ['key', 'certificate']),
  folder: fc
    .tuple(
      fc.constantFrom('~', process.platform === 'win32' ? 'C:\\none' : '/none'),
      fc.array(folderName, { minLength: 1, maxLength: 3 }),
    )
    .map(([start, names]) => [start, ...names].join(start === '~' ? '/' : sep)),
  automaticUpdates: fc.boolean(),
});

function customPreset(own: string | undefined): string {
  return own === undefined ? 'nginx' : CUSTOM_PRESET + own;
}

/** Configurations that are valid, with hostile names in any order. */
export function configurations(): fc.Arbitrary<Configuration> {
  const names = fc.uniqueArray(name, { selector: nameKey, minLength: 1, maxLength: 3 });
  return fc
    .record({
      names,
      presetNames: fc.uniqueArray(name, { selector: nameKey, maxLength: 2 }),
      settings: fc.record({
        warningDays: fc.integer({ min: 10, max: 365 }),
        criticalDays: fc.integer({ min: 1, max: 9 }),
        alerts: fc.boolean(),
        alertDays: fc.constantFrom([30, 14], [7]),
      }),
      rids: fc.uniqueArray(rid, { maxLength: 4 }),
      alias: fc.option(name),
      tags: fc.array(
        name.map((text) => text.slice(0, 8)),
        { maxLength: 3 },
      ),
      note,
      destinations: fc.uniqueArray(destination, { selector: ({ folder }) => folder, maxLength: 3 }),
      endpoints: fc.uniqueArray(endpoint, { selector: ({ host, port }) => `${host} ${port}`, maxLength: 3 }),
    })
    .map(({ names: own, presetNames, settings, rids, alias, tags, note: text, endpoints, destinations }) => ({
      settings,
      connections: own.map((each, index) => ({
        name: each,
        address: `https://s${index}.example.com/a`,
        ca: null,
      })),
      orders: rids.map((each, index) => ({
        ...{ rid: each, alias, tags, note: text, endpoints },
        connection: own[index % own.length] ?? '',
        destinations: destinations.map((one) => ({
          ...one,
          preset: one.preset === 'custom' ? customPreset(presetNames[0]) : one.preset,
          parts: one.preset === 'pem' ? one.parts : null,
          automaticUpdates: one.preset !== 'iis' && one.automaticUpdates,
        })),
      })),
      presets: presetNames.map((each) => ({
        ...{ name: each, folder: '{alias}', server: null },
        files: [
          {
            name: 'key.pem',
            format: 'pem' as const,
            parts: ['key' as const],
            mode: '600' as const,
            lineEnds: 'lf' as const,
          },
        ],
      })),
    }));
}
