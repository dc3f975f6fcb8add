import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OrderRow } from '#shared/domain/order.ts';
import { buildDelivery, deliveryFields } from '#test/service/delivery.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createLeapingTime } from '#test/support/leapingTime.ts';
import {
  addHook,
  delivered,
  judged,
  kindOf,
  post,
  pulls,
  receive,
  signingSecret,
  trustRoot,
} from './receiving.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

const secret = signingSecret;

/** A service with one order that the app pulls, and whose name is mapped. */
async function pulled(options: Parameters<typeof startTestApp>[0] = {}) {
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
    await judged(test, 'First', 'unknownName');
    await map('First');
    await judged(test, 'First', 'confirmed');
    await until(() => test.seen().polling.size === 0);
  };
  return { service, test, at, order, deliver, map, mapped };
}

/** An app under whose trust a service's chains are, without any pulled order; `approved` is a push-only order. */
async function pushed() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 60 });
  const test = await startTestApp();
  await trustRoot(test, service);
  const at = await receive(test);
  const deliver = async (task: string, rid = 'shop', from = service) => {
    expect(await from.deliver(rid, { url: at.url, secret, task })).toMatchObject({ status: 204 });
  };
  const approve = async (task: string) =>
    okValue(await test.call('inbox:approve', delivered(test, task)?.id ?? ''));
  const row = (): OrderRow | undefined => [...test.seen().orders.values()].find(({ pushOnly }) => pushOnly);
  await deliver('First');
  await judged(test, 'First', 'unknownName');
  await approve('First');
  await judged(test, 'First', 'accepted');
  await until(() => row() !== undefined);
  return { service, test, at, deliver, approve, row };
}

/** Exports one order with what a delivery carried; gives the key that was written. */
async function exportDelivery(test: TestApp, orderId: string, deliveryId: string): Promise<string> {
  const target = temporaryFolder();
  test.desktop.choices.chooseFolder = target;
  const start = {
    orderIds: [orderId],
    presetId: 'pem',
    parts: ['key' as const],
    container: 'folder' as const,
    deliveryId,
  };
  const jobId = okValue(await test.call('export:start', start)) ?? '';
  await until(() => test.seen().exportJob?.phase === 'review');
  okValue(
    await test.call('export:confirm', { jobId, conflicts: 'keep', passphrase: null, acceptsWarnings: false }),
  );
  await until(() => test.seen().exportJob?.phase === 'done');
  await test.call('export:dismiss', jobId);
  const [folder = ''] = readdirSync(target);
  return readFileSync(join(target, folder, 'privkey.pem'), 'utf8');
}

describe('a delivery for an order that the service can be asked for', () => {
  it('waits under an unknown name, is mapped once, and from then on one poll confirms each', async () => {
    const { service, test, order, deliver, map, at } = await pulled();
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    await deliver('First');
    const first = await judged(test, 'First', 'unknownName');
    expect([first.hookId, first.hookName, first.key]).toEqual([at.hook.id, 'Push', 'vault']);
    expect(pulls(service, 'shop')).toBe(0);
    await map('First');
    expect((await judged(test, 'First', 'confirmed')).orderId).toBe(order()?.id);
    expect(pulls(service, 'shop')).toBe(1);
    for (const encoding of ['json', 'form'] as const) {
      const { fingerprint256 } = await service.renew('shop');
      service.clearRequests();
      await deliver(encoding, encoding);
      const { leaf } = await judged(test, encoding, 'confirmed');
      expect([leaf.fingerprint256, order()?.fingerprint256]).toEqual([fingerprint256, fingerprint256]);
      expect(pulls(service, 'shop')).toBe(1);
    }
    expect(test.seen().inbox).toHaveLength(3);
    expect(test.seen().receiver.hooks[0]?.lastDeliveryAt).not.toBeNull();
  });

  it('waits while the service cannot be asked, and a later poll confirms it', async () => {
    const { service, test, order, deliver, mapped } = await pulled();
    await mapped();
    await service.renew('shop');
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    expect((await judged(test, 'Second', 'notAsked')).verdict).toMatchObject({
      reason: { error: { kind: 'serverError', status: 503 } },
    });
    service.clearFaults();
    await test.call('orders:sync', [order()?.id ?? '']);
    await judged(test, 'Second', 'confirmed');
  });

  it('says that the leaf differs, and a repeat confirms it when the service gives it at last', async () => {
    const time = createLeapingTime();
    const service = await serviceFor({ orders: 0, now: time.clock.now });
    let given = await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    const former = given.fingerprint256;
    // Delivers what it does not give yet.
    const lagging = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(given.material));
    });
    const lag = { baseUrl: `http://127.0.0.1:${await listenOnLoopback(lagging, 0)}` };
    onTestFinished(() => stopServer(lagging));
    const test = await startTestApp({ surroundings: time });
    await connect(test, { ...service, ...lag }, ['shop']);
    const at = await receive(test);
    const deliver = (task: string) =>
      service.deliver('shop', { url: at.url, secret, task, now: time.clock.now });
    await deliver('First');
    const { id } = await judged(test, 'First', 'unknownName');
    okValue(await test.call('inbox:map', { deliveryId: id, orderId: test.order('shop')?.id ?? '' }));
    await judged(test, 'First', 'confirmed');

    await time.pass(60_000);
    const renewed = await service.renew('shop');
    await deliver('Second');
    expect((await judged(test, 'Second', 'leafDiffers')).verdict).toMatchObject({
      reason: { fingerprint256: former },
    });
    await time.pass(30_000);
    await until(() => test.seen().polling.size === 0);
    expect(kindOf(delivered(test, 'Second'))).toBe('leafDiffers');
    given = renewed;
    await time.pass(120_000);
    await judged(test, 'Second', 'confirmed');
    await until(() => test.order('shop')?.fingerprint256 === renewed.fingerprint256);
  });

  it('of a leaf that the service never gives is asked for three times more, and then waits', async () => {
    const time = createLeapingTime();
    const { service, test, at, mapped } = await pulled({ surroundings: time });
    await mapped();
    const { fingerprint256 } = service.order('shop');
    const stranger = await serviceFor({ orders: 0, now: time.clock.now });
    await stranger.addOrder({ rid: 'shop', name: 'Shop' });
    await time.pass(60_000);
    await stranger.renew('shop', { days: 300 });
    await stranger.deliver('shop', { url: at.url, secret, task: 'Strange', now: time.clock.now });
    const { verdict } = await judged(test, 'Strange', 'leafDiffers');
    expect(verdict).toMatchObject({ reason: { fingerprint256 } });
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    for (const [index, waitMs] of [30_000, 120_000, 600_000].entries()) {
      await time.pass(waitMs);
      await until(() => pulls(service, 'shop') === index + 1 && test.seen().polling.size === 0);
    }
    await time.pass(1_800_000);
    await stranger.deliver('shop', { url: at.url, secret, task: 'Later', now: time.clock.now });
    await judged(test, 'Later', 'leafDiffers');
    expect(pulls(service, 'shop')).toBe(4);
    expect(test.order('shop')?.fingerprint256).toBe(fingerprint256);
  });

  it('waits when its order is removed, and is judged anew when that comes back', async () => {
    const { service, test, order, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await judged(test, 'Second', 'notAsked');
    const id = order()?.id ?? '';
    okValue(await test.call('orders:remove', [id]));
    await judged(test, 'Second', 'orderGone');
    await deliver('Third');
    await judged(test, 'Third', 'orderGone');
    service.clearFaults();
    okValue(await test.call('orders:restore', [id]));
    await judged(test, 'Second', 'confirmed');
    await judged(test, 'Third', 'confirmed');
  });

  it('stays when its hook is removed, and what is not settled waits', async () => {
    const { service, test, at, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await judged(test, 'Second', 'notAsked');
    okValue(await test.call('hooks:remove', at.hook.id));
    await judged(test, 'Second', 'unknownName');
    expect(kindOf(delivered(test, 'First'))).toBe('confirmed');
    await until(() => test.seen().receiver.state.kind === 'off');
    expect(await service.deliver('shop', { url: at.url, secret })).toMatchObject({ outcome: 'failed' });
  });

  it('waits again when its name is forgotten, and is discarded with its key', async () => {
    const { service, test, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    const { id } = await judged(test, 'Second', 'notAsked');
    okValue(await test.call('inbox:unmap', id));
    await judged(test, 'Second', 'unknownName');
    okValue(await test.call('inbox:discard', [id]));
    expect((await judged(test, 'Second', 'discarded')).key).toBe('gone');
  });
});

describe('a delivery for a push-only order', () => {
  it('is approved once, and accepted from then on with the names that were approved', async () => {
    const { service, deliver, test, row } = await pushed();
    expect(row()).toMatchObject({ rid: 'Shop', domains: ['shop.example'], failure: null });
    const renewed = await service.renew('shop', { days: 90 });
    await deliver('Second');
    await judged(test, 'Second', 'accepted');
    await judged(test, 'First', 'superseded');
    await until(() => row()?.fingerprint256 === renewed.fingerprint256);
    expect(service.requests).toEqual([]);
    const { history } = okValue(await test.call('orders:details', row()?.id ?? ''));
    expect(history).toHaveLength(2);
  });

  it('waits with other names, a step back, or a chain that leads nowhere, and changes nothing', async () => {
    const { service, deliver, test, row } = await pushed();
    const before = row();
    await service.addOrder({
      rid: 'more',
      name: 'Shop',
      domains: ['shop.example', 'evil.example'],
      days: 80,
    });
    await deliver('More', 'more');
    expect((await judged(test, 'More', 'namesDiffer')).verdict).toMatchObject({
      reason: { added: ['evil.example'], missing: [] },
    });
    await service.addOrder({ rid: 'back', name: 'Shop', domains: ['shop.example'], days: 30 });
    await deliver('Back', 'back');
    await judged(test, 'Back', 'notAfterBack');
    const stranger = await serviceFor({ orders: 0 });
    await stranger.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 90 });
    await deliver('Strange', 'shop', stranger);
    await judged(test, 'Strange', 'chainNotTrusted');
    await service.addOrder({ rid: 'old', name: 'Shop', domains: ['shop.example'], days: -1 });
    await deliver('Old', 'old');
    await judged(test, 'Old', 'expired');
    expect(row()).toEqual(before);
  });

  it('with other names is taken when the person approves it, one without a trusted chain is not', async () => {
    const { service, deliver, approve, test, row } = await pushed();
    const stranger = await serviceFor({ orders: 0 });
    await stranger.addOrder({ rid: 'shop', name: 'Shop', domains: ['shop.example'], days: 90 });
    await deliver('Strange', 'shop', stranger);
    await judged(test, 'Strange', 'chainNotTrusted');
    await approve('Strange');
    await judged(test, 'Strange', 'chainNotTrusted');
    const { fingerprint256 } = await service.addOrder({
      ...{ rid: 'more', name: 'Shop', days: 30 },
      domains: ['a.example', 'b.example'],
    });
    await deliver('More', 'more');
    await judged(test, 'More', 'namesDiffer');
    await approve('More');
    await judged(test, 'More', 'accepted');
    await until(() => row()?.fingerprint256 === fingerprint256);
    expect(row()?.domains).toEqual(['a.example', 'b.example']);
  });
});

describe('the export of a delivery', () => {
  it('writes the key that was delivered, and removes it from here', async () => {
    const { service, test, deliver, order, mapped } = await pulled();
    await mapped();
    const { material } = await service.renew('shop');
    await deliver('Second');
    const { id } = await judged(test, 'Second', 'confirmed');
    expect((await exportDelivery(test, order()?.id ?? '', id)).trim()).toBe(material.key.trim());
    await until(() => delivered(test, 'Second')?.key === 'exported');
    expect(delivered(test, 'First')?.key).toBe('vault');
  });

  it('of a push-only order goes the same way, and the order keeps its certificate', async () => {
    const { service, test, row } = await pushed();
    const { material, fingerprint256 } = service.order('shop');
    const { id } = delivered(test, 'First') ?? { id: '' };
    expect((await exportDelivery(test, row()?.id ?? '', id)).trim()).toBe(material.key.trim());
    await until(() => delivered(test, 'First')?.key === 'exported');
    expect(row()?.fingerprint256).toBe(fingerprint256);
  });
});

describe('a restart', () => {
  it('keeps hooks, names, deliveries, their keys, the log, and what was seen', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, at, deliver, mapped } = await pulled(profile);
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    const fields = deliveryFields(await service.renew('shop'), 'Second');
    const sent = buildDelivery(fields, { secret, task: 'Second' });
    expect(await post(at, sent)).toBe(204);
    await deliver('Third', 'form');
    await judged(test, 'Second', 'notAsked');
    await judged(test, 'Third', 'notAsked');
    const before = test.seen().inbox;
    await test.quit();

    const again = await startTestApp(profile);
    await until(() => again.seen().receiver.state.kind === 'listening');
    const { hooks, config } = again.seen().receiver;
    expect(hooks).toMatchObject([
      { id: at.hook.id, path: at.hook.path, secrets: [{ state: { kind: 'keychain' } }] },
    ]);
    expect(config.port).toBe(at.port);
    expect(await post(at, sent)).toBe(204);
    await judged(again, 'Second', 'notAsked');
    await judged(again, 'Third', 'notAsked');
    expect(again.seen().inbox).toEqual(before);
    await until(() => again.seen().receiverLog.some(({ outcome }) => outcome.kind === 'replayed'));
    expect(again.seen().receiverLog.filter(({ outcome }) => outcome.kind === 'kept')).toHaveLength(3);
    service.clearFaults();
    await again.call('orders:sync', null);
    await judged(again, 'Second', 'confirmed');
    await judged(again, 'Third', 'confirmed');
  });

  it('confirms what the service could not be asked about before, and its key can be exported', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, deliver, mapped } = await pulled(profile);
    await mapped();
    const { material } = await service.renew('shop');
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await judged(test, 'Second', 'notAsked');
    await test.quit();
    service.clearFaults();
    const again = await startTestApp(profile);
    const { id } = await judged(again, 'Second', 'confirmed');
    const key = await exportDelivery(again, again.order('shop')?.id ?? '', id);
    expect(key.trim()).toBe(material.key.trim());
  });
});

describe('two hooks', () => {
  it('give names of their own: what one means says nothing of the other', async () => {
    const { service, test, at, mapped } = await pulled();
    await mapped();
    const other = await addHook(test, 'Other');
    const url = `http://127.0.0.1:${at.port}${other.path}`;
    expect(await service.deliver('shop', { url, secret, task: 'Other' })).toMatchObject({ status: 204 });
    await judged(test, 'Other', 'unknownName');
  });
});
