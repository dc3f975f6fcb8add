import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { joinCommand } from '#shared/domain/commandWords.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { servedLeaf, startServer } from '../integration/deployment/presets/webServers.ts';

const servername = 'store.example.com';
let service: TestService;
let driver: WindowDriver;

beforeAll(async () => {
  ({ service, driver } = await launchLived({
    orders: [{ rid: 'store', name: 'Store', days: 12, domains: [servername] }],
  }));
});

/** Exports the order for nginx. @returns the lines for its configuration, as the window shows them */
async function exportForNginx(): Promise<string> {
  const { t } = driver;
  await driver.select(['Store']);
  await driver.openSelectionExport();
  await driver
    .dialog()
    .getByRole('radio', { name: /^nginx/u })
    .check();
  await driver.chooseExportPlace('folder', await temporaryFolder());
  await driver.untilExported();
  const lines = driver.dialog().getByRole('textbox', { name: t('exporting.snippet.title') });
  const snippet = await lines.inputValue();
  await driver.finishExport();
  return snippet;
}

async function setCommand(copies: Locator, command: readonly string[]): Promise<void> {
  const { t } = driver;
  await copies.getByRole('button', { name: /^More for .+/u }).click();
  await driver.page.getByRole('menuitem', { name: t('copies.command.open') }).click();
  const dialog = driver.dialog();
  const field = dialog.getByLabel(t('copies.command.line'), { exact: true });
  expect(await field.inputValue()).toBe('nginx -s reload');
  await field.fill(joinCommand(command, process.platform));
  await driver.app.electron.evaluate(({ dialog: native }) => {
    native.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
  await driver.button(t('copies.command.save'), dialog).click();
  await dialog.waitFor({ state: 'detached' });
}

const places = () => driver.step('servers');

const untilVerdict = (verdict: PlaceStatus) => driver.untilServerVerdict(places(), verdict);

async function addEndpoint(place: string): Promise<void> {
  const { t, page } = driver;
  await driver.button(t('places.empty.other'), places()).click();
  const dialog = driver.dialog();
  await dialog.getByLabel(t('places.form.address'), { exact: true }).fill(place);
  await driver.button(t('places.form.advanced'), dialog).click();
  await page.keyboard.press('Tab');
  await page.keyboard.type(servername);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('nginx serves an export, its renewal after one click, and the restored previous files; the window shows it', async () => {
  const { t, page } = driver;
  const nginx = await startServer('nginx', { snippet: await exportForNginx(), servername });
  const served = () => servedLeaf(nginx.port, servername, service.caPem);
  const issued = async () => (await driver.order('Store'))?.fingerprint256;
  const first = await issued();
  expect(await served()).toBe(first);

  const copies = await driver.openStep('Store', 'files');
  await setCommand(copies, nginx.reloadCommand);
  await addEndpoint(`127.0.0.1:${nginx.port}`);
  await untilVerdict('current');
  await service.renew('store', { days: 89.5 });
  await driver.syncNow();
  await copies.getByText(t('copies.state.stale'), { exact: true }).waitFor();
  expect(await served()).toBe(first);
  await untilVerdict('stale');
  await places().scrollIntoViewIfNeeded();
  await driver.screenshot('nginx-drifted');
  await driver.button(t('copies.refresh'), copies).click();
  await copies.getByText(/^Exit code 0/u).waitFor();
  const second = await issued();
  expect(second).not.toBe(first);
  await expect.poll(served).toBe(second);
  await untilVerdict('current');
  await driver.screenshot('nginx-refreshed');

  await copies.getByRole('button', { name: /^More for .+/u }).click();
  await page.getByRole('menuitem', { name: t('copies.restore.open') }).click();
  await driver.button(t('copies.restore.confirm'), driver.dialog()).click();
  await driver.dialog().waitFor({ state: 'detached' });
  await expect.poll(served).toBe(first);
  await untilVerdict('stale');
  await copies.getByText(t('copies.state.stale'), { exact: true }).waitFor();
  await driver.screenshot('nginx-restore');
});
