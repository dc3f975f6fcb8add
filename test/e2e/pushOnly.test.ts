import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { type HookAccess, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it is about a profile without any connection';

describe('a push-only order', () => {
  let service: TestService;
  let driver: WindowDriver;
  let receiver: ReceiverDriver;
  let hook: HookAccess;

  beforeAll(async () => {
    await takeNotifications();
    service = await startTestService();
    await service.addOrder({ rid: 'asked', name: 'Asked for', days: 70 });
    await service.addOrder({
      rid: 'pushed',
      name: 'Mail relay',
      domains: ['mail.example.org', 'mx.example.org'],
      days: 20,
    });
    driver = await driveWindow(await launchNotAfter({ because }));
    // Its CA file makes this authority trusted.
    await driver.connect(service, { rids: ['asked'] });
    receiver = new ReceiverDriver(driver);
    hook = await receiver.addHook();
    await receiver.show('deliveries');
    service.clearRequests();
  });

  const deliver = async (rid: string): Promise<string> => {
    expect(await service.deliver(rid, hook)).toMatchObject({ outcome: 'succeeded', status: 204 });
    return service.order(rid).fingerprint256;
  };
  const pushOnly = async () => (await driver.orders()).find(({ source }) => source.kind === 'push');

  test('is approved, and is in the list', async () => {
    const { t } = driver;
    const first = await deliver('pushed');
    const panel = await receiver.openDelivery(first);
    await receiver.askToApprove(panel);
    await answerConsent(driver.app, false, 'consent-approval');
    expect(await pushOnly()).toBeUndefined();
    await receiver.approve(panel);
    await receiver.untilVerdict(first, 'accepted');
    await driver.screenshot('inbox-accepted');

    await receiver.showOrders();
    await driver.untilStatus('Mail relay', 'expiring');
    await driver.row('Mail relay').getByText(t('inbox.pushOnly.mark'), { exact: true }).first().waitFor();
    const details = await driver.openDetails('Mail relay');
    await details.getByText(t('inbox.pushOnly.explained')).waitFor();
    await driver.screenshot('push-only-order');
    expect((await pushOnly())?.fingerprint256).toBe(first);
    expect(service.requests).toEqual([]);
    // The delivery waited, but does no more; and the order expires in 20 days.
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual([
      'Mail relay: a delivery waits',
      'Mail relay expires in 19 days',
    ]);
  });

  test('accepts a renewal automatically, notifies, and is exported as delivered', async () => {
    await service.renew('pushed', { days: 89.5 });
    const renewed = await deliver('pushed');
    await driver.untilStatus('Mail relay', 'healthy');
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Mail relay was renewed']);
    expect((await pushOnly())?.fingerprint256).toBe(renewed);

    const target = await temporaryFolder();
    await driver.exportInto(target, ['Mail relay']);
    const [folder = ''] = await readdir(target);
    const key = await readFile(join(target, folder, 'privkey.pem'), 'utf8');
    const { certificateServer } = service.order('pushed').material;
    expect(new X509Certificate(certificateServer).checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(service.requests).toEqual([]);
    await receiver.show('deliveries');
    const panel = await receiver.openDelivery(renewed);
    await panel.getByText(driver.t('inbox.keyState.exported')).waitFor();
  });

  test('holds back a delivery with other names, which are compared, and one that expires earlier', async () => {
    const { t } = driver;
    const present = (await pushOnly())?.fingerprint256;
    await service.addOrder({
      rid: 'otherNames',
      name: 'Mail relay',
      domains: ['mail.example.org', 'evil.example.net'],
    });
    await service.renew('otherNames', { days: 120 });
    const otherNames = await deliver('otherNames');
    await receiver.untilVerdict(otherNames, 'heldBack');
    const panel = await receiver.openDelivery(otherNames);
    await panel.getByText(t('inbox.reason.namesDiffer.title')).waitFor();
    const said = await panel.textContent();
    for (const words of [
      t('inbox.compare.added', { count: 1 }),
      'evil.example.net',
      t('inbox.compare.missing', { count: 1 }),
      'mx.example.org',
    ])
      expect(said).toContain(words);
    await driver.screenshot('inbox-other-names');

    await service.renew('pushed', { days: 30, begins: -100 });
    const earlier = await deliver('pushed');
    await receiver.untilVerdict(earlier, 'heldBack');
    await receiver.openDelivery(earlier);
    await panel.getByText(t('inbox.reason.olderLeaf.title')).waitFor();
    await driver.screenshot('inbox-older');
    expect((await pushOnly())?.fingerprint256).toBe(present);
    expect(service.requests).toEqual([]);
    await driver.app.close();
  });
});
