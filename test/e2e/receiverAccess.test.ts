import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { tabTo as goTo, isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { type HookAccess, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { loseVaultKey } from '#test/support/e2e/vaultEntry.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it begins with a receiver without a WebHook, whose pages it checks';

describe('accessibility of the receiver and the inbox', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;
  let driver: WindowDriver;
  let receiver: ReceiverDriver;
  let hook: HookAccess;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 60 });
    await service.addOrder({ rid: 'mailOrder', name: 'Mail', days: 20 });
    profile = await temporaryFolder();
    await launch();
    await driver.connect(service, { rids: ['shopOrder'] });
  });

  async function launch(): Promise<void> {
    app = await launchNotAfter({ because, profile });
    driver = await driveWindow(app);
    receiver = new ReceiverDriver(driver);
  }

  const deliver = async (rid: string): Promise<string> => {
    expect(await service.deliver(rid, hook)).toMatchObject({ status: 204 });
    return service.order(rid).fingerprint256;
  };

  /** Checks the current view and saves a screenshot. */
  async function check(view: string): Promise<void> {
    await expectNoBarriers(driver.page);
    await driver.screenshot(`barriers-${view}`);
  }

  /** Opens a question with its button in the panel, checks it, and closes it. */
  async function checkQuestion(view: string, opener: Locator): Promise<void> {
    await opener.click();
    await driver.dialog().waitFor();
    await check(view);
    await driver.page.keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
  }

  test('every pane of the receiver passes the accessibility check', async () => {
    const { t } = driver;
    const dialog = await receiver.open();
    await driver.button(t('receiver.hook.addAndSave'), dialog).click();
    await dialog.locator('[aria-invalid="true"]').first().waitFor();
    await check('receiver-new');
    await dialog.getByLabel(t('receiver.hook.name'), { exact: true }).fill('Production');
    await driver.button(t('settings.back'), dialog).click();
    await check('receiver-unsaved');
    await driver.button(t('common.unsaved.drop'), dialog).click();

    hook = await receiver.addHook();
    await receiver.open();
    await check('receiver-hook');
    await driver.button(t('receiver.secret.addSecond'), dialog).click();
    await dialog.getByLabel(t('receiver.secret.label'), { exact: true }).waitFor();
    await dialog.getByLabel(t('receiver.test.publicUrl'), { exact: true }).fill(hook.url);
    await driver.button(t('receiver.test.run'), dialog).click();
    await dialog.getByText(t('receiver.test.passed')).waitFor();
    await check('receiver-tested');
    await driver.button(t('receiver.nav.listening'), dialog).click();
    await dialog.getByLabel(t('receiver.listening.address'), { exact: true }).fill('0.0.0.0');
    await dialog.getByLabel(t('receiver.listening.port'), { exact: true }).fill('0');
    await driver.button(t('receiver.advanced.title'), dialog).click();
    await driver.button(t('receiver.listening.save'), dialog).click();
    await dialog.locator('[aria-invalid="true"]').first().waitFor();
    await check('receiver-listening');
    await driver.button(t('receiver.listening.discard'), dialog).click();
    await receiver.close();
  });

  test('the inbox, its questions and the log pass the accessibility check', async () => {
    const { t } = driver;
    await receiver.show('deliveries');
    await check('inbox-empty');
    const mail = await deliver('mailOrder');
    const panel = await receiver.openDelivery(mail);
    await check('inbox-waiting');
    await checkQuestion('inbox-map', receiver.linkButton(panel));
    await driver.button(t('inbox.action.more'), panel).click();
    await checkQuestion(
      'inbox-discard',
      driver.page.getByRole('menuitem', { name: t('inbox.action.discard') }),
    );
    await receiver.approve(panel);
    await receiver.untilVerdict(mail, 'accepted');
    await service.renew('mailOrder', { days: 5, begins: -100 });
    const earlier = await deliver('mailOrder');
    await receiver.untilVerdict(earlier, 'heldBack');
    await receiver.openDelivery(earlier);
    await check('inbox-held-back');
    expect(await service.deliver('mailOrder', { ...hook, secret: 'another' })).toMatchObject({ status: 401 });
    await receiver.show('log');
    await check('inbox-log');
    await receiver.showOrders();
    await driver.openDetails('Mail');
    await check('push-only-order');
    await driver.button(t('orders.panel.close')).click();
  });

  test('the keyboard reaches the tabs, the list, the panel and its questions', async () => {
    const { t, page } = driver;
    const { keyboard } = page;
    const tabTo = (wanted: Locator) => goTo(page, wanted);
    const tab = (name: string) => page.getByRole('tab', { name });
    const shop = await deliver('shopOrder');
    await tab(t('inbox.nav.orders')).focus();
    await keyboard.press('ArrowRight');
    await expect.poll(() => isFocused(tab(t('timeline.tab')))).toBe(true);
    await keyboard.press('ArrowRight');
    await expect.poll(() => isFocused(tab(t('inbox.nav.inbox')))).toBe(true);
    // The log is still shown. Its only button leads back to the deliveries.
    await tabTo(driver.button(t('inbox.tabs.deliveries')));
    await keyboard.press('Enter');

    // The list is one tab stop; arrow keys move in it.
    const rows = page.locator('[data-delivery-id]');
    await expect.poll(() => rows.count()).toBe(3);
    await tabTo(page.locator('[data-delivery-id][tabindex="0"]'));
    await keyboard.press('Home');
    await expect.poll(() => isFocused(rows.first())).toBe(true);
    const place = (await receiver.deliveries()).findIndex(({ leaf }) => leaf.fingerprint256 === shop);
    for (let index = 1; index <= place; index += 1) {
      await keyboard.press('ArrowDown');
      await expect.poll(() => isFocused(rows.nth(index))).toBe(true);
    }
    const row = await receiver.row(shop);
    expect(await isFocused(row)).toBe(true);
    await keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Shop' });
    await panel.waitFor();

    // From the panel to the question, and back.
    await tabTo(receiver.linkButton(panel));
    await keyboard.press('Enter');
    const field = driver.dialog().getByRole('combobox');
    await expect.poll(() => isFocused(field)).toBe(true);
    await keyboard.type('Shop');
    await driver.dialog().getByRole('option', { name: 'Shop' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await driver.dialog().waitFor({ state: 'detached' });
    await receiver.untilVerdict(shop, 'confirmed');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

    // Delete asks first; Escape keeps the delivery, then closes the panel.
    await row.focus();
    await keyboard.press('Delete');
    await driver.dialog().waitFor();
    await keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(row)).toBe(true);
    expect(await row.getAttribute('data-verdict')).toBe('confirmed');
    await keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('the state with a lost vault key passes the accessibility check', async () => {
    await app.close();
    await loseVaultKey(profile);
    await launch();
    await expect.poll(async () => (await snapshotOf(driver.page)).receiver.vault.kind).toBe('keyMissing');
    await driver.dialog().waitFor();
    await check('vault-lost');
    await driver.page.keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await check('vault-banner');
    await app.close();
  });
});
