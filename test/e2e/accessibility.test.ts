import { beforeAll, describe, test } from 'vitest';
import { settingsSections } from '#renderer/stores/settingsStore.ts';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import {
  continueFirstStart,
  enterFirstText,
  firstStartButton,
  untilAllAsked,
} from '#scripts/demo/windowSteps.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it begins with the first start, whose pages it checks';

describe('accessibility in both themes', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    service = await startTestService();
    for (const days of [-3, 0.5, 3, 20, 75]) await service.addOrder({ days, name: `${days} days` });
    await service.addOrder({ rid: 'future', name: 'Next year', days: 400, lifetimeDays: 90 });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
  });

  /** Checks the current view and saves a screenshot. */
  async function check(view: string): Promise<void> {
    await expectNoBarriers(driver.page);
    await driver.screenshot(`barriers-${view}`);
  }

  test('the first start with its refusals and errors', async () => {
    const { t, page } = driver;
    await check('first-start');
    await firstStartButton(page, t, 0).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await check('first-start-refused');

    const given = { baseUrl: service.baseUrl, token: service.token };
    const rids = [...service.rids, 'nobodyKnowsThis'];
    await enterFirstText(page, t, [given.baseUrl, `Bearer ${given.token}`, ...rids, '<rid>'].join('\n'));
    await driver.button(t('firstStart.chooseCa')).waitFor();
    await check('first-start-not-trusted');
    await answerFileDialogs(app.electron, service.caFile);
    await driver.button(t('firstStart.chooseCa')).click();
    await page
      .getByRole('status')
      .filter({ hasText: t('firstStart.result.notFound', { count: 1 }) })
      .waitFor();
    await check('first-start-results');
    await continueFirstStart(page, t, rids.length);
  });

  test('the list and the panel, in every state of an order', async () => {
    const { t, page } = driver;
    await untilAllAsked(page);
    await check('list');
    for (const name of ['-3 days', 'nobodyKnowsThis']) {
      await driver.openDetails(name);
      await check(`panel-${name.replace(' ', '-')}`);
    }
    await driver.button(t('orders.panel.close')).click();
    await driver.button(t('orders.header.menu')).click();
    await check('main-menu');
    await page.keyboard.press('Escape');
    await driver.row('-3 days').click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await check('order-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByRole('heading', { name: t('orders.empty.noMatchTitle') }).waitFor();
    await check('no-match');
    await driver.button(t('orders.empty.showAll')).click();
  });

  test('the dialogs', async () => {
    const { t, page } = driver;
    await driver.button(t('orders.header.add')).click();
    await driver.dialog().waitFor();
    await check('add');
    await page.keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });

    for (const section of settingsSections) {
      await driver.openSettings(section);
      await check(`settings-${section}`);
    }
    await driver.closeSettings();

    await driver.openConnections();
    await driver.button(t('connections.addConnection'), driver.settings()).click();
    await driver.button(t('connections.addAndSave'), driver.settings()).click();
    await check('new-connection-refused');
    await page.keyboard.press('Escape');
  });

  test('the export, from the choice to a summary with failures, and a removal that can be undone', async () => {
    const { t } = driver;
    const names = ['-3 days', '75 days', 'Next year', 'nobodyKnowsThis'];
    await driver.select(names);
    await check('selection');
    await driver.openSelectionExport();
    await driver.dialog().waitFor();
    await check('export-choice');
    await driver.chooseExportPlace('folder', await temporaryFolder());
    await driver.untilExported();
    await check('export-summary');
    await driver.finishExport();
    await driver.select(names);
    await driver
      .button(
        t('orders.action.remove'),
        driver.page.getByRole('region', { name: t('orders.selection.label') }),
      )
      .click();
    await driver.button(t('orders.action.undo')).waitFor();
    await check('removed');
  });

  test('a rejected token', async () => {
    const { t, page } = driver;
    service.revokeToken(service.token);
    await driver.syncButton().click();
    await page.getByText(t('connections.banner.rejectedText')).waitFor();
    await check('token-rejected');
    await driver.button(t('connections.banner.replaceToken')).click();
    await driver.dialog().waitFor();
    await check('token-dialog');
  });
});
