import { X509Certificate } from 'node:crypto';
import { LineReader, REQUEST_MAX, readMessage, requestSchema } from '#main/cli/protocol.ts';
import { READ_MAX } from '#main/deployment/clipboard/pageClipboard.ts';
import { RenewalInfo } from '#main/monitoring/authority/renewalInfo.ts';
import { readAnswer } from '#main/orders/api/answer.ts';
import { decodeDownload, decodeLatest } from '#main/orders/api/decodeLatest.ts';
import { parsePacResult } from '#main/orders/api/routes.ts';
import { caOf } from '#main/orders/connections/caFiles.ts';
import { inSlices } from '#main/platform/slices.ts';
import { changeViews } from '#main/reporting/configuration/changeView.ts';
import { compareConfigurations } from '#main/reporting/configuration/compareConfigurations.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';
import { acceptRelease, MOST_RELEASE_BYTES } from '#main/settings/update/signedRelease.ts';
import { offerOf } from '#main/settings/update/updateSource.ts';
import { readPayload } from '#main/webhook/receiver/payload.ts';
import { askCrl } from '#main/x509/certificates/crl.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { readPkcs7 } from '#main/x509/pkcs12/pkcs7.ts';
import { surelyRids } from '#shared/domain/pastedSetup.ts';
import { parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { ok } from '#shared/result.ts';
import { element } from '#test/support/derElement.ts';
import { certificate, extension, largeKey, nameOf, pemOf, shortNames } from './hostileCertificates.ts';

/** A reader of outside input, with the worst input that it accepts. */
export interface OutsideReader {
  /** As in the table "Bounded before trusted" of docs/security.md. */
  readonly name: string;
  /** What each input is, and how to make it. Reading it is what is measured; what it ends in does not matter. */
  readonly inputs: Readonly<Record<string, () => () => unknown>>;
}

const hex = (text: string) => Buffer.from(text, 'hex');
const MB = 1_000_000;
const MiB = 1024 * 1024;
const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

/** JSON texts of one length that are costly to parse. */
function jsonTexts(length: number): Readonly<Record<string, string>> {
  const keys = Array.from({ length: Math.floor(length / 12) }, (_, index) => `"k${index}":0`);
  return {
    'empty lists': `[${filled('[],', length)}0]`,
    'empty objects': `[${filled('{},', length)}0]`,
    'deep lists': filled('[', length),
    'different names': `{${keys.join()}}`.slice(0, length),
    'one number': filled('9', length),
    escapes: `["${filled('\\u0041', length)}"]`,
    backslashes: `["${filled('\\\\', length)}`,
  };
}

const each = (texts: Readonly<Record<string, string>>, read: (text: string) => unknown) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => () => read(text)]));

// ---- X.509 ----

const issuerName = nameOf('Authority');
const authority = certificate({ serial: 1, subject: issuerName, isCa: true, key: largeKey });
const url = 'http://crl.example/one.crl';
const leafDer = certificate({ serial: 2, subject: nameOf('a.example'), issuer: issuerName });
const question = {
  leaf: new X509Certificate(leafDer),
  issuer: new X509Certificate(authority),
  url,
  now: Date.UTC(2026, 5, 1),
};
const rsaSha256 = hex('300d06092a864886f70d01010b0500');
const nulls = (bytes: number) => Buffer.alloc(bytes & ~1, hex('0500'));
const time = (digits: string) => element(0x17, Buffer.from(`${digits}Z`));

function list(parts: {
  readonly algorithm?: Buffer;
  readonly signature?: Buffer;
  readonly entries?: Buffer;
  readonly extensions?: Buffer;
  readonly more?: Buffer;
}): Buffer {
  const { algorithm = rsaSha256, signature = element(0x03, hex('00'), Buffer.alloc(2048, 0x2a)) } = parts;
  const body = element(
    0x30,
    hex('020101'),
    algorithm,
    issuerName,
    time('260501000000'),
    time('270501000000'),
    ...[parts.entries, parts.more, parts.extensions].filter((part) => part !== undefined),
  );
  return element(0x30, body, algorithm, signature);
}

const largeList = 10 * MB - 3000;
const lists: Readonly<Record<string, () => Buffer>> = {
  'elements outside': () => element(0x30, nulls(largeList)),
  'elements inside': () => list({ more: nulls(largeList) }),
  'elements in the algorithm': () =>
    list({ algorithm: element(0x30, hex('06092a864886f70d01010b'), nulls(largeList / 2)) }),
  'elements in the signature': () => list({ signature: element(0x23, nulls(largeList)) }),
  'elements in the extensions': () => list({ extensions: element(0xa0, element(0x30, nulls(largeList))) }),
  'entries and a false signature': () => list({ entries: element(0x30, nulls(largeList)) }),
};

const material = (text: string) =>
  inspectMaterial(
    {
      certificate: text,
      certificateServer: null,
      certificateChain: null,
      key: null,
      notAfter: null,
      name: null,
    },
    { now: Date.UTC(2026, 5, 1), anchors: null },
  );

const bundles: Readonly<Record<string, () => string>> = {
  'one certificate of many names': () => pemOf(certificate({ serial: 1, names: shortNames(240_000) })),
  'many certificates of many names': () =>
    pemOf(...Array.from({ length: 19 }, (_, serial) => certificate({ serial, names: shortNames(11_000) }))),
  'authorities of one name with large keys': () =>
    pemOf(
      certificate({ serial: 99, issuer: issuerName }),
      ...Array.from({ length: 18 }, (_, serial) =>
        certificate({ serial, subject: issuerName, isCa: true, key: largeKey }),
      ),
    ),
  'name constraints and names': () =>
    pemOf(
      certificate({ serial: 99, issuer: issuerName, names: shortNames(1900) }),
      ...Array.from({ length: 18 }, (_, serial) =>
        certificate({
          serial,
          subject: issuerName,
          isCa: true,
          extensions: [
            extension(
              '0603551d1e',
              element(
                0x30,
                element(
                  0xa1,
                  ...Array.from({ length: 130 }, () => element(0x30, element(0x82, Buffer.from('b')))),
                ),
              ),
            ),
          ],
        }),
      ),
    ),
  'an extension of many elements': () =>
    pemOf(certificate({ serial: 1, extensions: [extension('0603551d1f', element(0x30, nulls(700_000)))] })),
  'a subject of many attributes': () =>
    pemOf(
      certificate({
        serial: 1,
        subject: element(
          0x30,
          Buffer.concat(
            Array.from({ length: 40_000 }, () =>
              element(0x31, element(0x30, hex('0603550403'), element(0x0c, Buffer.from('a')))),
            ),
          ),
        ),
      }),
    ),
  'beginnings without an end': () => filled('-----BEGIN CERTIFICATE-----', MiB),
  'one block of blanks': () => `-----BEGIN CERTIFICATE-----${filled(' ', 900_000)}x-----END CERTIFICATE-----`,
  'one block of lines with colons': () =>
    `-----BEGIN CERTIFICATE-----\n${filled('a:\n', 900_000)}-----END CERTIFICATE-----`,
};

const answerOf = (status: number, type: string, body: string) =>
  readAnswer(
    { status, headers: { 'content-type': type }, body: Buffer.from(body) } as never,
    { token: 't'.repeat(4096), limitBytes: MiB, now: Date.now() } as never,
  );

const fill = (pieces: Readonly<Record<string, () => string>>, read: (text: string) => unknown) =>
  Object.fromEntries(
    Object.entries(pieces).map(([name, make]) => [
      name,
      () => {
        const text = make();
        return () => read(text);
      },
    ]),
  );

// ---- Configuration ----

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
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const release = (parts: object) =>
  JSON.stringify({
    ...{ format: 1, version: '1.0.0', minimumVersion: '1.0.0', files: [], notes: '', ...parts },
    ...{ releasedAt: '2026-01-01', signedAt: '2026-01-01T00:00:00Z' },
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
  ...{ name: `p${index}`, folder: 'name' as const, switching: 'rename' as const, server: null, files: [] },
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
const previews: Readonly<Record<string, () => readonly [Configuration, Configuration]>> = {
  'orders that are added': () => [none, manyOrders('')],
  'orders that are changed': () => [manyOrders(''), manyOrders('x')],
  'orders that are removed': () => [manyOrders(''), none],
};

export const outsideReaders: readonly OutsideReader[] = [
  {
    name: 'answer of the service',
    inputs: {
      ...each(jsonTexts(MiB), (text) => decodeLatest(text, 't'.repeat(4096))),
      ...Object.fromEntries(
        Object.entries(each(jsonTexts(MiB), (text) => answerOf(500, 'application/json', text))).map(
          ([name, read]) => [`an error: ${name}`, read],
        ),
      ),
      ...Object.fromEntries(
        Object.entries(fill(bundles, material)).map(([name, read]) => [`certificates: ${name}`, read]),
      ),
      'a download in base64': () => {
        const text = `${filled('A', MiB - 10)}!`;
        return () => decodeDownload(text, 'certificate', 't');
      },
      'brackets that end nowhere': () => {
        const text = `{${filled('} ', MiB)}x`;
        return () => decodeLatest(text, 't');
      },
    },
  },
  {
    name: 'delivery',
    inputs: {
      ...each(jsonTexts(256 * 1024), (text) => readPayload(Buffer.from(text), 'json')),
      'a form of blocks with blanks': () => {
        const text = `certificate=${filled('-----BEGIN+A-----MII+A-----END+A-----', 256 * 1024)}`;
        return () => readPayload(Buffer.from(text), 'form');
      },
      'a form of many fields': () => () => readPayload(Buffer.from(filled('a=b&', 256 * 1024)), 'form'),
    },
  },
  {
    name: 'revocation list',
    inputs: Object.fromEntries(
      Object.entries(lists).map(([name, make]) => [
        name,
        () => {
          const bytes = make();
          return () => askCrl(bytes, question);
        },
      ]),
    ),
  },
  {
    name: 'renewal information',
    inputs: each(jsonTexts(100_000), (text) =>
      new RenewalInfo({
        fetch: async () => ok({ status: 200, headers: {}, body: Buffer.from(text) } as never),
        now: Date.now,
      }).ask('https://acme.example/directory', 'a.b', AbortSignal.abort()),
    ),
  },
  {
    name: 'CA file',
    inputs: fill(
      {
        ...bundles,
        'certificates without the flag of an authority': () =>
          pemOf(...many(300, (serial) => certificate({ serial, key: largeKey }))).slice(0, MiB),
        'small certificates': () => pemOf(...many(330, (serial) => certificate({ serial }))).slice(0, MiB),
      },
      (text) => caOf(Buffer.from(text, 'latin1'), 'ca.pem'),
    ),
  },
  {
    name: 'configuration file',
    inputs: {
      ...fill(configurations, (text) => parseConfiguration(Buffer.from(text))),
      ...each(jsonTexts(CONFIGURATION), (text) => parseConfiguration(Buffer.from(text))),
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
  },
  {
    name: 'clipboard',
    inputs: fill(
      {
        words: () => filled('ab12cd34 ', READ_MAX),
        quotes: () => filled('"', READ_MAX),
        'opening quotes': () => filled('“', READ_MAX),
        blanks: () => `${filled(' ', READ_MAX)}x`,
        'invisible characters': () => filled('\u200bx', READ_MAX),
        slashes: () => `https://a.example/${filled('/', READ_MAX)}`,
        labels: () => filled('token: bearer ', READ_MAX),
        'line ends': () => filled('\n', READ_MAX),
        cells: () => filled('a|b|c\n', READ_MAX),
      },
      (text) => surelyRids(text, ['ab12cd34']),
    ),
  },
  {
    name: 'pasted orders',
    inputs: fill(
      {
        words: () => filled('ab12cd34 ', textLimits.rids),
        quotes: () => filled('"', textLimits.rids),
        blanks: () => `${filled(' ', textLimits.rids)}x`,
        'invisible characters': () => filled('\u200bx', textLimits.rids),
      },
      parseRids,
    ),
  },
  {
    name: 'command socket',
    inputs: each(
      {
        ...jsonTexts(REQUEST_MAX),
        words: JSON.stringify({
          ask: {
            kind: 'run',
            words: many(50_000, (index) => `w${index}`),
            cwd: '/',
            secret: null,
            terminal: { columns: 80, hasColour: false, locales: [], region: '' },
          },
        }),
        'faulty words': JSON.stringify({ ask: { kind: 'run', words: many(300_000, () => 1) } }),
      },
      (text) =>
        [...new LineReader(REQUEST_MAX).take(Buffer.from(`${text}\n`))].map((line) =>
          readMessage(requestSchema, line ?? ''),
        ),
    ),
  },
  {
    name: 'update feed',
    inputs: fill(
      {
        notes: () => release({ notes: filled('\u0001 \r', 20_000) }),
        blanks: () => release({ notes: filled(' ', 20_000) }),
        elements: () => filled('[', MOST_RELEASE_BYTES),
        files: () => release({ files: many(30_000, () => 1) }),
      },
      (text) => {
        const accepted = acceptRelease({ release: Buffer.from(text), signature: null }, [], null);
        return accepted.ok ? offerOf(accepted.value, true, '0.0.1') : null;
      },
    ),
  },
  {
    name: 'proxy settings',
    inputs: fill(
      { entries: () => filled('PROXY a:1;', MiB), blanks: () => `PROXY${filled(' ', MiB)}x` },
      parsePacResult,
    ),
  },
  {
    name: 'PKCS#12 and PKCS#7 files',
    inputs: {
      'PKCS#12 of elements': () => {
        const bytes = element(0x30, hex('020103'), element(0x30, nulls(MB)));
        return () => openPkcs12(bytes, 'passphrase');
      },
      'PKCS#7 of elements': () => {
        const bytes = element(0x30, nulls(MB));
        return () => {
          try {
            return readPkcs7(bytes);
          } catch {
            return null;
          }
        };
      },
    },
  },
];
