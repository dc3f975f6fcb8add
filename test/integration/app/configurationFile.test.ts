import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretsOf } from './secretTraces.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

/** An app with orders, and its configuration in a file. */
async function savedConfiguration() {
  const service = await serviceFor({ orders: 2 });
  const test = await startTestApp();
  await connect(test, service);
  const path = join(temporaryFolder(), 'notafter.json');
  test.desktop.choices.chooseConfigurationFile = path;
  expect(await test.call('configuration:save', null)).toEqual({ ok: true, value: 'notafter.json' });
  const open = async (from: typeof test) => {
    from.desktop.choices.chooseConfigurationFile = path;
    const preview = okValue(await from.call('configuration:open', null));
    if (preview === null) throw new Error('no file was chosen');
    return preview;
  };
  return { service, test, path, open };
}

describe('the configuration file of the window', () => {
  it('has no secrets, and only the user can read it', async () => {
    const { service, path } = await savedConfiguration();
    const text = readFileSync(path, 'utf8');
    const keys = service.rids.map((rid) => service.order(rid).material.key);
    for (const secret of [service.token, 'PRIVATE KEY', ...keys.flatMap(secretsOf)])
      expect(text).not.toContain(secret);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is imported in an empty app after a preview, which names the connection without a token', async () => {
    const { service, open } = await savedConfiguration();
    const empty = await startTestApp();
    const { id, fileName, changes } = await open(empty);
    expect(fileName).toBe('notafter.json');
    expect(changes.filter(({ kind }) => kind === 'order').map(({ name }) => name)).toEqual(
      [...service.rids].sort(),
    );
    const outcome = okValue(await empty.call('configuration:import', { id, prune: false }));
    await until(() => service.rids.every((rid) => empty.order(rid) !== undefined));
    const [connection] = empty.seen().connections;
    expect(outcome).toEqual({
      kind: 'imported',
      waiting: 0,
      withoutToken: [{ id: connection?.id, name: connection?.name }],
    });
    expect((await open(empty)).changes).toEqual([]);
    expect(await empty.call('configuration:import', { id, prune: false })).toMatchObject({
      ok: false,
      error: { kind: 'unknownId' },
    });
  });

  it('removes what is not in it only when asked to', async () => {
    const { service, test, open, path } = await savedConfiguration();
    const [kept = '', gone = ''] = service.rids;
    const file = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(
      path,
      JSON.stringify({ ...file, orders: file.orders.filter(({ rid }: { rid: string }) => rid === kept) }),
    );
    const first = await open(test);
    expect(first.changes).toEqual([expect.objectContaining({ action: 'removed', name: gone })]);
    okValue(await test.call('configuration:import', { id: first.id, prune: false }));
    expect(test.order(gone)).toBeDefined();
    const { id } = await open(test);
    okValue(await test.call('configuration:import', { id, prune: true }));
    await until(() => test.order(gone) === undefined);
    expect(test.order(kept)).toBeDefined();
  });

  it('imports nothing when something changed after the preview, and shows the new one', async () => {
    const { service, test, open } = await savedConfiguration();
    const [rid = ''] = service.rids;
    const orderId = test.order(rid)?.id ?? '';
    const { id, changes } = await open(test);
    expect(changes).toEqual([]);
    okValue(await test.call('orders:setAlias', { id: orderId, alias: 'Shop' }));
    const outcome = okValue(await test.call('configuration:import', { id, prune: true }));
    expect(outcome).toMatchObject({
      kind: 'outdated',
      preview: {
        changes: [
          {
            action: 'changed',
            kind: 'order',
            name: rid,
            fields: [{ name: 'alias', before: 'Shop', after: null }],
          },
        ],
      },
    });
    await until(() => test.order(rid)?.alias === 'Shop');
    const preview = outcome.kind === 'outdated' ? outcome.preview : null;
    okValue(await test.call('configuration:import', { id: preview?.id ?? '', prune: true }));
    await until(() => test.order(rid)?.alias === null);
  });

  it('says where a file is damaged, and changes nothing', async () => {
    const { test, path } = await savedConfiguration();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"orders"', '"order"'));
    expect(await test.call('configuration:open', null)).toEqual({
      ok: false,
      error: { kind: 'configuration', reason: 'missing', place: 'orders', why: null, more: 1 },
    });
    test.desktop.choices.chooseConfigurationFile = null;
    expect(await test.call('configuration:open', null)).toEqual({ ok: true, value: null });
    expect(await test.call('configuration:save', null)).toEqual({ ok: true, value: null });
  });
});
