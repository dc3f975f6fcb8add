import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReferenceService } from '#test/service/referenceService.ts';
import {
  connect,
  endExport,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

interface Scene {
  readonly service: ReferenceService;
  readonly test: TestApp;
  /** The id of an order by its place in the service. */
  readonly orderId: (index: number) => string;
  /** The path of an exported file of an order. */
  readonly path: (index: number, name: string) => string;
}

/** An app with orders, of which the first `exported` are exported as for nginx. */
async function scene({ orders, exported }: { orders: number; exported: number }): Promise<Scene> {
  const service = await serviceFor({ orders });
  const test = await startTestApp();
  await connect(test, service);
  const target = temporaryFolder();
  test.desktop.choices.chooseFolder = target;
  const orderId = (index: number) => test.order(service.rids[index] ?? '')?.id ?? '';
  const orderIds = service.rids.slice(0, exported).map((_, index) => orderId(index));
  const how = { presetId: 'nginx', parts: null, container: 'folder', into: null, deliveryId: null } as const;
  const jobId = okValue(await test.call('export:start', { orderIds, ...how })) ?? '';
  await endExport(test, jobId, {});
  await test.call('export:dismiss', jobId);
  await until(() => test.seen().copies.length === exported && test.seen().exportJob === null);
  const path = (index: number, name: string) => {
    const folder = test.seen().copies.find((copy) => copy.orderId === orderId(index))?.folder ?? '';
    return join(target, folder.slice(folder.lastIndexOf('/') + 1), name);
  };
  return { service, test, orderId, path };
}

it('exports each order to its last folder without a question, and says what is up to date or has no folder', async () => {
  const { service, test, orderId, path } = await scene({ orders: 3, exported: 2 });
  const [rid = ''] = service.rids;
  const { material } = await service.renew(rid, { days: 300 });
  const orderIds = [0, 1, 2].map(orderId);
  const results = okValue(await test.call('export:again', orderIds));
  expect(results).toMatchObject([
    { orderId: orderIds[0], kind: 'written', files: { length: 2 }, canUndo: true },
    { orderId: orderIds[1], kind: 'current' },
    { orderId: orderIds[2], kind: 'noDestination' },
  ]);
  expect(readFileSync(path(0, 'fullchain.pem'), 'utf8')).toBe(material.certificate);
  expect(readFileSync(path(0, 'privkey.pem'), 'utf8')).toBe(material.key);
  const { exportJob } = await test.call('app:snapshot', null);
  expect(exportJob).toBeNull();
});

it('writes what is missing, leaves changed files to a review, and goes on after a failure', async () => {
  const { service, test, orderId, path } = await scene({ orders: 3, exported: 3 });
  for (const rid of service.rids) await service.renew(rid, { days: 300 });
  writeFileSync(path(0, 'fullchain.pem'), 'mine');
  service.setFault(service.rids[1] ?? '', { kind: 'status', status: 503 });
  renameSync(path(2, 'fullchain.pem'), `${path(2, 'fullchain.pem')}.gone`);
  const results = okValue(await test.call('export:again', [0, 1, 2].map(orderId)));
  expect(results.map(({ kind }) => kind)).toEqual(['refused', 'failed', 'written']);
  expect(readFileSync(path(0, 'fullchain.pem'), 'utf8')).toBe('mine');
  expect(existsSync(path(2, 'fullchain.pem'))).toBe(true);
});

it('is refused while another export is running', async () => {
  const { test, orderId } = await scene({ orders: 1, exported: 1 });
  const other = temporaryFolder();
  mkdirSync(join(other, '.git'));
  test.desktop.choices.chooseFolder = other;
  const how = { presetId: 'nginx', parts: null, container: 'folder', into: null, deliveryId: null } as const;
  okValue(await test.call('export:start', { orderIds: [orderId(0)], ...how }));
  expect(await test.call('export:again', [orderId(0)])).toMatchObject({ ok: false, error: { kind: 'busy' } });
});
