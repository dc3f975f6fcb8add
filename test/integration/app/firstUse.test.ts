import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { callNames } from '#shared/ipc/channels.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { ridOf } from '#test/support/orderRows.ts';
import { bytesBelow, secretsOf, textOf } from './secretTraces.ts';
import { connect, endExport, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

describe('from an empty profile', () => {
  it('confirms every order, over TLS with a custom CA', async () => {
    const service = await serviceFor({ tls: true, orders: 5 });
    const caFile = join(temporaryFolder(), 'root.pem');
    writeFileSync(caFile, service.caPem);
    const test = await startTestApp();
    expect(test.seen()).toMatchObject({
      connections: [],
      keychain: { state: { kind: 'ready' } },
      online: true,
    });
    await until(() => test.desktop.trayViews.at(-1)?.tooltip === 'NotAfter: no orders yet');

    test.desktop.choices.chooseCaFile = caFile;
    const chosen = okValue(await test.call('connections:chooseCaFile', null));
    const ca = { kind: 'chosen', id: chosen?.id ?? '' } as const;
    const [rid = ''] = service.rids;
    const draft = { name: 'Production', baseUrl: service.baseUrl, ca };
    const report = await test.call('connections:test', { ...draft, id: null, token: service.token, rid });
    expect(report).toMatchObject({
      error: null,
      found: { fingerprint256: service.order(rid).fingerprint256 },
    });

    const connection = okValue(await test.call('connections:add', { ...draft, token: service.token }));
    expect(connection).toMatchObject({
      token: { kind: 'keychain' },
      ca: { fileName: 'root.pem', certificates: 1, isConfirmed: true },
    });
    const text = `${service.rids.join(' , ')}\n${rid}`;
    const added = okValue(await test.call('orders:add', { connectionId: connection.id, text }));
    expect(added.results.map(({ outcome }) => outcome)).toEqual([
      ...service.rids.map(() => 'added'),
      'repeated',
    ]);

    await until(() => service.rids.every((each) => test.order(each)?.lastConfirmedAt != null));
    for (const each of service.rids) {
      const { fingerprint256, notAfter } = service.order(each);
      expect(test.order(each)).toMatchObject({ fingerprint256, notAfter: notAfter.getTime(), failure: null });
    }
    await until(() => test.seen().polling.size === 0);
    await until(() => /\. (?:First|Next): /u.test(test.desktop.trayViews.at(-1)?.tooltip ?? ''));
    const details = okValue(await test.call('orders:details', test.order(rid)?.id ?? ''));
    expect(details).toMatchObject({
      leaf: { fingerprint256: service.order(rid).fingerprint256 },
      serviceZoneOffsetMinutes: 480,
    });
    expect(details.history).toHaveLength(1);
  });

  it('shows the same orders after a restart before any request, and without a network', async () => {
    const service = await serviceFor({ orders: 4 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    const id = await connect(first, service);
    const [rid = ''] = service.rids;
    okValue(await first.call('orders:setAlias', { id: first.order(rid)?.id ?? '', alias: 'My shop' }));
    await until(() => first.order(rid)?.alias === 'My shop' && first.seen().polling.size === 0);
    const before = first.seen().orders;
    await first.quit();
    service.clearRequests();

    const second = await startTestApp({ ...profile, prepare: (desktop) => desktop.setOnline(false) });
    expect(before.size).toBe(4);
    expect(second.seen().orders).toEqual(before);
    expect(service.requests).toEqual([]);
    await until(() => second.seen().connections[0]?.token.kind === 'keychain');
    expect(second.seen().connections).toMatchObject([{ id, name: 'Production' }]);
  });

  it('polls no order again that was just polled before the restart, and every one on “Sync now”', async () => {
    const service = await serviceFor({ orders: 4 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    await connect(first, service);
    await first.quit();
    service.clearRequests();
    const second = await startTestApp(profile);
    await until(() => second.seen().connections[0]?.token.kind === 'keychain');
    expect(service.requests).toEqual([]);
    const sync = second.desktop.trayViews
      .at(-1)
      ?.menu.find((item) => item.kind === 'action' && item.label === 'Sync now');
    if (sync?.kind === 'action') sync.run();
    await until(() => new Set(service.requests.map(({ path }) => path)).size === 4);
  });
});

describe('an export through the calls', () => {
  it.each(['folder', 'zip'] as const)(
    'into a %s: dialog, review, files, summary, and the way to them',
    async (container) => {
      const service = await serviceFor({ orders: 2 });
      const test = await startTestApp();
      await connect(test, service);
      const target = temporaryFolder();
      const zip = join(target, 'bundle.zip');
      test.desktop.choices.chooseFolder = target;
      test.desktop.choices.chooseZipFile = zip;
      const orderIds = [...test.seen().orders.keys()];
      const parts = ['key', 'certificate', 'certificateServer', 'certificateChain'] as const;
      const jobId =
        okValue(
          await test.call('export:start', {
            orderIds,
            presetId: 'pem',
            parts: [...parts],
            container,
            into: null,
            deliveryId: null,
          }),
        ) ?? '';
      await endExport(test, jobId);
      const leaves = test.seen().exportJob?.items.map(({ leaf }) => leaf?.fingerprint256);
      expect(leaves?.toSorted()).toEqual(
        service.rids.map((rid) => service.order(rid).fingerprint256).toSorted(),
      );
      expect(test.seen().exportJob).toMatchObject({ error: null, cancelled: false });
      const archive = container === 'zip' ? unzipSync(readFileSync(zip)) : null;
      for (const { orderId, folder, state, files } of test.seen().exportJob?.items ?? []) {
        expect(state).toBe('written');
        expect(files).toHaveLength(4);
        const { material } = service.order(ridOf(test.seen().orders.get(orderId)));
        const key = archive?.[`${folder}/privkey.pem`] ?? readFileSync(join(target, folder, 'privkey.pem'));
        expect(Buffer.from(key).toString().trim()).toBe(material.key.trim());
      }
      const secret =
        container === 'zip'
          ? zip
          : join(target, test.seen().exportJob?.items[0]?.folder ?? '', 'privkey.pem');
      expect(statSync(secret).mode & 0o777).toBe(0o600);

      await test.call('export:reveal', jobId);
      expect(test.desktop.done.some((done) => done.startsWith(`reveal ${target}`))).toBe(true);
      await test.call('export:dismiss', jobId);
      await until(() => test.seen().exportJob === null);
    },
  );

  it('does nothing when the dialog is closed', async () => {
    const service = await serviceFor({ orders: 1 });
    const test = await startTestApp();
    await connect(test, service);
    const orderIds = [...test.seen().orders.keys()];
    expect(
      await test.call('export:start', {
        orderIds,
        presetId: 'pem',
        parts: ['key'],
        container: 'zip',
        into: null,
        deliveryId: null,
      }),
    ).toEqual({
      ok: true,
      value: null,
    });
    expect(test.seen().exportJob).toBeNull();
  });
});

describe('secrets', () => {
  it('are never sent, shown, logged or stored', async () => {
    const written: string[] = [];
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written.push(String(text));
        return true;
      }),
    );
    try {
      const service = await serviceFor({ orders: 0 });
      for (const keyKind of ['p256', 'rsa2048', 'p384'] as const) await service.addOrder({ keyKind });
      const userData = temporaryFolder();
      // The console logger of the real app.
      const { createConsoleLogger } = await import('#main/platform/logger.ts');
      const logger = createConsoleLogger(() => 0);
      const test = await startTestApp({ userData, surroundings: { logger } });
      const id = await connect(test, service);
      const [first = '', second = '', third = ''] = service.rids;
      const keys = [first, second, third].map((rid) => service.order(rid).material.key);
      service.setFault(second, { kind: 'wrongPem', variant: 'keyForCertificate' });
      service.setFault(third, { kind: 'wrongPem', variant: 'otherKey' });
      test.desktop.choices.chooseFolder = temporaryFolder();
      const orderIds = [...test.seen().orders.keys()];
      const jobId =
        okValue(
          await test.call('export:start', {
            orderIds,
            presetId: 'pem',
            parts: ['key'],
            container: 'folder',
            into: null,
            deliveryId: null,
          }),
        ) ?? '';
      await endExport(test, jobId);
      await test.call('orders:sync', null);
      await until(() => test.order(second)?.failure != null);
      for (const orderId of orderIds) await test.call('orders:details', orderId);
      const draft = { name: '', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
      const wrongToken = 'SENTINEL-wrong-token';
      await test.call('connections:test', { ...draft, id: null, token: wrongToken, rid: first });
      await test.call('connections:setToken', { id, token: wrongToken });
      await until(() => test.seen().connections[0]?.polling.kind === 'rejected');
      await test.call('connections:setToken', { id, token: `${wrongToken}\r\nX: 1` });
      for (const name of callNames) {
        await test.desktop.calls.raw(name, { id: wrongToken, token: { wrongToken } }).catch(() => undefined);
      }
      await test.call('app:snapshot', null);
      const open = bytesBelow(userData);
      await test.quit();

      const shown = textOf(test.desktop);
      const kept = open + bytesBelow(userData);
      expect(kept).toContain(first);
      expect(shown).toContain(first);
      expect(written.join('')).toContain('call refused: arguments');
      const secrets = [
        service.token,
        wrongToken,
        'uthorization',
        'Bearer',
        'PRIVATE KEY',
        ...keys.flatMap(secretsOf),
      ];
      expect(keys.map((key) => secretsOf(key).length)).toEqual([5, 15, 5]);
      for (const place of [shown, kept, written.join('')]) {
        for (const secret of secrets) expect(place.includes(secret), secret).toBe(false);
      }
    } finally {
      for (const stream of streams) stream.mockRestore();
    }
  });
});
