import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionsAddResult, connectionsRemoveResult } from '#main/cli/commands/connections.ts';
import { endpointsResult } from '#main/cli/commands/endpoints.ts';
import {
  ordersAddResult,
  ordersNoteResult,
  ordersRemoveResult,
  ordersTagResult,
} from '#main/cli/commands/orders.ts';
import { thresholdsResult } from '#main/cli/commands/thresholds.ts';
import { isCleanText } from '#shared/text.ts';
import { z } from '#shared/zod.ts';
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

/** The app with a connection and the order `shop`; the service has `mail` too. */
async function watching() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  await service.addOrder({ rid: 'mail', name: 'Mail', days: 60 });
  const secretProcess = new FakeSecretHost();
  const test = await startTestApp({ secretProcess });
  await connect(test, service, ['shop']);
  const { userData } = test.desktop;
  const desktop = () => new FakeDesktop({ userData, secretProcess });
  /** Runs a command after the app quit. */
  const later = async (line: string | readonly string[], secret: string | null = null) => {
    await test.quit();
    return await alone(desktop(), line, secret);
  };
  const run = (line: string | readonly string[]) => notafter(test, line);
  return { service, test, run, later, desktop };
}

type Watching = Awaited<ReturnType<typeof watching>>;

/** Both ways to run a command: by the running app, and without it. */
const ways = [
  ['by the running app', ({ run }: Watching) => run],
  ['without the app', ({ later }: Watching) => later],
] as const;

describe.each(ways)('orders %s', (_, wayOf) => {
  it('are added once; the next command knows them', async () => {
    const all = await watching();
    const run = wayOf(all);
    const add = async (rids: string) => {
      const { code, out } = await run(`orders add --json ${rids}`);
      return { code, ...ordersAddResult(z).parse(JSON.parse(out)) };
    };
    expect(await add('mail shop')).toMatchObject({
      code: 0,
      changed: true,
      connection: 'Production',
      orders: [
        { rid: 'mail', result: 'added' },
        { rid: 'shop', result: 'alreadyThere' },
      ],
      refused: [],
    });
    expect(await add('mail')).toMatchObject({ code: 0, changed: false });
    expect(await run('orders add shop')).toMatchObject({ code: 0, out: 'shop  was there already\n' });
    const { code, out } = await run('sync --json mail');
    expect({ code, orders: JSON.parse(out).orders.length }).toEqual({ code: 0, orders: 1 });
  });

  it('are added without the words that are no rids, which make it exit with 1', async () => {
    const { code, out, err } = await wayOf(await watching())(`orders add mail ${'x'.repeat(300)}`);
    expect(code).toBe(1);
    expect(out).toBe('mail  added\n');
    expect(err).toMatch(/^“x+” is not a rid, and was not added\.\n$/u);
  });

  it('are removed all or none', async () => {
    const run = wayOf(await watching());
    await run('orders add mail');
    expect(await run('orders remove shop nowhere')).toMatchObject({
      code: 3,
      out: '',
      err: 'No order is named “nowhere”. “notafter orders list” lists all.\n',
    });
    const { code, out } = await run('orders remove --json shop');
    expect(code).toBe(0);
    expect(ordersRemoveResult(z).parse(JSON.parse(out))).toMatchObject({
      changed: true,
      orders: [{ rid: 'shop' }],
    });
    expect((await run('status')).out).not.toContain('Shop');
    expect(await run('orders remove shop')).toMatchObject({ code: 3 });
    const again = await run('orders remove --ignore-missing --json shop');
    expect(again.code).toBe(0);
    expect(ordersRemoveResult(z).parse(JSON.parse(again.out))).toMatchObject({ changed: false, orders: [] });
    // The running app has fetched its name.
    expect((await run('status')).out).toMatch(/^mail /imu);
  });
});

it('orders that are removed leave the window', async () => {
  const { run, test } = await watching();
  expect(await run('orders remove shop')).toMatchObject({ code: 0, err: '' });
  await until(() => test.seen().orders.size === 0);
});

describe.each(ways)('thresholds %s', (_, wayOf) => {
  it('of an order come before those of its tag, and both can be reset', async () => {
    const all = await watching();
    const run = wayOf(all);
    const thresholds = async (words: string) => {
      const { code, out } = await run(`thresholds ${words} --json`);
      return { code, ...thresholdsResult(z).parse(JSON.parse(out)) };
    };
    const general = { warning: '30d,33.33%', critical: '7d,10%', from: 'general', tag: null };
    expect(await thresholds('shop')).toMatchObject({ code: 0, changed: false, thresholds: general });
    await run('orders tag shop --add Prod');
    const ofTag = { warning: '45d', critical: '7d,10%', from: 'tag', tag: 'prod' };
    expect(await thresholds('--tag prod --warning 45')).toMatchObject({ changed: true, thresholds: ofTag });
    expect(await thresholds('--tag PROD -w 45d')).toMatchObject({ changed: false, thresholds: ofTag });
    expect(await thresholds('shop')).toMatchObject({ thresholds: ofTag });
    const own = { warning: '25%', critical: '5%', from: 'order', tag: null };
    expect(await thresholds('shop -w 25% -c 5%')).toMatchObject({ changed: true, thresholds: own });
    const { orders } = JSON.parse((await run('status --json shop')).out);
    expect(orders).toMatchObject([{ thresholds: { from: 'order' } }]);
    expect(await thresholds('shop --reset')).toMatchObject({ changed: true, thresholds: ofTag });
    expect(await run('thresholds --tag prod --reset')).toMatchObject({
      code: 0,
      out: 'prod  warning 30d,33.33%, critical 7d,10%: as for all orders\n',
    });
  });
});

describe.each(ways)('tags %s', (_, wayOf) => {
  it('are added and removed in any case, each once; the note stays', async () => {
    const all = await watching();
    const run = wayOf(all);
    const [id = ''] = all.test.seen().orders.keys();
    okValue(await all.test.call('orders:annotate', { id, tags: 'Frozen', note: 'Ask Web first' }));
    const tag = async (options: string) => {
      const { code, out } = await run(`orders tag shop --json ${options}`);
      return { code, ...ordersTagResult(z).parse(JSON.parse(out)) };
    };
    const first = await tag('--add team:web,prod,PROD --remove frozen,nothing');
    expect(first).toMatchObject({
      code: 0,
      changed: true,
      order: { rid: 'shop' },
      tags: ['team:web', 'prod'],
    });
    expect(await tag('--add Prod --remove frozen,TEAM:WEB,prod')).toMatchObject({
      changed: true,
      tags: ['prod'],
    });
    expect(await tag('--add PROD --remove frozen,prod')).toMatchObject({ changed: false, tags: ['prod'] });
    const { orders } = JSON.parse((await run('status --json shop')).out);
    expect(orders).toMatchObject([{ tags: ['prod'], note: 'Ask Web first' }]);
    expect(await run('orders tag shop --add team:web')).toMatchObject({
      code: 0,
      out: 'Shop  prod, team:web\n',
    });
    expect(await run('orders tag shop --remove prod,team:web')).toMatchObject({
      code: 0,
      out: 'Shop  no tags\n',
    });
    expect(await run('orders tag nowhere --add prod')).toMatchObject({ code: 3, out: '' });
  });

  it('are stored clean, whatever the text has', async () => {
    const run = wayOf(await watching());
    const hostile = '"on" call,“x”\n\u001b[31mred\u0007,，; rm -rf ~、$(id),\u202eevil\u0000,\ud800';
    const { code, out } = await run(['orders', 'tag', 'shop', '--json', '--add', hostile]);
    const { tags } = ordersTagResult(z).parse(JSON.parse(out));
    expect({ code, isClean: tags.every(isCleanText) }).toEqual({ code: 0, isClean: true });
    expect(tags.slice(0, 2)).toEqual(['on call', 'x']);
    expect(tags).toEqual(expect.arrayContaining(['; rm -rf ~', '$(id)']));
    expect(tags.join('')).not.toMatch(/[",“”\n]/u);
    const shown = await run(['orders', 'tag', 'shop', '--add', hostile]);
    expect(shown).toMatchObject({ code: 0, out: `Shop  ${tags.join(', ')}\n` });
    const removed = await run(['orders', 'tag', 'shop', '--json', '--remove', hostile]);
    expect(JSON.parse(removed.out)).toMatchObject({ changed: true, tags: [] });
  });

  it.each([
    ['a tag is too long', 'x'.repeat(51)],
    ['there would be too many', Array.from({ length: 20 }, (_unused, index) => `t${index}`).join()],
  ])('are not changed if %s', async (_problem, added) => {
    const run = wayOf(await watching());
    expect(await run('orders tag shop --add prod')).toMatchObject({ code: 0 });
    const answer = await run(`orders tag shop --json --add ${added} --remove other`);
    expect(answer).toMatchObject({
      code: 1,
      out: expect.stringContaining('"changed":false'),
      err: expect.stringContaining('up to 20 tags'),
    });
    expect((await run('orders tag shop --add prod')).out).toBe('Shop  prod\n');
  });
});

describe.each(ways)('a note %s', (_, wayOf) => {
  it('is set, printed and removed; the tags stay', async () => {
    const all = await watching();
    const run = wayOf(all);
    const [id = ''] = all.test.seen().orders.keys();
    okValue(await all.test.call('orders:annotate', { id, tags: 'prod, team:web', note: '' }));
    const note = async (...words: readonly string[]) => {
      const { code, out, err } = await run(['orders', 'note', 'shop', '--json', ...words]);
      return { code, err, ...ordersNoteResult(z).parse(JSON.parse(out)) };
    };
    expect(await note()).toMatchObject({ code: 0, changed: false, order: { rid: 'shop' }, note: '' });
    expect(await run('orders note shop')).toMatchObject({ code: 0, out: 'Shop  no note\n' });
    const text = 'Ask Web first,\nthen “renew”';
    expect(await note(` ${text}\r\n`)).toMatchObject({ code: 0, err: '', changed: true, note: text });
    expect(await note(text)).toMatchObject({ changed: false, note: text });
    expect(await note()).toMatchObject({ changed: false, note: text });
    expect(await run('orders note shop')).toMatchObject({
      code: 0,
      out: 'Shop  Ask Web first,\n  then “renew”\n',
    });
    const { orders } = JSON.parse((await run('status --json shop')).out);
    expect(orders).toMatchObject([{ tags: ['prod', 'team:web'], note: text }]);
    expect(await note('')).toMatchObject({ changed: true, note: '' });
    expect(await run('orders note nowhere Text')).toMatchObject({ code: 3, out: '' });
  });

  it('is stored clean, whatever the text has', async () => {
    const run = wayOf(await watching());
    const hostile = '\u001b[31mred\u0007\u202eevil\u0000\n\ud800$(id)';
    const { code, out } = await run(['orders', 'note', 'shop', hostile]);
    expect({ code, clean: out.split('\n').every(isCleanText) }).toEqual({ code: 0, clean: true });
    expect(out).toContain('$(id)');
  });

  it('stays if the new one is too long', async () => {
    const run = wayOf(await watching());
    await run(['orders', 'note', 'shop', 'Ask Web']);
    expect(await run(['orders', 'note', 'shop', '--json', 'x'.repeat(2001)])).toMatchObject({
      code: 1,
      out: expect.stringContaining('"changed":false'),
      err: expect.stringContaining('2,000 characters'),
    });
    expect((await run('orders note shop')).out).toBe('Shop  Ask Web\n');
  });
});

it('a note that a command sets is in the window', async () => {
  const { run, test } = await watching();
  await run('orders note shop Frozen');
  await until(() => [...test.seen().orders.values()].some(({ note }) => note === 'Frozen'));
});

it('tags that a command adds are in the window', async () => {
  const { run, test } = await watching();
  await run('orders tag shop --add prod');
  await until(() => [...test.seen().orders.values()].some(({ tags }) => tags.includes('prod')));
});

const token = 'SENTINEL-token-4711';

describe.each(ways)('a connection %s', (_, wayOf) => {
  it('is added with its token, which is in no file, output or log', async () => {
    const all = await watching();
    // The address of an endpoint is cut to that of the service.
    const endpoint = `${all.service.baseUrl}/open/ssl/latest/mail?x=1`;
    const line = `connections add --json ${endpoint} --name Second --token-stdin`;
    const { code, out, err } =
      wayOf(all) === all.run
        ? await notafter(all.test, line, { secret: all.service.token })
        : await all.later(line, all.service.token);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(connectionsAddResult(z).parse(JSON.parse(out))).toMatchObject({
      changed: true,
      connection: { name: 'Second', baseUrl: all.service.baseUrl },
    });
    await all.test.quit();
    // The token works: the new connection is asked about its order.
    const added = await alone(all.desktop(), 'orders add --connection Second mail');
    expect(added).toMatchObject({ code: 0 });
    const synced = await alone(all.desktop(), 'sync mail');
    expect(synced).toMatchObject({ code: 0 });
    const refused = await alone(all.desktop(), `orders add --connection Second ${all.service.token}`);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('access token');
    const traces = [out, err, bytesBelow(all.test.desktop.userData), all.test.log, synced, refused];
    expect(JSON.stringify(traces)).not.toContain(all.service.token);
  });

  it.each([
    ['http://service.example --name Second', token],
    ['https://service.example --name Production', token],
    ['https://service.example --name Second', `${token}\u0000`],
    ['https://service.example --name Second', ''],
  ])('is refused for %s, and the token appears nowhere', async (words, secret) => {
    const all = await watching();
    const line = `connections add ${words} --token-stdin`;
    const answer =
      wayOf(all) === all.run ? await notafter(all.test, line, { secret }) : await all.later(line, secret);
    expect(answer).toMatchObject({ code: 1, out: '' });
    expect(answer.err).not.toBe('');
    await all.test.quit();
    const traces = [answer, bytesBelow(all.test.desktop.userData), all.test.log];
    expect(JSON.stringify(traces)).not.toContain(token);
  });
});

describe.each(ways)('a connection %s', (_, wayOf) => {
  it('is removed with its orders, but only with --yes', async () => {
    const all = await watching();
    const run = wayOf(all);
    expect(await run('connections remove Production')).toEqual(
      expect.objectContaining({
        code: 1,
        out: '',
        err: 'Remove “Production” with its 1 order and its token?\nNothing was removed yet. Repeat the command with --yes.\n',
      }),
    );
    expect(await run('connections remove Second --yes')).toMatchObject({
      code: 3,
      err: 'No connection is named “Second”. Nothing was removed.\n',
    });
    const { code, out } = await run('connections remove Production --yes --json');
    expect({ code, ...connectionsRemoveResult(z).parse(JSON.parse(out)) }).toMatchObject({
      ...{ code: 0, changed: true, orders: 1 },
      connection: { name: 'Production', baseUrl: all.service.baseUrl },
    });
    expect((await run('status --json')).out).toContain('"orders": []');
    await all.test.quit();
    expect((all.desktop().secretProcess as FakeSecretHost).entries.size).toBe(0);
  });

  it('is added with the CA of its service, or not at all', async () => {
    const all = await watching();
    const service = await serviceFor({ orders: 0, tls: true });
    await service.addOrder({ rid: 'inside', name: 'Inside', days: 60 });
    const folder = temporaryFolder();
    const [caFile, other] = [join(folder, 'ca.pem'), join(folder, 'other.pem')];
    writeFileSync(caFile, service.caPem);
    writeFileSync(other, 'no certificate');
    const add = async (file: string) => {
      const line = `connections add ${service.baseUrl} --name Own --token-stdin --ca-file ${file}`;
      return wayOf(all) === all.run
        ? await notafter(all.test, line, { secret: service.token })
        : await all.later(line, service.token);
    };
    expect(await add(other)).toMatchObject({ code: 1, err: expect.stringContaining('CA') });
    expect(await add(join(folder, 'missing.pem'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('missing.pem'),
    });
    expect(await add(caFile)).toMatchObject({ code: 0, err: '' });
    expect(await wayOf(all)('orders add --connection Own inside')).toMatchObject({ code: 0 });
    expect(await wayOf(all)('sync inside')).toMatchObject({ code: 0 });
  });
});

it('a connection is not added while the keychain cannot be used', async () => {
  const { desktop, test } = await watching();
  await test.quit();
  const headless = desktop();
  (headless.secretProcess as FakeSecretHost).isLoadable = false;
  const line = 'connections add https://service.example --name Second --token-stdin';
  const { code, err } = await alone(headless, line, token);
  expect(code).toBe(3);
  expect(err).toMatch(/keychain/iu);
});

it('an order of several connections names its connection', async () => {
  const { service, test, run } = await watching();
  const none = await startTestApp();
  expect(await notafter(none, 'orders add mail')).toMatchObject({
    code: 3,
    err: expect.stringContaining('No connections yet'),
  });
  const line = `connections add ${service.baseUrl} --name Second --token-stdin`;
  await notafter(test, line, { secret: service.token });
  const wanted = 'Name one of the connections with --connection: Production, Second.\n';
  expect(await run('orders add mail')).toMatchObject({ code: 3, err: wanted });
  expect(await run('orders add --connection Third mail')).toMatchObject({ code: 3, err: wanted });
  expect(await run('orders add --connection Second mail')).toMatchObject({ code: 0 });
});

describe.each(ways)('endpoints %s', (_, wayOf) => {
  it('are added once, and removed', async () => {
    const run = wayOf(await watching());
    const change = async (line: string) => {
      const { code, out } = await run(line);
      return { code, ...endpointsResult(z).parse(JSON.parse(out)) };
    };
    const web = { host: '127.0.0.1', port: 1, protocol: 'tls', serverName: null };
    const mail = { host: 'localhost', port: 993, protocol: 'tls', serverName: null };
    const add = 'endpoints add --json shop 127.0.0.1:1 imaps://localhost';
    expect(await change(add)).toMatchObject({ code: 0, changed: true, order: { rid: 'shop' } });
    expect(await change(add)).toMatchObject({ code: 0, changed: false, endpoints: [web, mail] });
    expect(await run('endpoints remove shop 127.0.0.1:1 localhost')).toMatchObject({
      code: 3,
      out: '',
      err: 'The order has no server “localhost”. Nothing was removed.\n',
    });
    expect(await change('endpoints remove --json shop 127.0.0.1:1')).toMatchObject({
      code: 0,
      changed: true,
      endpoints: [mail],
    });
    expect(await change('endpoints remove --ignore-missing --json shop 127.0.0.1:1')).toMatchObject({
      code: 0,
      changed: false,
      endpoints: [mail],
    });
    expect(await run('endpoints remove shop localhost:993')).toMatchObject({
      code: 0,
      out: 'Shop has 0 servers:\n',
    });
  });

  it('are asked for another name than the host, if one is given', async () => {
    const run = wayOf(await watching());
    const line = 'endpoints add shop 127.0.0.1:1 --server-name';
    const named = await run(`${line} shop.example --json`);
    expect(endpointsResult(z).parse(JSON.parse(named.out)).endpoints).toMatchObject([
      { host: '127.0.0.1', serverName: 'shop.example' },
    ]);
    expect((await run(`${line} mail.example`)).out).toContain('\n  127.0.0.1:1  asked for mail.example\n');
    expect(await run(`${line} 127.0.0.2`)).toMatchObject({ code: 1, out: '' });
  });

  it('are added all or none', async () => {
    const run = wayOf(await watching());
    const { code, out } = await run('endpoints add shop a.example *.example');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(await run('probe')).toMatchObject({ err: expect.stringContaining('No servers') });
  });
});
