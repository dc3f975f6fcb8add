import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { untilAllAsked } from '#scripts/demo/windowSteps.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it sets up a new computer, and counts what the file has';

describe('the configuration file', () => {
  let service: TestService;
  let file: string;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    await service.addOrder({ rid: 'mail', name: 'Mail', days: 70 });
    file = join(await temporaryFolder(), 'notafter.json');
  });

  const preview = ({ page, t }: WindowDriver) =>
    page.getByRole('dialog', { name: t('configuration.preview.title'), exact: true });

  /** Exports the order to the folder that its details name, which does not exist yet. */
  const exportPlanned = async (driver: WindowDriver, folder: string) => {
    const { t, page } = driver;
    await driver.openDetails('Shop');
    const step = driver.step('files');
    await step.getByText(t('copies.planned.text', { preset: t('presets.names.nginx') })).waitFor();
    await driver.screenshot('configuration-planned');
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    await driver.button(t('copies.exportNow'), step).click();
    const dialog = driver.dialog();
    expect(await dialog.getByRole('radio', { name: t('presets.names.nginx') }).isChecked()).toBe(true);
    expect(await dialog.getByRole('combobox', { name: t('exporting.to') }).textContent()).toContain('~/tls');
    await driver.screenshot('configuration-export');
    await driver.button(t('exporting.title'), dialog).click();
    await driver.screenshot('configuration-review');
    await driver.button(t('exporting.write', { count: 1 }), dialog).click();
    await driver.button(t('common.done'), dialog).click();
    expect(await readdir(join(folder, 'shop'))).toEqual(
      expect.arrayContaining(['fullchain.pem', 'privkey.pem']),
    );
    await step.getByText(t('places.steps.folder.fresh')).waitFor();
    await driver.expandStep(step);
    expect(
      await step.getByRole('checkbox', { name: new RegExp(t('copies.keepUpToDate'), 'u') }).isChecked(),
    ).toBe(true);
    await page.keyboard.press('Escape');
  };

  test('is exported from the settings, without the token', async () => {
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    await driver.connect(service);
    const { t } = driver;
    const settings = await driver.openSettings('general');
    await answerFileDialogs(app.electron, file);
    await driver.openFoldedSetting(t('settings.advanced'));
    await driver.button(t('configuration.export'), settings).click();
    await driver.page.getByText(t('configuration.saved', { name: 'notafter.json' })).waitFor();
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(service.token);
    expect(JSON.parse(text).orders).toHaveLength(2);
    await driver.screenshot('configuration-settings');
  });

  test('makes a new computer ready with one import and one token', async () => {
    const content = JSON.parse(await readFile(file, 'utf8'));
    const shop = content.orders.find(({ rid }: { readonly rid: string }) => rid === 'shop');
    shop.destinations = [{ preset: 'nginx', parts: null, folder: '~/tls', automaticUpdates: true }];
    await writeFile(file, JSON.stringify(content));
    const home = await temporaryFolder();
    const app = await launchNotAfter({ because, env: { HOME: home } });
    const driver = await driveWindow(app);
    const { t, page } = driver;
    await answerFileDialogs(app.electron, file);
    await driver.screenshot('configuration-first-start');
    await driver.button(t('configuration.import')).click();
    await preview(driver).getByText('shop', { exact: true }).waitFor();
    await preview(driver).getByText('~/tls', { exact: true }).waitFor();
    await driver.screenshot('configuration-preview');
    await driver.button(t('configuration.preview.import', { count: 4 }), preview(driver)).click();
    await answerConsent(app, true, 'configuration-consent');
    const enter = t('configuration.enterTokenOf', { name: 'Main service' });
    await driver.button(enter).waitFor();
    await driver.screenshot('configuration-token');
    await driver.button(enter).click();
    await page.getByRole('dialog').getByRole('textbox').fill(service.token);
    await page.keyboard.press('Enter');
    await answerConsent(app, true, 'configuration-authority');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => driver.names(), { timeout: 15_000 }).toEqual(['Shop', 'Mail']);
    await untilAllAsked(page);
    await exportPlanned(driver, join(home, 'tls'));

    const settings = await driver.openSettings('general');
    await driver.openFoldedSetting(t('settings.advanced'));
    await driver.button(t('configuration.import'), settings).click();
    await preview(driver).getByText(t('configuration.preview.nothing')).waitFor();
    await driver.screenshot('configuration-nothing');
    await driver.button(t('common.close'), preview(driver).locator('footer')).click();

    await writeFile(file, '{"format": ');
    await driver.button(t('configuration.import'), settings).click();
    await settings.getByRole('alert').waitFor();
    await driver.screenshot('configuration-damaged');
  });
});
