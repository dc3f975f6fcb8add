import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import { ALWAYS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import {
  connect,
  endExport,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '../../app/testApp.ts';
import { serverWith } from '../probe/leafServers.ts';

/** Exports every order. @returns the folders */
async function exportAll(test: TestApp): Promise<readonly string[]> {
  const target = temporaryFolder();
  test.desktop.choices.chooseFolder = target;
  const orderIds = [...test.seen().orders.keys()];
  const start = {
    orderIds,
    presetId: 'nginx',
    parts: null,
    container: 'folder' as const,
    into: null,
    deliveryId: null,
  };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await endExport(test, jobId);
  await test.call('export:dismiss', jobId);
  return readdirSync(target).map((name) => join(target, name));
}

function filesIn(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = ['privkey.pem', 'fullchain.pem'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  return { key: key ?? '', cert: cert ?? '' };
}

/** A server that reads its files when it starts and when it is reloaded, as nginx does. */
async function startServer([folder = '']: readonly string[]) {
  const files = () => filesIn(folder);
  const server = createServer(files(), (socket) => socket.on('error', () => undefined).end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, reload: () => server.setSecureContext(files()) };
}

it('a server that serves the previous leaf is detected, and the verdict changes automatically after its reload', async () => {
  const service = await serviceFor({ orders: 1 });
  const { clock, scheduler, advance } = createSkippableTime();
  const userData = temporaryFolder();
  const test = await startTestApp({ userData, surroundings: { clock, scheduler } });
  await connect(test, service);
  const [rid = ''] = service.rids;
  const order = () => test.order(rid);
  const server = await startServer(await exportAll(test));
  const endpoint = (): EndpointView | undefined => test.seen().endpoints[0];
  const address = (): AddressView | undefined => endpoint()?.addresses[0];

  const draft = { protocol: null, serverName: order()?.domains[0] ?? '', intervalMinutes: 720 };
  const place = { orderId: order()?.id ?? '', text: `127.0.0.1:${server.port}`, ...draft };
  okValue(await test.call('endpoints:add', place));
  await until(() => address()?.relation === 'issued');
  expect(endpoint()).toMatchObject({ host: '127.0.0.1', port: server.port, protocol: 'tls', error: null });
  expect(address()?.served?.findings.map(({ kind }) => kind)).not.toContain('nameNotCovered');
  const former = address()?.served?.fingerprint256;
  const probedAt = endpoint()?.probedAt;

  const { fingerprint256 } = await service.renew(rid, { days: 300 });
  await test.call('orders:sync', null);
  await until(() => order()?.fingerprint256 === fingerprint256);
  // The relation changes with the order, without another probe.
  await until(() => address()?.relation === 'former');
  expect(endpoint()?.probedAt).toBe(probedAt);

  const [copy] = test.seen().copies;
  okValue(
    await test.call('copies:refresh', { ids: [copy?.id ?? ''], overwriteChanged: false, reviewed: null }),
  );
  await advance(31_000);
  await until(() => endpoint()?.probedAt !== probedAt && endpoint()?.probing === false);
  expect(address()).toMatchObject({ relation: 'former', served: { fingerprint256: former } });

  server.reload();
  await advance(5 * MINUTE_MS);
  await until(() => address()?.relation === 'issued');
  expect(address()?.served?.fingerprint256).toBe(fingerprint256);
  expect(address()?.servedSince).toBe(endpoint()?.probedAt);

  const seen = endpoint();
  await test.quit();
  const again = await startTestApp({ userData, surroundings: { clock, scheduler } });
  expect(again.seen().endpoints).toEqual([seen]);
});

it('a new server with the certificate of another order is not deployed as soon as the service was asked', async () => {
  const service = await serviceFor({ orders: 2 });
  const test = await startTestApp();
  await connect(test, service);
  const [one = ''] = await exportAll(test);
  const server = await startServer([one]);
  const copy = test.seen().copies.find(({ folder }) => !folder.endsWith(basename(one)));
  const orderId = copy?.orderId ?? '';
  const other = service.rids.find((rid) => test.order(rid)?.id === orderId) ?? '';
  const asked = service.requests.filter(({ path }) => path.includes(other)).length;
  const draft = { protocol: null, serverName: '', intervalMinutes: 720 };
  okValue(await test.call('endpoints:add', { orderId, text: `127.0.0.1:${server.port}`, ...draft }));
  await until(() => test.seen().endpoints[0]?.addresses[0]?.relation === 'other');
  await until(() => test.order(other)?.deployment?.servedOther === ALWAYS);
  expect(service.requests.filter(({ path }) => path.includes(other)).length).toBeGreaterThan(asked);
});

it('two orders of different kinds of key see their own certificate of the same server', async () => {
  const service = await serviceFor({ orders: 0 });
  const domains: [string] = ['shop.example'];
  for (const keyKind of ['rsa2048', 'p256'] as const)
    await service.addOrder({ rid: keyKind, name: keyKind, keyKind, domains });
  const test = await startTestApp();
  await connect(test, service);
  const leaves = (await exportAll(test))
    .map(filesIn)
    .map(({ key, cert }) => ({ key, leaf: cert, chain: '' }));
  const text = `127.0.0.1:${await serverWith('nginx', leaves)}`;
  const draft = { text, protocol: null, serverName: 'shop.example', intervalMinutes: 720 };
  for (const orderId of test.seen().orders.keys())
    okValue(await test.call('endpoints:add', { orderId, ...draft }));
  const addresses = () => test.seen().endpoints.flatMap((endpoint) => endpoint.addresses);
  await until(() => addresses().length === 2);
  expect(addresses().map(({ relation }) => relation)).toEqual(['issued', 'issued']);
});

it('a removed endpoint is restored with its results, and removed with its connection', async () => {
  const service = await serviceFor({ orders: 1 });
  const test = await startTestApp();
  const connectionId = await connect(test, service);
  const [order] = [...test.seen().orders.values()];
  const { port } = await startServer(await exportAll(test));
  const draft = { text: `127.0.0.1:${port}`, protocol: null, serverName: '', intervalMinutes: 720 };
  const id = okValue(await test.call('endpoints:add', { orderId: order?.id ?? '', ...draft }));
  await until(() => test.seen().endpoints[0]?.addresses[0]?.relation === 'issued');
  const [before] = test.seen().endpoints;
  okValue(await test.call('endpoints:remove', [id]));
  await until(() => test.seen().endpoints.length === 0);
  okValue(await test.call('endpoints:restore', [id]));
  await until(() => test.seen().endpoints.length === 1);
  expect(test.seen().endpoints).toEqual([before]);
  expect(before?.addresses[0]?.served?.findings).toContainEqual({
    kind: 'nameNotCovered',
    name: '127.0.0.1',
  });
  okValue(await test.call('connections:remove', connectionId));
  await until(() => test.seen().endpoints.length === 0);
});
