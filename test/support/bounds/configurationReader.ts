import { CA_CERTIFICATES_MAX } from '#main/orders/connections/caFiles.ts';
import { inSlices } from '#main/platform/slices.ts';
import { changeViews } from '#main/reporting/configuration/changeView.ts';
import { compareConfigurations } from '#main/reporting/configuration/compareConfigurations.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';
import { certificate, pemOf } from './hostileCertificates.ts';
import { fill, filled, jsonTexts, MiB, many, type OutsideReader } from './inputs.ts';

const CONFIGURATION = 8 * MiB;
const configurationWith = (parts: object) =>
  JSON.stringify({
    format: 'notafter-configuration',
    version: 1,
    settings: {},
    connections: [],
    orders: [],
    presets: [],
    ...parts,
  });
const connection = (index: number) => ({ name: `c${index}`, address: `https://h${index}.example`, ca: null });
const order = (index: number, more: object = {}) => ({
  connection: 'c0',
  rid: `rid-${index}`,
  alias: null,
  tags: [],
  note: '',
  endpoints: [],
  ...more,
});
const configurations: Readonly<Record<string, () => string>> = {
  'connections with similar names': () => configurationWith({ connections: many(1000, connection) }),
  'more connections than allowed': () => configurationWith({ connections: many(20_000, connection) }),
  orders: () =>
    configurationWith({ connections: [connection(0)], orders: many(20_000, (index) => order(index)) }),
  'orders with places': () =>
    configurationWith({
      connections: [connection(0)],
      orders: many(14_000, (index) =>
        order(index, {
          tags: ['one', 'two'],
          endpoints: [
            { host: `h${index}.example`, port: 443, protocol: 'tls', serverName: null, intervalMinutes: 720 },
          ],
          destinations: [
            { preset: 'nginx', parts: null, folder: `/etc/tls/${index}`, automaticUpdates: false },
          ],
        }),
      ),
    }),
  'faulty orders': () =>
    configurationWith({ connections: [connection(0)], orders: many(20_000, () => ({})) }),
  'an order of faulty endpoints': () =>
    configurationWith({ orders: [order(0, { endpoints: many(150_000, () => ({})) })] }),
  'a CA of faulty certificates': () =>
    configurationWith({
      connections: [{ ...connection(0), ca: { fileName: 'ca.pem', certificates: many(400_000, () => 1) } }],
    }),
  'faulty days': () => configurationWith({ settings: { alertDays: many(400_000, () => 'x') } }),
  'a name of blanks and one unsafe character': () =>
    configurationWith({ [`\u0001${filled(' ', 200_000)}x`]: 0 }),
  'a name that grows in its comparable form': () =>
    configurationWith({
      connections: many(1000, (index) => ({ ...connection(index), name: '\ufdfa'.repeat(100) })),
    }),
  certificates: () =>
    configurationWith({
      connections: many(20, (index) => ({
        ...connection(index),
        ca: {
          fileName: 'ca.pem',
          certificates: many(90, (serial) => pemOf(certificate({ serial, isCa: serial === 89 }))),
        },
      })),
    }),
  'line ends': () => filled('\n', CONFIGURATION),
  blanks: () => `${filled(' ', CONFIGURATION)}{`,
};

const none: Configuration = { settings: {}, connections: [], orders: [], presets: [] };
const endpointOf = (index: number) => ({
  ...{ host: `h${index}.example`, port: 443, protocol: 'tls' as const },
  ...{ serverName: null, intervalMinutes: 720 },
});
const destinationOf = (index: number) => ({
  ...{ preset: 'custom:p49', parts: null, folder: `/etc/tls/${index}`, automaticUpdates: false },
});
const preset = (index: number) => ({
  ...{ name: `p${index}`, folder: 'name' as const, server: null, files: [] },
});
/** 20,000 orders with all that they can have in a file of 8 MiB. */
const manyOrders = (note: string): Configuration => ({
  ...none,
  connections: [connection(0)],
  presets: many(50, preset) as unknown as Configuration['presets'],
  orders: many(20_000, (index) => ({
    ...order(index, { tags: ['one', 'two'], note }),
    endpoints: [endpointOf(index)],
    destinations: [destinationOf(index)],
  })),
});
/** Two CAs with as many certificates as one can have, in two connections. */
const withCas = (serial: number): Configuration => ({
  ...none,
  connections: [0, 1].map((index) => ({
    ...connection(index),
    ca: {
      fileName: 'ca.pem',
      certificates: many(CA_CERTIFICATES_MAX, (each) =>
        pemOf(certificate({ serial: serial + index * CA_CERTIFICATES_MAX + each, isCa: true })),
      ),
    },
  })),
});
const previews: Readonly<Record<string, () => readonly [Configuration, Configuration]>> = {
  'orders that are added': () => [none, manyOrders('')],
  'orders that are changed': () => [manyOrders(''), manyOrders('x')],
  'CAs that are changed': () => [withCas(0), withCas(2 * CA_CERTIFICATES_MAX)],
  'CAs that are added': () => [none, withCas(0)],
  'orders that are removed': () => [manyOrders(''), none],
};

export const configurationReader: OutsideReader = {
  name: 'configuration file',
  inputs: {
    ...fill(configurations, (text) => parseConfiguration(Buffer.from(text))),
    'text in UTF-16': () => {
      const bytes = Buffer.from(filled('[]', CONFIGURATION / 2), 'utf16le');
      return () => parseConfiguration(bytes);
    },
    ...fill(jsonTexts(CONFIGURATION), (text) => parseConfiguration(Buffer.from(text))),
    ...Object.fromEntries(
      Object.entries(previews).map(([name, make]) => [
        `a preview: ${name}`,
        () => {
          const [current, wanted] = make();
          return async () =>
            await inSlices(changeViews(await inSlices(compareConfigurations(current, wanted, true))));
        },
      ]),
    ),
  },
};
