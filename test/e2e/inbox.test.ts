import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceKey } from '#shared/domain/order.ts';
import { encodeFields, signTimestamp } from '#test/service/delivery.ts';
import type { DeliveryRequest, Tamper } from '#test/service/referenceService.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { type HookAccess, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding, pemBodyLine, secretNumber } from '#test/support/e2e/traces.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it hears that the first delivery waits, and in a profile that has lived one waits already';

/** Longer than the app needs to process a delivery. */
const QUIET_MS = 800;

describe('deliveries', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;
  let hasQuit = false;
  let driver: WindowDriver;
  let receiver: ReceiverDriver;
  let hook: HookAccess;

  beforeAll(async () => {
    await takeNotifications();
    service = await startTestService();
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40 });
    await service.addOrder({ rid: 'blogOrder', name: 'Blog', days: 50 });
    profile = await temporaryFolder();
    await start();
    await driver.connect(service);
    hook = await receiver.addHook();
  });

  async function start(): Promise<void> {
    app = await launchNotAfter({ because, profile });
    driver = await driveWindow(app);
    receiver = new ReceiverDriver(driver);
    hasQuit = false;
  }

  const deliver = (rid: string, more: { readonly encoding?: 'form'; readonly tamper?: Tamper } = {}) =>
    service.deliver(rid, { ...hook, task: 'Push to the office', ...more });
  const order = async (rid: string) => (await driver.orders()).find((row) => serviceKey(row) === rid);
  const pulls = () => service.requests.filter(({ path }) => path.endsWith('/open/ssl/latest/shopOrder'));

  test('under a new name wait until one click links it to the order that they look like; then the service confirms them', async () => {
    const { t } = driver;
    const renewed = await service.renew('shopOrder', { days: 89.5 });
    service.clearRequests();
    expect(await deliver('shopOrder')).toMatchObject({ outcome: 'succeeded', status: 204 });
    await receiver.show('deliveries');
    await receiver.untilVerdict(renewed.fingerprint256, 'waiting');
    const panel = await receiver.openDelivery(renewed.fingerprint256);
    await panel.getByText(t('inbox.reason.unknownName.title')).waitFor();
    await driver.screenshot('inbox-unknown-name');
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Shop: a delivery waits']);
    expect(service.requests).toEqual([]);

    await panel.getByText(t('inbox.suggestion.sameNames', { order: 'Shop', count: 1 })).waitFor();
    await driver.button(t('inbox.suggestion.link'), panel).click();
    await driver.page.getByText(t('inbox.done.mapped', { order: 'Shop' })).waitFor();
    await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
    await panel.getByText(t('inbox.reason.confirmed.title')).waitFor();
    await driver.screenshot('inbox-confirmed');
    expect((await order('shopOrder'))?.fingerprint256).toBe(renewed.fingerprint256);
    await untilDisplayed(1);
    await wait(QUIET_MS);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Shop was renewed']);
    expect(pulls()).toHaveLength(1);
  });

  test.for(['json', 'form'] as const)(
    'of a known name are confirmed by one pull each (%s), and the list shows the new certificate',
    async (encoding) => {
      const renewed = await service.renew('shopOrder', { days: encoding === 'json' ? 100.5 : 110.5 });
      service.clearRequests();
      const verdict = await deliver('shopOrder', encoding === 'form' ? { encoding } : {});
      expect(verdict).toMatchObject({ outcome: 'succeeded', status: 204 });
      await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
      await receiver.showOrders();
      await expect
        .poll(() => driver.row('Shop').textContent())
        .toContain(encoding === 'json' ? '100 days' : '110 days');
      await untilDisplayed(1);
      await wait(QUIET_MS);
      expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Shop was renewed']);
      expect(pulls()).toHaveLength(1);
      await receiver.show('deliveries');
    },
  );

  test('are exported as delivered, with their key only once', async () => {
    const { t } = driver;
    const { material, fingerprint256 } = service.order('shopOrder');
    const panel = await receiver.openDelivery(fingerprint256);
    const target = await temporaryFolder();
    service.clearRequests();
    await driver.button(t('inbox.action.export'), panel).click();
    await driver.dialog().waitFor();
    await driver.screenshot('inbox-export');
    await driver.chooseExportPlace('folder', target);
    await driver.untilExported();
    await driver.finishExport();

    const [folder = ''] = await readdir(target);
    const read = (name: string) => readFile(join(target, folder, name), 'utf8');
    expect(await read('cert.pem')).toBe(material.certificateServer);
    expect(await read('fullchain.pem')).toBe(material.certificate);
    expect(await read('chain.pem')).toBe(material.certificateChain);
    const key = await read('privkey.pem');
    expect(new X509Certificate(material.certificateServer).checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect((await stat(join(target, folder, 'privkey.pem'))).mode & 0o777).toBe(0o600);
    expect(service.requests).toEqual([]);
    await panel.getByText(t('inbox.keyState.exported')).waitFor();
    await driver.screenshot('inbox-exported');
    expect(await driver.button(t('inbox.action.export'), panel).count()).toBe(0);
  });

  test('that are forged change nothing; a replay is the same delivery', async () => {
    const { t } = driver;
    const before = await order('blogOrder');
    let captured: DeliveryRequest | null = null;
    const capture: Tamper = (request) => {
      captured = request;
      return request;
    };
    const renewed = await service.renew('shopOrder', { days: 120.5 });
    await deliver('shopOrder', { tamper: capture });
    await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
    const count = (await receiver.deliveries()).length;
    const known = await order('shopOrder');
    expect(known?.fingerprint256).toBe(renewed.fingerprint256);
    service.clearRequests();

    const again: Tamper = () => captured ?? expect.fail('Nothing was captured');
    expect(await deliver('shopOrder', { tamper: again })).toMatchObject({ status: 204 });
    expect(await receiver.deliveries()).toHaveLength(count);
    expect(service.requests).toEqual([]);

    // An attacker who saw the headers sends another certificate under the order's name.
    await service.addOrder({ rid: 'forged', name: 'Forged' });
    const forged = await service.renew('forged', { days: 400 });
    const underOtherBody: Tamper = (_request, fields) => ({
      ...again(_request, fields),
      body: encodeFields({ ...fields, ssl: 'Shop' }, 'json'),
    });
    expect(await deliver('forged', { tamper: underOtherBody })).toMatchObject({ status: 204 });
    await receiver.untilVerdict(forged.fingerprint256, 'heldBack');
    const panel = await receiver.openDelivery(forged.fingerprint256);
    await panel.getByText(t('inbox.reason.leafDiffers.title')).waitFor();
    await panel.getByText(t('inbox.sharesSignature.title')).waitFor();
    await driver.screenshot('inbox-forged');
    expect(await driver.button(t('inbox.action.export'), panel).count()).toBe(0);
    expect((await order('shopOrder'))?.fingerprint256).toBe(renewed.fingerprint256);
    expect((await order('blogOrder'))?.fingerprint256).toBe(before?.fingerprint256);
    expect(await driver.orders()).toHaveLength(2);
  });

  test('that are refused are in the log with the reason', async () => {
    const { page } = driver;
    await receiver.show('log');
    const refused = page.locator('[data-log-outcome="refused"]');
    expect(await service.deliver('blogOrder', { ...hook, secret: 'not the secret' })).toMatchObject({
      status: 401,
    });
    await refused.filter({ hasText: 'Its signature matches no secret of the WebHook.' }).waitFor();
    const hourAgo = () => Date.now() - 3_620_000;
    expect(await service.deliver('blogOrder', { ...hook, now: hourAgo })).toMatchObject({ status: 401 });
    await refused.filter({ hasText: /The sender’s clock is 1 h behind this computer’s/ }).waitFor();
    const hourAhead: Tamper = (request) => {
      const timestamp = String(Math.floor(Date.now() / 1000) + 3_620);
      return {
        ...request,
        headers: [
          ['content-type', 'application/json'],
          ['z-timestamp', timestamp],
          ['z-token', signTimestamp(timestamp, hook.secret)],
        ],
      };
    };
    expect(await deliver('blogOrder', { tamper: hourAhead })).toMatchObject({ status: 401 });
    await refused.filter({ hasText: /clock is 1 h ahead of this computer’s/ }).waitFor();
    await driver.screenshot('inbox-log');
    expect((await receiver.deliveries()).some(({ orderName }) => orderName === 'Blog')).toBe(false);
    expect(await page.locator('[data-log-outcome="replayed"]').count()).toBe(1);
  });

  test('leave no unencrypted key and no signing secret', async () => {
    // A retry finds the same state.
    if (hasQuit) await start();
    const { page } = driver;
    const { material, fingerprint256 } = await service.renew('blogOrder');
    await expect.poll(async () => (await deliver('blogOrder')).outcome).toBe('succeeded');
    await receiver.show('deliveries');
    await receiver.openDelivery(fingerprint256);
    const secrets = [hook.secret, pemBodyLine(material.key)];
    const shown =
      JSON.stringify([await receiver.deliveries(), await receiver.log()]) + (await page.content());
    for (const secret of secrets) {
      expect(shown).not.toContain(secret);
      expect(app.log()).not.toContain(secret);
    }
    const stored = [...secrets, secretNumber(material.key)];
    expect(await filesHolding(app.profile, stored)).toEqual([]);
    hasQuit = true;
    await app.close();
    expect(await filesHolding(app.profile, stored)).toEqual([]);
    // Public values are found there.
    expect(await filesHolding(app.profile, [pemBodyLine(material.certificateServer)])).not.toEqual([]);
  });
});
