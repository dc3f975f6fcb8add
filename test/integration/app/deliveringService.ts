import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import type { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { delivered, receive, signingSecret, trustRoot, untilVerdict } from './receiving.ts';
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

const secret = signingSecret;

/** A service with one order that the app polls, and whose name is linked. */
export async function pulled(options: Parameters<typeof startTestApp>[0] = {}) {
  const service = await serviceFor({ orders: 0, now: options.surroundings?.clock?.now });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const test = await startTestApp(options);
  await connect(test, service);
  const at = await receive(test);
  const order = () => test.order('shop');
  const deliver = async (task: string, encoding: 'json' | 'form' = 'json') => {
    const { clock } = options.surroundings ?? {};
    const sent = await service.deliver('shop', { url: at.url, secret, task, encoding, now: clock?.now });
    expect(sent).toMatchObject({ outcome: 'succeeded', status: 204 });
  };
  const map = async (task: string) =>
    okValue(
      await test.call('inbox:map', {
        deliveryId: delivered(test, task)?.id ?? '',
        orderId: order()?.id ?? '',
      }),
    );
  const mapped = async () => {
    await deliver('First');
    await untilVerdict(test, 'First', 'unknownName');
    await map('First');
    await untilVerdict(test, 'First', 'confirmed');
    await until(() => test.seen().polling.size === 0);
  };
  return { service, test, at, order, deliver, map, mapped };
}

/** An app that trusts the service's chains, without any pulled order; `approved` is a push-only order. */
export async function pushed(
  options: Parameters<typeof startTestApp>[0] & { readonly authority?: CertificateAuthority } = {},
) {
  const { authority, ...appOptions } = options;
  const service = await serviceFor({ orders: 0, authority });
  await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 60 });
  const test = await startTestApp(appOptions);
  await trustRoot(test, service);
  const at = await receive(test);
  const deliver = async (task: string, rid = 'shop', from = service) => {
    expect(await from.deliver(rid, { url: at.url, secret, task })).toMatchObject({ status: 204 });
  };
  test.desktop.answer = () => 1;
  const approve = async (task: string) =>
    okValue(await test.call('inbox:approve', delivered(test, task)?.id ?? ''));
  const row = (): OrderRow | undefined => [...test.seen().orders.values()].find(isPushOnly);
  await deliver('First');
  await untilVerdict(test, 'First', 'unknownName');
  await approve('First');
  await untilVerdict(test, 'First', 'accepted');
  await until(() => row() !== undefined);
  return { service, test, at, deliver, approve, row };
}

/** Exports one order with the delivered material. Returns the written key. */
export async function exportDelivery(test: TestApp, orderId: string, deliveryId: string): Promise<string> {
  const target = temporaryFolder();
  test.desktop.choices.chooseFolder = target;
  const start = {
    orderIds: [orderId],
    presetId: 'pem',
    parts: ['key' as const],
    container: 'folder' as const,
    into: null,
    deliveryId,
  };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await endExport(test, jobId);
  await test.call('export:dismiss', jobId);
  const [folder = ''] = readdirSync(target);
  return readFileSync(join(target, folder, 'privkey.pem'), 'utf8');
}
