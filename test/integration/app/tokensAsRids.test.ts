import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { notafter } from '#test/integration/cli/askApp.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { bytesBelow, textOf } from './secretTraces.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

/** A service with the order `shop`, and an app with that connection. */
async function connected() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const { token } = service;
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  const id = await connect(test, service, ['shop']);
  /** Where the token is that it must not be. */
  const traces = (each: typeof test) => ({
    paths: service.requests.filter(({ path }) => path.includes(token)),
    window: textOf(each.desktop).includes(token),
    log: JSON.stringify(each.log).includes(token),
    files: bytesBelow(profile.userData).includes(token),
  });
  return { service, token, profile, test, id, traces };
}

const nowhere = { paths: [], window: false, log: false, files: false };

describe('an access token', () => {
  it('is added as an order in no way', async () => {
    const { token, test, id, traces } = await connected();
    const added = okValue(await test.call('orders:add', { connectionId: id, text: `${token} mail` }));
    expect(added).toMatchObject({
      results: [{ rid: 'mail', outcome: 'added' }],
      refused: [{ text: '••••••••', reason: 'token' }],
    });
    const command = await notafter(test, ['orders', 'add', token]);
    expect(command).toMatchObject({ code: 1, out: '' });
    expect(command.err).toContain('access token');
    expect(JSON.stringify(command)).not.toContain(token);

    const path = join(temporaryFolder(), 'notafter.json');
    test.desktop.choices.chooseConfigurationFile = path;
    okValue(await test.call('configuration:save', null));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"mail"', `"${token}"`));
    expect(await test.call('configuration:open', null)).toEqual({
      ok: false,
      error: { kind: 'configuration', reason: 'badValue', place: 'orders[0].rid', why: 'isToken', more: 0 },
    });
    await until(() => test.order('mail')?.failure?.kind === 'unknownRid');
    await test.quit();
    expect(traces(test)).toEqual(nowhere);
  });

  it('is sent in no path by a test of a connection', async () => {
    const { service, token, test, traces } = await connected();
    const draft = { name: '', baseUrl: service.baseUrl, ca: { kind: 'none' as const }, token };
    const tried = await test.call('connections:try', { ...draft, rids: [token] });
    expect(tried.results[0]?.answer).toMatchObject({ ok: false, error: { reason: 'isToken' } });
    expect(await test.call('connections:test', { ...draft, id: null, rid: token })).toMatchObject({
      error: { kind: 'invalidInput', field: 'rid', reason: 'isToken' },
    });
    expect(traces(test).paths).toEqual([]);
  });

  it('that was stored as a rid is masked at the start, never requested, and can be removed', async () => {
    const { service, token, profile, test, traces } = await connected();
    await test.quit();
    const database = new DatabaseSync(join(profile.userData, 'notafter.db'));
    database.exec(`UPDATE orders SET rid = '${token}'`);
    database.close();
    service.clearRequests();

    const later = await startTestApp(profile);
    await until(() => later.order('••••••••')?.failure?.kind === 'invalidInput');
    expect(later.order('••••••••')).toMatchObject({ failure: { field: 'rid', reason: 'isToken' } });
    const { id } = later.order('••••••••') ?? { id: '' };
    await later.call('orders:sync', [id]);
    await until(() => later.seen().polling.size === 0);
    expect(traces(later).paths).toEqual([]);
    const status = await notafter(later, ['status', '--json']);
    expect(JSON.stringify(status)).not.toContain(token);
    okValue(await later.call('orders:remove', [id]));
    await until(() => later.seen().orders.size === 0);
    await later.quit();
    expect(traces(later)).toMatchObject({ paths: [], log: false, files: false });
  });

  it('that is entered later masks an order which was added before it was known', async () => {
    const { service, token, test, id, traces } = await connected();
    okValue(await test.call('connections:removeToken', id));
    okValue(await test.call('orders:add', { connectionId: id, text: token }));
    okValue(await test.call('connections:setToken', { id, token }));
    await until(() => test.order('••••••••') !== undefined && test.seen().polling.size === 0);
    expect(test.order(token)).toBeUndefined();
    expect(traces(test).paths).toEqual([]);
    expect(service.requests.length).toBeGreaterThan(0);
    await test.quit();
    expect(traces(test)).toMatchObject({ log: false, files: false });
  });
});
