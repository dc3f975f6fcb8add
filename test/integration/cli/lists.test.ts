import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionsListResult } from '#main/cli/commands/connections.ts';
import { destinationsResult } from '#main/cli/commands/destinations.ts';
import { eventsTestResult } from '#main/cli/commands/eventsTest.ts';
import { hooksAddResult, hooksListResult } from '#main/cli/commands/hooks.ts';
import { ordersAliasResult, ordersListResult } from '#main/cli/commands/orders.ts';
import { ordersAcceptResult } from '#main/cli/commands/ordersAccept.ts';
import { presetsResult } from '#main/cli/commands/presets.ts';
import { z } from '#shared/zod.ts';
import { pushed } from '#test/integration/app/deliveringService.ts';
import { untilVerdict } from '#test/integration/app/receiving.ts';
import { bytesBelow } from '#test/integration/app/secretTraces.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, notafter } from './askApp.ts';

/** The app with a connection and the order `shop`, whose certificate is known. */
async function watching() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 60 });
  const secretProcess = new FakeSecretHost();
  const test = await startTestApp({ secretProcess });
  await connect(test, service, ['shop']);
  const cwd = temporaryFolder();
  const run = (line: string | readonly string[]) => notafter(test, line, { cwd });
  /** Runs a command after the app quit. */
  const later = async (line: string | readonly string[]) => {
    await test.quit();
    return await alone(new FakeDesktop({ userData: test.desktop.userData, secretProcess }), line);
  };
  return { service, test, cwd, run, later };
}

type Watching = Awaited<ReturnType<typeof watching>>;

const ways = [
  ['by the running app', ({ run }: Watching) => run],
  ['without the app', ({ later }: Watching) => later],
] as const;

describe.each(ways)('lists %s', (_, wayOf) => {
  it('have the orders with their aliases, the connections and the presets', async () => {
    const all = await watching();
    const run = wayOf(all);
    const alias = await run(['orders', 'alias', '--json', 'shop', '  Web shop ']);
    expect(ordersAliasResult(z).parse(JSON.parse(alias.out))).toMatchObject({
      changed: true,
      order: { rid: 'shop', title: 'Web shop' },
      alias: 'Web shop',
    });
    expect(JSON.parse((await run(['orders', 'alias', '--json', 'Web shop', 'Web shop'])).out)).toMatchObject({
      changed: false,
    });
    const orders = await run('orders list --json');
    expect(ordersListResult(z).parse(JSON.parse(orders.out)).orders).toMatchObject([
      { rid: 'shop', alias: 'Web shop', connection: 'Production', commonName: 'shop.example', tags: [] },
    ]);
    expect((await run('orders list')).out).toMatch(
      /^rid {3,}Alias {3,}Certificate {3,}Connection\nshop {2,}Web shop {2,}shop\.example {2,}Production\n$/u,
    );
    const connections = await run('connections list --json');
    expect(connectionsListResult(z).parse(JSON.parse(connections.out)).connections).toMatchObject([
      { name: 'Production', baseUrl: all.service.baseUrl, ca: null, isRejected: false, orders: 1 },
    ]);
    expect((await run('connections list')).out).toContain(`Production  ${all.service.baseUrl}`);
    const presets = await run('presets show --json nginx');
    expect(presetsResult(z).parse(JSON.parse(presets.out)).presets).toMatchObject([
      { id: 'nginx', isBuiltIn: true, files: [{ mode: '600' }, { mode: '644' }] },
    ]);
    expect((await run('presets show nginx')).out).toMatch(/ssl_certificate .*\n.*ssl_certificate_key /u);
    expect((await run('presets list')).out).toMatch(/^haproxy /mu);
    expect(await run('presets show nothing')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Unknown preset “nothing”'),
    });
  });
});

it('the alias of an order is removed by an empty one', async () => {
  const { test, run } = await watching();
  await run(['orders', 'alias', 'shop', 'Web']);
  expect(await run(['orders', 'alias', 'Web', ''])).toMatchObject({ code: 0, out: 'Shop  no alias\n' });
  await until(() => test.order('shop')?.alias === null);
});

describe('orders accept', () => {
  it('accepts a delivery with other names for a push-only order, by its fingerprint alone', async () => {
    const { service, deliver, test, row } = await pushed();
    const run = (...words: readonly string[]) =>
      notafter(test, ['orders', 'accept', '--json', 'Shop', ...words]);
    expect(JSON.parse((await run()).out)).toMatchObject({ changed: false, review: [] });
    const domains = ['a.example', 'b.example'] as const;
    const { fingerprint256 } = await service.addOrder({ rid: 'more', name: 'Shop', days: 30, domains });
    await deliver('More', 'more');
    await untilVerdict(test, 'More', 'namesDiffer');
    const shown = await run();
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('It is for a.example, b.example.') });
    expect(shown.err).toContain(`--fingerprint ${fingerprint256}`);
    const other = await run('--fingerprint', '0'.repeat(64));
    expect(JSON.parse(other.out)).toMatchObject({ error: { kind: 'otherCertificate' } });
    await untilVerdict(test, 'More', 'namesDiffer');
    const accepted = await run('--fingerprint', fingerprint256);
    expect(accepted.code).toBe(0);
    expect(ordersAcceptResult(z).parse(JSON.parse(accepted.out))).toMatchObject({
      ...{ changed: true, fingerprint256, review: ['namesDiffer'] },
    });
    await untilVerdict(test, 'More', 'accepted');
    expect(row()?.fingerprint256).toBe(fingerprint256);
    await service.addOrder({ rid: 'old', name: 'Shop', domains, days: -1 });
    await deliver('Old', 'old');
    await untilVerdict(test, 'Old', 'expired');
    const expired = await run('--fingerprint', service.order('old').fingerprint256);
    expect(JSON.parse(expired.out)).toMatchObject({ changed: false, error: { kind: 'pushOnly' } });
    expect(row()?.fingerprint256).toBe(fingerprint256);
  });

  it('accepts nothing but the certificate with the fingerprint that a person looked at', async () => {
    const { service, test, run } = await watching();
    expect(await run('orders accept shop')).toMatchObject({
      code: 0,
      err: '',
      out: 'Shop  nothing needs review\n',
    });
    await service.renew('shop', { domains: ['other.example'] });
    await run('sync');
    const shown = await run('orders accept --json shop');
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('No longer covers shop.example') });
    expect(JSON.parse(shown.out)).toMatchObject({ changed: false, error: { kind: 'needsFingerprint' } });
    await until(() => shown.err.includes(test.order('shop')?.fingerprint256 ?? 'none'));
    const fingerprint = test.order('shop')?.fingerprint256 ?? '';
    expect(shown.err).toContain(`notafter orders accept Production/shop --fingerprint ${fingerprint}`);
    const other = await run(`orders accept shop --json --fingerprint ${'0'.repeat(64)}`);
    expect(JSON.parse(other.out)).toMatchObject({ changed: false, error: { kind: 'otherCertificate' } });
    expect((await run('check')).code).toBe(1);
    const accepted = await run(
      `orders accept --json Production/shop --fingerprint ${fingerprint.toUpperCase()}`,
    );
    expect(accepted.code).toBe(0);
    expect(ordersAcceptResult(z).parse(JSON.parse(accepted.out))).toMatchObject({
      changed: true,
      review: ['namesLost'],
    });
    expect((await run('check')).code).toBe(0);
  });
});

describe('destinations', () => {
  it('are listed with their state, and forgotten all or none; the files stay', async () => {
    const { cwd, run, later } = await watching();
    expect(await run('destinations list')).toMatchObject({
      code: 0,
      err: expect.stringContaining('Nothing is exported'),
    });
    mkdirSync(join(cwd, 'tls'));
    await run('export shop --preset nginx --to tls');
    const listed = async () =>
      destinationsResult(z).parse(JSON.parse((await run('destinations list --json')).out)).destinations;
    const [one] = await listed();
    expect(one).toMatchObject({
      preset: 'nginx',
      keepsUpdated: false,
      state: 'fresh',
      outdated: false,
      command: null,
    });
    const folder = one?.folder ?? '';
    writeFileSync(join(folder, 'privkey.pem'), 'of another program');
    expect(await listed()).toMatchObject([{ state: 'changed' }]);
    expect(await run(`destinations remove ${folder} elsewhere`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('No exported files are tracked in elsewhere'),
    });
    expect(await listed()).toHaveLength(1);
    const removed = await later(`destinations remove --json ${folder}`);
    expect(destinationsResult(z).parse(JSON.parse(removed.out))).toMatchObject({ changed: true });
    expect(bytesBelow(folder)).toContain('of another program');
  });

  it('have their real folder, also where it has a character that cannot be seen', async () => {
    const { cwd, run } = await watching();
    const folder = join(cwd, 'of\u202eTLS');
    mkdirSync(folder);
    await run(['export', 'shop', '--preset', 'nginx', '--to', folder]);
    const listed = async () =>
      destinationsResult(z).parse(JSON.parse((await run('destinations list --json')).out)).destinations;
    const [one] = await listed();
    expect(one?.folder.startsWith(folder)).toBe(true);
    expect(await run(['destinations', 'remove', one?.folder ?? ''])).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });
});

it('dates are those of the terminal’s time zone', async () => {
  const test = await startTestApp();
  await notafter(test, 'hooks add --name CI');
  // These zones are 25 hours apart.
  const listed = async (timeZone: string) => {
    const terminal = { columns: null, hasColour: false, locales: ['en'], region: '', timeZone };
    const { out } = await notafter(test, 'hooks list', { terminal });
    return /\d+ \w{3} \d{4}/u.exec(out)?.[0] ?? '';
  };
  const days = [await listed('Pacific/Kiritimati'), await listed('Pacific/Niue')].map(
    (day) => Date.parse(`${day} UTC`) / 86_400_000,
  );
  expect(days[0]).toBeGreaterThan(days[1] ?? Number.NaN);
});

describe('hooks', () => {
  it('are added with a secret that is made and shown once, or given and shown never', async () => {
    const { test, run } = await watching();
    const made = hooksAddResult(z).parse(JSON.parse((await run('hooks add --json --name CI')).out));
    expect(made).toMatchObject({ hook: { name: 'CI', path: expect.stringMatching(/^\/[0-9a-f]{32,}$/u) } });
    expect(made.secret).toMatch(/^[\w-]{32}$/u);
    const secret = 'given-by-the-service';
    const given = await notafter(test, 'hooks add --name Service --path /in --secret-stdin', { secret });
    expect(given).toMatchObject({ code: 0, err: '', out: 'Service  /in\n' });
    const listed = await run('hooks list --json');
    expect(hooksListResult(z).parse(JSON.parse(listed.out)).hooks).toMatchObject([
      { name: 'CI', path: made.hook.path, isEnabled: true, secrets: 1 },
      { name: 'Service', path: '/in' },
    ]);
    const disk = bytesBelow(test.desktop.userData);
    for (const hidden of [secret, made.secret ?? '']) {
      expect(disk).not.toContain(hidden);
      expect(listed.out).not.toContain(hidden);
    }
    expect(await run('hooks add --name CI')).toMatchObject({ code: 1, out: '' });
  });
});

it('orders of two connections with one rid are told apart by their connections', async () => {
  const { service, test, run } = await watching();
  const line = `connections add ${service.baseUrl} --name Staging --token-stdin`;
  expect(await notafter(test, line, { secret: service.token })).toMatchObject({ code: 0 });
  expect(await run('orders add --connection Staging shop')).toMatchObject({ code: 0 });
  expect(await run('orders tag shop --add a')).toMatchObject({
    code: 3,
    err: 'Several orders are named “shop”. Use one of these: Production/shop, Staging/shop.\n',
  });
  expect(await run('orders tag Staging/shop --add a')).toMatchObject({ code: 0 });
  expect(
    ordersListResult(z).parse(JSON.parse((await run('orders list --json Staging/shop')).out)).orders,
  ).toMatchObject([{ rid: 'shop', connection: 'Staging', tags: ['a'] }]);
});

describe('events test', () => {
  it('says that nothing is set, what the webhook answered, and that it was removed meanwhile', async () => {
    const { test, run } = await watching();
    const none = await run('events test --json');
    expect(none.code).toBe(1);
    expect(JSON.parse(none.out)).toMatchObject({ error: { kind: 'noChannel' } });
    const posted: string[] = [];
    let status = 204;
    let meanwhile = async () => {};
    const receiver = createServer(async (request, response) => {
      posted.push(String(request.headers['webhook-id']));
      await meanwhile();
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    test.desktop.answer = () => 1;
    okValue(await test.call('alerts:setWebhook', { url: `${origin}/in?key=hidden`, events: ['expired'] }));
    expect(await run('events test')).toMatchObject({ code: 0, out: `${origin}  answered 204\n` });
    status = 500;
    const refused = await run('events test --json');
    expect(refused.code).toBe(1);
    expect(refused.out).not.toContain('hidden');
    expect(eventsTestResult(z).parse(JSON.parse(refused.out)).channels).toMatchObject([
      { channel: 'webhook', name: origin, isTaken: false, text: 'refused it: answered 500' },
    ]);
    meanwhile = async () => {
      okValue(await test.call('alerts:removeWebhook', null));
    };
    const removed = await run('events test --json');
    expect(removed.code).toBe(1);
    expect(eventsTestResult(z).parse(JSON.parse(removed.out)).channels).toMatchObject([
      { channel: 'webhook', name: origin, isTaken: false, text: 'was changed or removed meanwhile' },
    ]);
    expect(posted).toHaveLength(3);
    receiver.close();
  });
});
