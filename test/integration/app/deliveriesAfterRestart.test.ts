import { describe, expect, it } from 'vitest';
import { buildDelivery, deliveryFields } from '#test/service/delivery.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { exportDelivery, pulled } from './deliveringService.ts';
import { post, signingSecret, untilVerdict } from './receiving.ts';
import { startTestApp, temporaryFolder, until } from './testApp.ts';

const secret = signingSecret;

describe('a restart', () => {
  it('keeps hooks, names, deliveries, their keys, the log, and the replay window', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, at, deliver, mapped } = await pulled(profile);
    await mapped();
    service.setFault('shop', { kind: 'status', status: 503 });
    const fields = deliveryFields(await service.renew('shop'), 'Second');
    const sent = buildDelivery(fields, { secret, task: 'Second' });
    expect(await post(at, sent)).toBe(204);
    await deliver('Third', 'form');
    await untilVerdict(test, 'Second', 'notAsked');
    await untilVerdict(test, 'Third', 'notAsked');
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
    await untilVerdict(again, 'Second', 'notAsked');
    await untilVerdict(again, 'Third', 'notAsked');
    expect(again.seen().inbox).toEqual(before);
    await until(() => again.seen().receiverLog.some(({ outcome }) => outcome.kind === 'replayed'));
    expect(again.seen().receiverLog.filter(({ outcome }) => outcome.kind === 'kept')).toHaveLength(3);
    service.clearFaults();
    await again.call('orders:sync', null);
    await untilVerdict(again, 'Second', 'confirmed');
    await untilVerdict(again, 'Third', 'confirmed');
  });

  it('confirms a delivery whose poll failed before, and its key can be exported', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, deliver, mapped } = await pulled(profile);
    await mapped();
    const { material } = await service.renew('shop');
    service.setFault('shop', { kind: 'status', status: 503 });
    await deliver('Second');
    await untilVerdict(test, 'Second', 'notAsked');
    await test.quit();
    service.clearFaults();
    const again = await startTestApp(profile);
    const { id } = await untilVerdict(again, 'Second', 'confirmed');
    const key = await exportDelivery(again, again.order('shop')?.id ?? '', id);
    expect(key.trim()).toBe(material.key.trim());
  });
});
