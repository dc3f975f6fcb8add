import { beforeAll, describe, expect, test } from 'vitest';
import { settingsSections } from '#renderer/stores/settingsStore.ts';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import {
  continueFirstStart,
  enterFirstStart,
  firstStartButton,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';
import { chineseLeft, englishLeft } from '#test/support/e2e/untranslatedTexts.ts';
import { driveWindow, setContentSize, WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it begins with the first start, in each language, with names that are in no catalog';

const languages = [
  { system: 'zh_CN', other: 'en', html: 'zh-CN', left: englishLeft, leftOfOther: chineseLeft },
  { system: 'en', other: 'zh-CN', html: 'en', left: chineseLeft, leftOfOther: englishLeft },
] as const;

describe.each(languages)('the whole app in the language $system', (language) => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    // Names that are in no catalog.
    await service.addOrder({ rid: 'r1', name: 'srv-1', days: 75 });
    await service.addOrder({ rid: 'r2', name: 'srv-2', days: 5 });
    await service.addOrder({ rid: 'r3', name: 'srv-3', days: -5 });
    app = await launchNotAfter({ because, language: language.system });
    driver = await driveWindow(app);
    await takeNotifications();
  });

  /** Checks that no text of the view is in another language. */
  async function check(view: string): Promise<void> {
    expect(await language.left(driver.page), view).toEqual([]);
    await driver.screenshot(`${view}-${language.html}`);
  }

  test('shows the first start in it', async () => {
    const { t, page } = driver;
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language.html);
    await firstStartButton(page, t, 0).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await check('first-start');
    await answerFileDialogs(app.electron, service.caFile);
    const rids = [...service.rids, 'x9'];
    const given = { name: 'c-1', baseUrl: service.baseUrl, token: service.token, rids };
    await enterFirstStart(page, t, { ...given, hasCaFile: true });
    await page
      .getByRole('status')
      .filter({ hasText: t('firstStart.result.notFound', { count: 1 }) })
      .waitFor();
    await check('first-start-results');
    await continueFirstStart(page, t, rids.length);
    await untilAllAsked(page);
  });

  test('needs no scrolling for the settings of alerts in a window of 1100 × 720, before a channel is set up', async () => {
    const size = await driver.page.evaluate(() => [innerWidth, innerHeight] as const);
    await setContentSize(driver, 1100, 720);
    const settings = await driver.openSettings('alerts');
    const last = settings.getByRole('button', { name: driver.t('alertChannels.webhook.title') });
    await last.waitFor();
    const beyond = await last.evaluate((button) => {
      let scroller: Element | null = button;
      while (scroller !== null && getComputedStyle(scroller).overflowY !== 'auto')
        scroller = scroller.parentElement;
      return scroller === null ? null : scroller.scrollHeight - scroller.clientHeight;
    });
    expect(beyond).toBe(0);
    await driver.screenshot(`settings-alerts-${language.html}`);
    await driver.closeSettings();
    await setContentSize(driver, ...size);
  });

  test('shows the list, the panel and every dialog in it', async () => {
    const { t, page } = driver;
    await check('list');
    for (const name of ['srv-1', 'srv-3', 'x9']) {
      await driver.openDetails(name);
      await page.getByRole('complementary').getByText(t('orders.panel.added'), { exact: true }).waitFor();
      await check(`panel-${name}`);
    }
    await driver.button(t('orders.panel.close')).click();
    for (const opener of ['add'] as const) {
      await driver.button(t(`orders.header.${opener}`)).click();
      await driver.dialog().waitFor();
      await check(opener);
      await page.keyboard.press('Escape');
      await driver.dialog().waitFor({ state: 'detached' });
    }
    for (const section of settingsSections) {
      await driver.openSettings(section);
      await check(`settings-${section}`);
    }
    await driver.closeSettings();
    await driver.select(['srv-1', 'srv-3', 'x9']);
    await driver.openSelectionExport();
    await driver.dialog().waitFor();
    await check('export-choice');
    await driver.chooseExportPlace('folder', await temporaryFolder());
    await driver.untilExported();
    await check('export-summary');
    await driver.finishExport();
  });

  test('shows the receiver and the inbox in it', async () => {
    const { t, page } = driver;
    const receiver = new ReceiverDriver(driver);
    const dialog = await receiver.open();
    await check('receiver-new');
    await receiver.close();
    const hook = await receiver.addHook('h-1');
    await receiver.open();
    await dialog.getByLabel(t('receiver.test.publicUrl'), { exact: true }).fill(hook.url);
    await driver.button(t('receiver.test.run'), dialog).click();
    await dialog.getByText(t('receiver.test.passed')).waitFor();
    await check('receiver-hook');
    await driver.button(t('receiver.nav.listening'), dialog).click();
    await driver.button(t('receiver.advanced.title'), dialog).click();
    await check('receiver-listening');
    await receiver.close();

    await receiver.show('deliveries');
    await check('inbox-empty');
    await service.deliver('r2', { ...hook, task: 't-1' });
    await service.deliver('r2', { ...hook, secret: 'not the one' });
    const panel = await receiver.openDelivery(service.order('r2').fingerprint256);
    await check('inbox-waiting');
    await receiver.linkButton(panel).click();
    await driver.dialog().waitFor();
    await check('inbox-map');
    await page.keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await receiver.mapTo(panel, 'srv-2');
    await receiver.untilVerdict(service.order('r2').fingerprint256, 'confirmed');
    await check('inbox-confirmed');
    // Toasts keep their language.
    await driver.button(t('common.close')).click();
    await receiver.show('log');
    await page.locator('[data-log-outcome="refused"]').waitFor();
    await check('inbox-log');
    await receiver.showOrders();
  });

  test('shows the tray and notifications in it', async () => {
    const { t } = driver;
    const { tooltip, menu } = await untilTray(app.pid);
    expect(menu.map(({ label }) => label)).toEqual(
      expect.arrayContaining([t('tray.open'), t('tray.syncNow'), t('tray.quit')]),
    );
    expect(tooltip).toContain(t('tray.needAttention', { count: 3 }));
    await expect.poll(async () => (await takeNotifications()).length).toBeGreaterThan(0);
    // The next one is in this language.
    service.revokeToken(service.token);
    await driver.syncButton().click();
    await untilDisplayed(1);
    const [rejected] = await takeNotifications();
    expect(rejected?.title).toBe(t('notifications.tokenRejectedTitle', { connection: 'c-1' }));
    await check('token-rejected');
  });

  test('changes to the other at once in the settings, everywhere', async () => {
    const { t, page } = driver;
    await driver.openDetails('srv-2');
    const settings = await driver.openSettings('general');
    await settings.getByLabel(t('settings.language'), { exact: true }).selectOption(language.other);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language.other);
    expect(await language.leftOfOther(page)).toEqual([]);
    await driver.screenshot(`switched-from-${language.html}`);

    const other = await wordsOf(page);
    expect(other('tray.quit')).not.toBe(t('tray.quit'));
    await expect
      .poll(async () => (await untilTray(app.pid)).menu.map(({ label }) => label))
      .toContain(other('tray.quit'));
    // The order that failed has a refused token now, as all of them.
    const orders = other('tray.needAttention', { count: 2 });
    const all = other('tray.rejectedToo', { text: orders, count: 1 });
    expect((await untilTray(app.pid)).tooltip).toContain(all);
    const driverOfOther = new WindowDriver(app, page, other);
    await driverOfOther.openSettings('general');
    expect(await language.leftOfOther(page)).toEqual([]);
    await expectNoBarriers(page);
  });
});
