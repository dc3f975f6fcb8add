import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { pulled } from './deliveringService.ts';
import { addHook, delivered, kindOf, pulls, receive, signingSecret, untilVerdict } from './receiving.ts';
import { connect, okValue, serviceFor, startTestApp, until } from './testApp.ts';

const secret = signingSecret;

describe('a delivery for a pulled order', () => {
  it('waits under an unlinked name; once linked, one poll confirms each', async () => {
    const { service, test, order, deliver, map, at } = await pulled();
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    await deliver('First');
    const first = await untilVerdict(test, 'First', 'unknownName');
    expect(first.hookId).toEqual(at.hook.id);
    expect(first.hookName).toBe('Push');
    expect(first.key).toBe('vault');
    expect(pulls(service, 'shop')).toBe(0);
    await map('First');
    expect((await untilVerdict(test, 'First', 'confirmed')).orderId).toBe(order()?.id);
    expect(pulls(service, 'shop')).toBe(1);
    for (const encoding of ['json', 'form'] as const) {
      const { fingerprint256 } = await service.renew('shop');
      service.clearRequests();
      await deliver(encoding, encoding);
      const { leaf } = await untilVerdict(test, encoding, 'confirmed');
      expect(leaf.fingerprint256).toEqual(fingerprint256);
      expect(order()?.fingerprint256).toEqual(fingerprint256);
      expect(pulls(service, 'shop')).toBe(1);
    }
    expect(test.seen().inbox).toHaveLength(3);
    expect(test.seen().receiver.hooks[0]?.lastDeliveryAt).not.toBeNull();
  });

  it('waits while polls fail, and a later poll confirms it', async () => {
    const { service, test, order, deliver, mapped } = await pulled();
    await mapped();
    await service.renew('shop');
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    expect((await untilVerdict(test, 'Second', 'notAsked')).verdict).toMatchObject({
      reason: { error: { kind: 'serverError', status: 503 } },
    });
    service.clearFaults();
    await test.call('orders:sync', [order()?.id ?? '']);
    await untilVerdict(test, 'Second', 'confirmed');
  });

  it('reports that the leaf differs, and a repeated poll confirms it', async () => {
    const time = createSkippableTime();
    const service = await serviceFor({ orders: 0, now: time.clock.now });
    let given = await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    const former = given.fingerprint256;
    // Delivers a certificate that the API does not return yet.
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
    const { id } = await untilVerdict(test, 'First', 'unknownName');
    okValue(await test.call('inbox:map', { deliveryId: id, orderId: test.order('shop')?.id ?? '' }));
    await untilVerdict(test, 'First', 'confirmed');

    await time.advance(60_000);
    const renewed = await service.renew('shop');
    await deliver('Second');
    expect((await untilVerdict(test, 'Second', 'leafDiffers')).verdict).toMatchObject({
      reason: { fingerprint256: former },
    });
    await time.advance(30_000);
    await until(() => test.seen().polling.size === 0);
    expect(kindOf(delivered(test, 'Second'))).toBe('leafDiffers');
    given = renewed;
    await time.advance(120_000);
    await untilVerdict(test, 'Second', 'confirmed');
    await until(() => test.order('shop')?.fingerprint256 === renewed.fingerprint256);
  });

  it('of a leaf that the service never returns is polled three more times, and then waits', async () => {
    const time = createSkippableTime();
    const { service, test, at, mapped } = await pulled({ surroundings: time });
    await mapped();
    const { fingerprint256 } = service.order('shop');
    const stranger = await serviceFor({ orders: 0, now: time.clock.now });
    await stranger.addOrder({ rid: 'shop', name: 'Shop' });
    await time.advance(60_000);
    await stranger.renew('shop', { days: 300 });
    await stranger.deliver('shop', { url: at.url, secret, task: 'Strange', now: time.clock.now });
    const { verdict } = await untilVerdict(test, 'Strange', 'leafDiffers');
    expect(verdict).toMatchObject({ reason: { fingerprint256 } });
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    for (const [index, waitMs] of [30_000, 120_000, 600_000].entries()) {
      const attemptedAt = test.order('shop')?.lastAttemptAt;
      await time.advance(waitMs);
      // Before its answer, advancing the time would cause a timeout.
      await until(() => test.order('shop')?.lastAttemptAt !== attemptedAt);
      expect(pulls(service, 'shop')).toBe(index + 1);
    }
    await time.advance(1_800_000);
    await stranger.deliver('shop', { url: at.url, secret, task: 'Later', now: time.clock.now });
    await untilVerdict(test, 'Later', 'leafDiffers');
    expect(pulls(service, 'shop')).toBe(4);
    expect(test.order('shop')?.fingerprint256).toBe(fingerprint256);
  });

  it('waits when its order is removed, and is reconciled when the order is restored', async () => {
    const { service, test, order, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await untilVerdict(test, 'Second', 'notAsked');
    const id = order()?.id ?? '';
    okValue(await test.call('orders:remove', [id]));
    await untilVerdict(test, 'Second', 'orderGone');
    await deliver('Third');
    await untilVerdict(test, 'Third', 'orderGone');
    service.clearFaults();
    okValue(await test.call('orders:restore', [id]));
    await untilVerdict(test, 'Second', 'confirmed');
    await untilVerdict(test, 'Third', 'confirmed');
  });

  it('stays when its hook is removed; open ones wait', async () => {
    const { service, test, at, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await untilVerdict(test, 'Second', 'notAsked');
    okValue(await test.call('hooks:remove', at.hook.id));
    await untilVerdict(test, 'Second', 'unknownName');
    expect(kindOf(delivered(test, 'First'))).toBe('confirmed');
    await until(() => test.seen().receiver.state.kind === 'off');
    expect(await service.deliver('shop', { url: at.url, secret })).toMatchObject({ outcome: 'failed' });
  });

  it('waits again when its name is unlinked, and is discarded with its key', async () => {
    const { service, test, deliver, mapped } = await pulled();
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    const { id } = await untilVerdict(test, 'Second', 'notAsked');
    okValue(await test.call('inbox:unmap', id));
    await untilVerdict(test, 'Second', 'unknownName');
    okValue(await test.call('inbox:discard', [id]));
    expect((await untilVerdict(test, 'Second', 'discarded')).key).toBe('gone');
  });
});

describe('two hooks', () => {
  it('have separate links of names', async () => {
    const { service, test, at, mapped } = await pulled();
    await mapped();
    const other = await addHook(test, 'Other');
    const url = `http://127.0.0.1:${at.port}${other.path}`;
    expect(await service.deliver('shop', { url, secret, task: 'Other' })).toMatchObject({ status: 204 });
    await untilVerdict(test, 'Other', 'unknownName');
  });
});
