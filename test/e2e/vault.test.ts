import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { lockKeyring } from '#scripts/testDesktop.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { freePort, type HookAccess, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { filesHolding, secretNumber } from '#test/support/e2e/traces.ts';
import { loseVaultKey } from '#test/support/e2e/vaultEntry.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { unlockKeyring } from '#test/support/secretService.ts';
import { withDesktop } from '#test/support/testDesktop.ts';

const because = 'it needs a keychain that is locked, missing or replaced';

describe('a stored delivery', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;
  let driver: WindowDriver;
  let receiver: ReceiverDriver;
  let hook: HookAccess;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40 });
    profile = await temporaryFolder();
    await launch();
    await driver.connect(service);
    hook = await receiver.addHook();
  });

  async function launch(): Promise<void> {
    app = await launchNotAfter({ because, profile });
    driver = await driveWindow(app);
    receiver = new ReceiverDriver(driver);
  }

  const deliver = () => service.deliver('shopOrder', hook);
  const vault = async () => (await snapshotOf(driver.page)).receiver.vault;

  /** Exports the order's delivery and checks that its key belongs to it. */
  async function exportShop(): Promise<void> {
    const { t } = driver;
    const { material, fingerprint256 } = service.order('shopOrder');
    const target = await temporaryFolder();
    const panel = await receiver.openDelivery(fingerprint256);
    await driver.button(t('inbox.action.export'), panel).click();
    await driver.chooseExportPlace('folder', target);
    await driver.untilExported();
    await driver.finishExport();
    const [folder = ''] = await readdir(target);
    const key = await readFile(join(target, folder, 'privkey.pem'), 'utf8');
    expect(new X509Certificate(material.certificateServer).checkPrivateKey(createPrivateKey(key))).toBe(true);
  }

  test('is there with its key and its linked order although the app was killed right after its answer, and the hook listens again', async () => {
    expect(await deliver()).toMatchObject({ status: 204 });
    await receiver.show('deliveries');
    const first = service.order('shopOrder').fingerprint256;
    await receiver.mapTo(await receiver.openDelivery(first), 'Shop');
    await receiver.untilVerdict(first, 'confirmed');
    const renewed = await service.renew('shopOrder', { days: 90 });
    expect(await deliver()).toMatchObject({ status: 204 });
    await app.kill();

    await launch();
    await receiver.untilListening();
    await receiver.show('deliveries');
    await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
    const kept = (await receiver.deliveries()).filter(
      ({ leaf }) => leaf.fingerprint256 === renewed.fingerprint256,
    );
    expect(kept).toHaveLength(1);
    await exportShop();
    const again = await service.renew('shopOrder', { days: 92 });
    expect(await deliver()).toMatchObject({ status: 204 });
    await receiver.untilVerdict(again.fingerprint256, 'confirmed');
    await app.close();
  });

  test('is refused while the keychain is locked, so that the service knows; after unlocking the next one is stored', async () => {
    await lockKeyring(process.env);
    await launch();
    const { page, t } = driver;
    await receiver.untilListening();
    const banner = page.getByRole('alert').filter({ hasText: t('receiver.vault.unavailable') });
    await banner.waitFor();
    await driver.screenshot('vault-locked');
    const renewed = await service.renew('shopOrder', { days: 95 });
    expect(await deliver()).toMatchObject({ outcome: 'failed', status: 503 });
    expect(
      (await receiver.deliveries()).some(({ leaf }) => leaf.fingerprint256 === renewed.fingerprint256),
    ).toBe(false);
    await receiver.show('log');
    await page.locator('[data-log-outcome="refused"]').first().waitFor();
    await driver.screenshot('vault-locked-log');

    await unlockKeyring(process.env);
    await driver.button(t('common.tryAgain'), banner).click();
    await banner.waitFor({ state: 'detached' });
    await expect.poll(async () => (await deliver()).outcome).toBe('succeeded');
    await receiver.show('deliveries');
    await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
    await app.close();
  });

  test('is lost with the vault key: the window says so, and starts over only with consent in a native dialog', async () => {
    const lost = service.order('shopOrder').fingerprint256;
    await loseVaultKey(profile);
    await launch();
    const { t } = driver;
    await expect.poll(async () => (await vault()).kind).toBe('keyMissing');
    const dialog = driver.dialog();
    await dialog.getByText(t('receiver.vault.causeText')).waitFor();
    await driver.screenshot('vault-lost');
    const renewed = await service.renew('shopOrder', { days: 99 });
    expect(await deliver()).toMatchObject({ outcome: 'failed', status: 503 });

    await driver.button(t('common.tryAgain'), dialog).click();
    await dialog.getByText(t('receiver.vault.stillLost')).waitFor();
    await driver.button(t('receiver.vault.startOver'), dialog).click();
    await answerConsent(app, false, 'consent-vault');
    const state = await vault();
    expect(state.kind).toBe('keyMissing');
    expect('keys' in state ? state.keys : 0).toBeGreaterThan(0);
    await driver.button(t('receiver.vault.startOver'), dialog).click();
    await answerConsent(app, true);
    await dialog.waitFor({ state: 'detached' });

    expect(await deliver()).toMatchObject({ status: 204 });
    await receiver.show('deliveries');
    await receiver.untilVerdict(renewed.fingerprint256, 'confirmed');
    const panel = await receiver.openDelivery(lost);
    await panel.getByText(t('inbox.keyState.gone')).waitFor();
    expect(await driver.button(t('inbox.action.export'), panel).count()).toBe(0);
    await exportShop();
    await app.close();
  });
});

describe('without a keychain', () => {
  test('is kept in memory only with consent, which the window says, and without its key after a restart', async () => {
    await withDesktop(['--keyring', 'none'], async (env) => {
      const service = await startTestService();
      const { fingerprint256 } = await service.addOrder({ rid: 'shopOrder', name: 'Shop' });
      const profile = await temporaryFolder();
      const app = await launchNotAfter({ profile, env });
      const driver = await driveWindow(app);
      const { t, page } = driver;
      const receiver = new ReceiverDriver(driver);
      const dialog = await receiver.open();
      await receiver.choosePort(await freePort());
      const secret = await receiver.fillHook('Production');
      await driver.button(t('receiver.hook.addAndSave'), dialog).click();
      await dialog.getByText(t('errors.keychainUnavailable.title')).first().waitFor();
      expect((await snapshotOf(page)).receiver.hooks).toEqual([]);
      await driver.button(t('keychain.keepInMemory'), dialog).click();
      const url = await receiver.hookAddress();
      await dialog.getByText(t('receiver.secret.state.memory')).waitFor();
      await receiver.untilListening();
      await receiver.close();

      expect(await service.deliver('shopOrder', { url, secret })).toMatchObject({ status: 204 });
      await page.getByText(t('receiver.vault.memoryOnly')).waitFor();
      await receiver.show('deliveries');
      const panel = await receiver.openDelivery(fingerprint256);
      await panel.getByText(t('inbox.keyState.memory')).waitFor();
      await driver.screenshot('vault-memory');
      await app.close();
      const traces = [secret, secretNumber(service.order('shopOrder').material.key)];
      expect(await filesHolding(profile, traces)).toEqual([]);

      const again = await launchNotAfter({ profile, env });
      const next = new ReceiverDriver(await driveWindow(again));
      await next.untilListening();
      await next.show('deliveries');
      await (await next.openDelivery(fingerprint256)).getByText(t('inbox.keyState.gone')).waitFor();
      expect(await service.deliver('shopOrder', { url, secret })).toMatchObject({ status: 503 });
      await again.close();
    });
  });
});
