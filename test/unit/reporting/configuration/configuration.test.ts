import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '#main/platform/slices.ts';
import { changeView } from '#main/reporting/configuration/changeView.ts';
import { compareConfigurations } from '#main/reporting/configuration/compareConfigurations.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import { configurationText, SCHEMA_ADDRESS } from '#main/reporting/configuration/configurationText.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { fieldText } from '#shared/domain/configurationChange.ts';
import { configurations } from '#test/support/configurations.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

const parsed = (text: string) => parseConfiguration(Buffer.from(text));

async function contentOf(text: string): Promise<Configuration> {
  const read = await parsed(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const order = { connection: 'Main', rid: 'shop', alias: 'Shop', tags: ['b', 'a'], note: '', endpoints: [] };
const example: Configuration = {
  settings: { warningDays: 20 },
  connections: [{ name: 'Main', address: 'https://certs.example.com', ca: null }],
  orders: [order],
  presets: [],
};

/** The example with changed lines, as an editor would do it. */
function edited(change: (file: Record<string, unknown>) => void): string {
  const file = JSON.parse(configurationText(example));
  change(file);
  return JSON.stringify(file);
}

it('is read again as it was written, whatever the names are', async () => {
  await fc.assert(
    fc.asyncProperty(configurations(), async (configuration) => {
      const read = await contentOf(configurationText(configuration));
      const names = ({ orders, presets, connections }: Configuration) =>
        [...orders.map(({ rid }) => rid), ...[...presets, ...connections].map(({ name }) => name)].toSorted();
      expect(names(read)).toEqual(names(configuration));
      const text = configurationText(read);
      expect(configurationText(await contentOf(text))).toBe(text);
    }),
  );
});

it('is the same text whatever the order of keys and lists', () => {
  const other = { ...order, rid: 'mail', alias: null };
  const one = configurationText({ ...example, orders: [order, other] });
  const { settings, connections, presets } = example;
  const reversed = Object.fromEntries(Object.entries({ ...order, tags: ['a', 'b'] }).reverse());
  const orders = [other, reversed as unknown as typeof order];
  expect(configurationText({ orders, presets, connections, settings })).toBe(one);
  expect(one.indexOf('"mail"')).toBeLessThan(one.indexOf('"shop"'));
});

it('has the thresholds of an order and of tags, and names those that do not go together', async () => {
  const warns = { warning: '45d,50%', critical: '10d' };
  const tagThresholds = [{ tag: 'prod', ...warns }];
  const own = { ...example, settings: { tagThresholds }, orders: [{ ...order, thresholds: warns }] };
  const read = await contentOf(configurationText(own));
  expect(read.orders[0]?.thresholds).toEqual(warns);
  expect(read.settings).toEqual({ tagThresholds });
  const swapped = { warning: '10d', critical: '45d' };
  const bad = configurationText({ ...own, orders: [{ ...order, thresholds: swapped }] });
  expect((await parsed(bad)).ok).toBe(false);
});

it('has no character that could control a terminal', () => {
  const text = configurationText({ ...example, orders: [{ ...order, rid: 'a\u202eb', note: 'x\u009b' }] });
  expect(text).toContain('a\\u202eb');
  expect(text).toContain('x\\u009b');
});

it('names its schema in the repository of package.json', () => {
  const { homepage } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  expect(SCHEMA_ADDRESS.startsWith(`${homepage}/`)).toBe(true);
});

describe('a file that can’t be used', () => {
  const first = (file: Record<string, unknown>, list: string) =>
    (file[list] as Record<string, unknown>[])[0] as Record<string, unknown>;
  it.each([
    ['{"a": 1,\n  oops}', 'notJson', '2:3'],
    ['{"a":\n', 'notJson', '2:1'],
    ['', 'notJson', '1:1'],
    ['[]', 'otherFormat', 'notafter-configuration'],
    ['null', 'otherFormat', 'notafter-configuration'],
    [
      edited((file) => {
        file['version'] = 2;
      }),
      'otherVersion',
      '2',
    ],
    [
      edited((file) => {
        delete file['orders'];
      }),
      'missing',
      'orders',
    ],
    [
      edited((file) => {
        first(file, 'orders')['colour'] = 1;
      }),
      'unknownKey',
      'orders[0].colour',
    ],
    [
      edited((file) => {
        first(file, 'orders')['alias'] = 5;
      }),
      'badValue',
      'orders[0].alias',
    ],
    [
      edited((file) => {
        first(file, 'orders')['alias'] = 'x\u{7}';
      }),
      'badValue',
      'orders[0].alias',
    ],
    [
      edited((file) => {
        first(file, 'orders')['connection'] = 'Other';
      }),
      'unknownConnection',
      'orders[0].connection',
    ],
    [
      edited((file) => {
        first(file, 'connections')['address'] = 'http://a.example';
      }),
      'badValue',
      'connections[0].address',
    ],
    [
      edited((file) => {
        file['orders'] = [order, order];
      }),
      'twice',
      'orders[1]',
    ],
    [
      edited((file) => {
        file['settings'] = { warningDays: 5, criticalDays: 6 };
      }),
      'badValue',
      'settings.criticalDays',
    ],
    [
      edited((file) => {
        file['settings'] = { language: 'en' };
      }),
      'unknownKey',
      'settings.language',
    ],
    [
      edited((file) => {
        file['settings'] = { acmeDirectory: 'http://ca.example/dir' };
      }),
      'badValue',
      'settings.acmeDirectory',
    ],
  ])('%s is refused as %s at %s', async (text, reason, place) => {
    expect(await parsed(text)).toMatchObject({ ok: false, error: { kind: 'configuration', reason, place } });
  });

  it.each([
    ['orders', { orders: Array.from({ length: 20_000 }, () => ({ x: 1 })) }, 'orders[0].connection'],
    ['more orders than are read', { orders: Array.from({ length: 20_001 }, () => order) }, 'orders'],
    [
      'endpoints',
      { orders: [{ ...order, endpoints: Array.from({ length: 150_000 }, () => ({})) }] },
      'orders[0]',
    ],
    ['days', { settings: { alertDays: Array.from({ length: 400_000 }, () => 'x') } }, ''],
    ['presets', { presets: [{ files: Array.from({ length: 150_000 }, () => ({})) }] }, 'presets[0]'],
  ])('with a fault in each of very many %s is refused for the first', async (_, parts, place) => {
    const text = JSON.stringify({ ...JSON.parse(configurationText(example)), ...parts });
    expect(await parsed(text)).toMatchObject({ ok: false, error: { kind: 'configuration', place } });
  });

  it.each([
    ['does not fit the schema', { rid: 1 }, 'orders[1].rid'],
    ['names what is not there', { connection: 'Other' }, 'orders[1].connection'],
  ])(
    'with several orders of which each %s is refused for the first, and says how many more',
    async (_, fault, place) => {
      const faulty = ['x', 'y', 'z'].map((rid) => ({ ...order, rid, ...fault }));
      const orders = [order, ...faulty];
      const text = JSON.stringify({ ...JSON.parse(configurationText(example)), orders });
      expect(await parsed(text)).toMatchObject({ ok: false, error: { place, more: 2 } });
    },
  );

  it('is refused if it is not UTF-8', async () => {
    expect(await parseConfiguration(Buffer.from([0x7b, 0xff]))).toMatchObject({
      error: { reason: 'notText' },
    });
  });
});

describe('what an import changes', () => {
  const wanted: Configuration = {
    settings: { warningDays: 21 },
    connections: example.connections,
    orders: [
      { ...order, tags: ['a'] },
      { ...order, rid: 'mail' },
    ],
    presets: [],
  };
  const changes = (before: Configuration, after: Configuration, prune: boolean) =>
    atOnce(compareConfigurations(before, after, prune))
      .map(changeView)
      .map(({ action, kind, name, fields }) => [action, kind, name, ...fields.map(fieldText)]);

  it('is named with the values that differ', () => {
    expect(changes(example, wanted, true)).toEqual([
      ['changed', 'setting', 'warningDays', `value: ${example.settings.warningDays} → 21`],
      ['added', 'order', 'mail'],
      ['changed', 'order', 'shop', 'tags: b → –'],
    ]);
  });

  it('says where a connection leads, and whom it trusts there', async () => {
    const [main] = example.connections as [Configuration['connections'][number]];
    const { pem } = await selfSigned('Corp CA', true);
    const ca = { fileName: 'corp\u202e.pem', certificates: [pem] };
    const without = { ...example, connections: [{ ...main, address: 'https://old.example', ca: null }] };
    const other = { ...example, connections: [{ ...main, address: 'https://new.example', ca }] };
    const trusted = `corp .pem (SHA-256 ${new X509Certificate(pem).fingerprint256})`;
    expect(changes(without, other, false)).toEqual([
      [
        ...['changed', 'connection', 'Main'],
        'address: https://old.example → https://new.example',
        `ca: ${trusted}`,
      ],
    ]);
    expect(changes(other, without, false)[0]).toContain(`ca: ${trusted} → –`);
    expect(changes({ ...example, connections: [] }, other, false)[0]).toEqual([
      ...['added', 'connection', 'Main', 'address: https://new.example'],
      `ca: ${trusted}`,
    ]);
  });

  it('shows one line of a long note, and each file of a preset that differs', () => {
    const preset = { name: 'Mine', folder: '', server: null, files: [] } as const;
    const file = { name: 'a.pem', format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' } as const;
    const before = { ...example, presets: [{ ...preset, files: [] }] };
    const after = {
      ...before,
      orders: [{ ...order, note: `first\nsecond ${'x'.repeat(500)}` }],
      presets: [{ ...preset, files: [{ ...file, parts: [...file.parts] }] }],
    };
    const [note, files] = changes(before, after, false);
    expect(note?.[3]).toMatch(/^note: .*first second x+…$/u);
    expect(note?.[3]?.length).toBeLessThan(420);
    expect(files?.slice(3)).toEqual(['files.a.pem: pem leaf, 644, lf']);
  });

  it('shows where two long texts differ', () => {
    const long = 'x'.repeat(1900);
    const [note] = changes(
      { ...example, orders: [{ ...order, note: `${long} old` }] },
      { ...example, orders: [{ ...order, note: `${long} new` }] },
      false,
    );
    expect(note?.[3]).toMatch(/^note: …x+ old → …x+ new$/u);
  });

  it('shows each certificate of an own authority that was added, also after the first', async () => {
    const [main] = example.connections as [Configuration['connections'][number]];
    const [one, other] = [(await selfSigned('One', true)).pem, (await selfSigned('Other', true)).pem];
    const withCa = (certificates: string[]) => ({
      ...example,
      connections: [{ ...main, ca: { fileName: 'ca.pem', certificates } }],
    });
    const [change] = changes(withCa([one]), withCa([one, other]), false);
    expect(change?.slice(3)).toEqual([`ca: ca.pem (SHA-256 ${new X509Certificate(other).fingerprint256})`]);
  });

  it('is nothing for the same content', () => {
    expect(changes(example, { ...example, orders: [{ ...order, tags: ['a', 'b'] }] }, true)).toEqual([]);
  });

  it('removes what is not in the file only if it is asked to, and never a setting', () => {
    const empty = { settings: {}, connections: [], orders: [], presets: [] };
    expect(changes(example, empty, false)).toEqual([]);
    expect(changes(example, empty, true)).toEqual([
      ['removed', 'connection', 'Main'],
      ['removed', 'order', 'shop'],
    ]);
  });
});
