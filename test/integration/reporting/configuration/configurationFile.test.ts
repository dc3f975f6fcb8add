import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { configImportResult } from '#main/cli/commands/config.ts';
import type { Configuration } from '#main/reporting/configuration/configurationSchema.ts';
import { configurationText } from '#main/reporting/configuration/configurationText.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';
import { secretsOf } from '#test/integration/app/secretTraces.ts';
import {
  connect,
  memoryFolder,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { alone, notafter } from '#test/integration/cli/askApp.ts';
import { configurations } from '#test/support/configurations.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';

const address = 'https://certs.invalid';
const shop: Configuration['orders'][number] = {
  ...{ connection: 'Main', rid: 'shop', alias: 'Shop “1”', tags: ['prod', '证书'], note: 'Ask\nWeb 😀' },
  endpoints: [{ host: 'shop.invalid', port: 443, protocol: 'tls', serverName: null, intervalMinutes: 60 }],
};
const example: Configuration = {
  settings: { warningDays: 21, alerts: false },
  connections: [{ name: 'Main', address, ca: null }],
  orders: [shop],
  presets: [
    {
      ...{ name: 'Mail', folder: '', server: null },
      files: [{ name: '{rid}.pem', format: 'pem', parts: ['key', 'leaf'], mode: '600', lineEnds: 'lf' }],
    },
  ],
};

/** Writes a configuration and returns its path. */
function fileOf(content: Configuration | string): string {
  const path = join(temporaryFolder(), 'config.json');
  writeFileSync(path, typeof content === 'string' ? content : configurationText(content));
  return path;
}

const onNewProfile = () => new FakeDesktop({ userData: memoryFolder(), secretProcess: new FakeSecretHost() });

const exported = async (desktop: FakeDesktop) => (await alone(desktop, 'config export')).out;

async function imported(test: TestApp, content: Configuration, options = '') {
  const { code, out, err } = await notafter(test, `config import ${fileOf(content)} --json${options}`);
  return { code, err, ...configImportResult(z).parse(JSON.parse(out)) };
}

it('gives the same bytes on a new profile, whatever the names are', async () => {
  await fc.assert(
    fc.asyncProperty(configurations(), async (configuration) => {
      const first = onNewProfile();
      expect(
        await alone(first, `config import ${fileOf(configuration)} --yes --accept-warnings`),
      ).toMatchObject({ code: 0 });
      const text = await exported(first);
      expect(await exported(first)).toBe(text);
      const second = onNewProfile();
      expect(await alone(second, `config import ${fileOf(text)} --yes --accept-warnings`)).toMatchObject({
        code: 0,
      });
      expect(await exported(second)).toBe(text);
      const again = await alone(second, `config import ${fileOf(text)} --prune --json --accept-warnings`);
      expect(JSON.parse(again.out)).toMatchObject({ changed: false, changes: [] });
    }),
    { numRuns: 15 },
  );
});

it('is written for the user alone, in place of a former file', needsPosix, async () => {
  const test = await startTestApp();
  await imported(test, example, ' --yes --accept-warnings');
  const folder = temporaryFolder();
  const path = join(folder, 'config.json');
  writeFileSync(path, 'former', { mode: 0o644 });
  expect(await notafter(test, `config export --out ${path}`)).toMatchObject({ code: 0, out: '', err: '' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['config.json']);
  expect((await notafter(test, 'config export')).out).toBe(readFileSync(path, 'utf8'));
  expect(await notafter(test, `config export --out ${folder}/no/config.json`)).toMatchObject({ code: 3 });
});

it('has no secret, however many the profile has', async () => {
  const service = await serviceFor({ orders: 1 });
  const secretProcess = new FakeSecretHost();
  const test = await startTestApp({ secretProcess });
  await connect(test, service);
  okValue(await test.call('hooks:add', { name: 'Push', path: null, secret: 'SENTINEL-signing-0815-secret' }));
  const { out } = await notafter(test, 'config export');
  const keys = service.rids.flatMap((rid) => secretsOf(service.order(rid).material.key));
  const secrets = [...secretProcess.entries.values(), service.token, ...keys];
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of secrets) expect(out).not.toContain(secret);
  expect(out).not.toMatch(/PRIVATE KEY|token/iu);
});

describe('an import', () => {
  it('asks certificate authorities only with --yes, and says so before', async () => {
    const authorities = {
      checkRevocation: true,
      checkRenewalInfo: true,
      acmeDirectory: 'https://ca.invalid/directory',
    };
    const path = fileOf({ settings: authorities, connections: [], orders: [], presets: [] });
    const desktop = onNewProfile();
    const { code, out } = await alone(desktop, `config import ${path}`);
    expect(code).toBe(1);
    for (const name of Object.keys(authorities)) expect(out).toContain(`~ setting ${name}`);
    expect(JSON.parse(await exported(desktop)).settings).toMatchObject({ checkRevocation: false });
    expect(await alone(desktop, `config import ${path} --yes --accept-warnings`)).toMatchObject({ code: 0 });
    expect(JSON.parse(await exported(desktop)).settings).toMatchObject(authorities);
  });

  it('reaches the window; the connection waits for its token, and the command that gives it works', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    const test = await startTestApp();
    const own = { ...example, connections: [{ name: 'Main', address: service.baseUrl, ca: null }] };
    const { code, out, err } = await notafter(test, `config import ${fileOf(own)} --yes --accept-warnings`);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('+ order shop (Main)\n') });
    const command = `connections add ${service.baseUrl} --name Main --token-stdin`;
    expect(err).toBe(
      `The connection “Main” needs its access token, on standard input:\n  notafter ${command}\n`,
    );
    await until(() => test.order('shop')?.alias === 'Shop “1”');
    await until(
      () => test.seen().endpoints.length === 1 && test.seen().presets.some(({ name }) => name === 'Mail'),
    );
    await until(() => test.seen().settings.warningDays === 21);
    expect(test.seen().connections).toMatchObject([{ name: 'Main', token: { kind: 'absent' } }]);
    const given = await notafter(test, command, { secret: service.token });
    expect(given).toMatchObject({ code: 0, err: '' });
    await until(() => test.order('shop')?.lastConfirmedAt != null);
    expect((await imported(test, own)).tokensMissing).toEqual([]);
  });

  it('changes nothing the second time, and is there after a restart', async () => {
    const test = await startTestApp();
    expect(await imported(test, example, ' --yes --accept-warnings')).toMatchObject({
      code: 0,
      changed: true,
      result: 'imported',
    });
    expect(await imported(test, example, ' --yes --accept-warnings')).toMatchObject({
      ...{ code: 0, changed: false, result: 'nothingToChange', changes: [] },
      tokensMissing: [{ name: 'Main', baseUrl: address }],
    });
    const { out } = await notafter(test, 'config export');
    await test.quit();
    const { userData, secretProcess } = test.desktop;
    expect(await exported(new FakeDesktop({ userData, secretProcess }))).toBe(out);
  });

  it('says how many destinations wait for their first export, and removes them only with --prune', async () => {
    const test = await startTestApp();
    const folder = join(realpathSync(temporaryFolder()), 'new', 'tls');
    const one = { preset: 'custom:Mail', parts: null, folder, automaticUpdates: true };
    const withIt = { ...example, orders: [{ ...shop, destinations: [one] }] };
    const { out, err } = await notafter(test, `config import ${fileOf(withIt)} --yes --accept-warnings`);
    expect(out).toMatch(/^\+ destination .*new.tls \(shop\)$/mu);
    expect(err).toContain('1 folder waits for its first export');
    expect(await imported(test, withIt)).toMatchObject({ changed: false, destinationsWaiting: 1 });
    await until(() => test.seen().planned.length === 1);
    expect(
      await imported(test, { ...withIt, orders: [shop] }, ' --prune --yes --accept-warnings'),
    ).toMatchObject({
      changes: [],
    });
    const without = { ...withIt, orders: [{ ...shop, destinations: [] }] };
    expect(await imported(test, without, ' --yes --accept-warnings')).toMatchObject({
      result: 'nothingToChange',
    });
    expect(await imported(test, without, ' --prune --dry-run')).toMatchObject({ destinationsWaiting: 0 });
    expect(await imported(test, without, ' --prune --yes --accept-warnings')).toMatchObject({
      changes: [
        { action: 'removed', kind: 'destination', name: expect.stringMatching(/new.tls$/u), of: 'shop' },
      ],
    });
    await until(() => test.seen().planned.length === 0);
    expect(existsSync(folder)).toBe(false);
  });

  it('names the folders whose files are not updated any more, because --prune removes their order', async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    const test = await startTestApp();
    await connect(test, service, ['shop']);
    const target = realpathSync(temporaryFolder());
    await notafter(test, `export shop --preset nginx --to ${target} --keep-updated`);
    await until(() => test.seen().copies.length === 1);
    const current: Configuration = JSON.parse((await notafter(test, 'config export')).out);
    const folder = { action: 'removed', kind: 'destination', name: target, of: 'shop' };
    const [order] = current.orders;
    if (order === undefined) throw new Error('No order');
    const without = { ...current, orders: [{ ...order, destinations: [] }] };
    expect(await imported(test, without, ' --prune --dry-run')).toMatchObject({ changes: [] });
    const none = { ...current, orders: [] };
    expect(await imported(test, none, ' --prune --dry-run')).toMatchObject({
      changes: [{ action: 'removed', kind: 'order', name: 'shop' }, folder],
    });
    expect(await imported(test, none, ' --prune --yes')).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining(folder)]),
    });
    expect(readdirSync(target)).toHaveLength(1);
    await until(() => test.seen().orders.size === 0);
    expect(await imported(test, current, ' --accept-warnings')).toMatchObject({ result: 'imported' });
    await until(() => test.seen().copies[0]?.autoRefresh === true);
  });

  it('shows what it would change, and asks for --yes before it changes or removes something', async () => {
    const test = await startTestApp();
    const settings = {};
    await imported(test, { ...example, settings }, ' --accept-warnings');
    const before = (await notafter(test, 'config export')).out;
    const other = { ...example, settings, orders: [{ ...shop, alias: null, endpoints: [] }], presets: [] };
    const changes = [
      {
        action: 'changed',
        kind: 'order',
        name: 'shop',
        of: 'Main',
        fields: [{ name: 'alias', before: shop.alias, after: null }],
      },
    ];
    expect(await imported(test, other, ' --dry-run')).toMatchObject({
      code: 0,
      changed: false,
      result: 'dryRun',
      changes,
    });
    expect(await imported(test, other)).toMatchObject({
      code: 1,
      changed: false,
      result: 'needsYes',
      changes,
    });
    expect((await notafter(test, 'config export')).out).toBe(before);
    expect(await imported(test, other, ' --yes --accept-warnings')).toMatchObject({
      code: 0,
      changed: true,
      changes,
    });
    expect(await imported(test, other, ' --prune --yes --accept-warnings')).toMatchObject({
      changes: [
        { action: 'removed', kind: 'endpoint', name: 'shop.invalid:443', of: 'shop' },
        { action: 'removed', kind: 'preset', name: 'Mail' },
      ],
    });
    const none = { settings, connections: [], orders: [], presets: [] };
    expect(await imported(test, none, ' --yes --accept-warnings')).toMatchObject({
      result: 'nothingToChange',
    });
    expect(await imported(test, none, ' --prune')).toMatchObject({ result: 'needsYes' });
    expect(await imported(test, none, ' --prune --yes --accept-warnings')).toMatchObject({ changed: true });
    await until(() => test.seen().connections.length + test.seen().orders.size === 0);
  });

  it('may say how earlier versions replaced files: of links it says that they are no longer written', async () => {
    const test = await startTestApp();
    const saying = (switching: 'rename' | 'link') => ({
      ...example,
      presets: example.presets.map((preset) => ({ ...preset, switching })),
    });
    const linked = await imported(test, saying('link'), ' --dry-run');
    const warnings = linked.changes.flatMap((change) => change.warnings);
    expect(warnings).toContainEqual({ kind: 'links', name: 'Mail' });
    const { out } = await notafter(test, `config import ${fileOf(saying('link'))} --dry-run`);
    expect(out).toContain('“Mail”');
    expect(out).toContain('symbolic links are no longer written');
    expect(await imported(test, saying('rename'), ' --yes --accept-warnings')).toMatchObject({
      changed: true,
    });
    for (const each of [saying('link'), saying('rename'), example])
      expect(await imported(test, each)).toMatchObject({ changed: false });
    expect((await notafter(test, 'config export')).out).not.toContain('switching');
  });

  it('that moves a connection to another host takes its token away', async () => {
    const test = await startTestApp();
    const { entries } = test.desktop.secretProcess as FakeSecretHost;
    await imported(test, example, ' --yes --accept-warnings');
    await notafter(test, `connections add ${address} --name Main --token-stdin`, { secret: 'abc' });
    const tokens = () => [...entries.values()].map((kept) => kept.split(' ').at(-1));
    expect(tokens()).toContain('abc');
    const moved = { ...example, connections: [{ name: 'Main', address: 'https://other.invalid', ca: null }] };
    expect(await imported(test, moved, ' --yes --accept-warnings')).toMatchObject({
      tokensMissing: [{ name: 'Main' }],
    });
    expect(tokens()).not.toContain('abc');
  });

  it('that fails in the middle leaves everything as it was, the token too', async () => {
    const userData = temporaryFolder();
    const secretProcess = new FakeSecretHost();
    const first = await startTestApp({ userData, secretProcess });
    await imported(first, { ...example, presets: [] }, ' --yes --accept-warnings');
    await notafter(first, `connections add ${address} --name Main --token-stdin`, { secret: 'abc' });
    const before = (await notafter(first, 'config export')).out;
    await first.quit();
    const change = (sql: string) => {
      const database = new DatabaseSync(join(userData, DATABASE_FILE));
      database.exec(sql);
      database.close();
    };
    // Endpoints are written after connections, presets and orders.
    change(`CREATE TRIGGER fault BEFORE INSERT ON endpoints BEGIN SELECT RAISE(ABORT, 'fault'); END`);
    const test = await startTestApp({ userData, secretProcess });
    const other: Configuration = {
      ...example,
      settings: { warningDays: 40 },
      connections: [{ name: 'Main', address: 'https://other.invalid', ca: null }],
      orders: [
        { ...shop, alias: 'Other' },
        { ...shop, rid: 'mail' },
      ],
    };
    expect(await notafter(test, `config import ${fileOf(other)} --yes --accept-warnings`)).toMatchObject({
      code: null,
      out: '',
    });
    expect((await notafter(test, 'config export')).out).toBe(before);
    const tokens = [...secretProcess.entries.values()].map((kept) => kept.split(' ').at(-1));
    expect(tokens).toContain('abc');
    await test.quit();
    change('DROP TRIGGER fault');
    expect(await exported(new FakeDesktop({ userData, secretProcess }))).toBe(before);
  });

  it('says where a file is wrong', async () => {
    const test = await startTestApp();
    const run = (text: string) => notafter(test, `config import ${fileOf(text)}`);
    expect(await run('{')).toMatchObject({ code: 1, err: expect.stringContaining('1:2') });
    const unknown = configurationText(example).replace('"version": 1', '"version": 7');
    expect(await run(unknown)).toMatchObject({ code: 1, err: expect.stringContaining('version 7') });
    expect(await run(' '.repeat(8 * 1024 * 1024 + 1))).toMatchObject({
      code: 1,
      err: expect.stringContaining('8 MiB'),
    });
    expect(await notafter(test, 'config import /nowhere.json')).toMatchObject({ code: 1 });
  });
});
