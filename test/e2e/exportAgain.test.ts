import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let driver: WindowDriver;
let target: string;

beforeAll(async () => {
  service = await startTestService();
  for (let index = 1; index <= 12; index += 1)
    await service.addOrder({ rid: `order-${index}`, name: `Order ${index}`, days: 30 + index });
  driver = await driveWindow(await launchNotAfter());
  await driver.connect(service);
  target = await temporaryFolder();
});

/** The row’s own button. */
const exportRow = (name: string) => driver.button(driver.t('orders.list.export', { name }), driver.row(name));

test('the first export for nginx takes four actions, the last of them in the native dialog', async () => {
  const { t } = driver;
  await exportRow('Order 1').click();
  await driver.dialog().getByRole('radio', { name: 'nginx' }).check();
  // The click, and the choice in the native dialog.
  await answerFileDialogs(driver.app.electron, target);
  await driver.button(t('exporting.chooseFolder'), driver.dialog()).click();
  await driver.untilExported();
  expect((await readdir(join(target, 'order-1'))).sort()).toEqual(['fullchain.pem', 'privkey.pem']);
  await driver.finishExport();
});

test('after a renewal, two actions replace the files, and the message undoes it', async () => {
  const { t, page } = driver;
  const chain = join(target, 'order-1', 'fullchain.pem');
  const before = await readFile(chain, 'utf8');
  const renewed = await service.renew('order-1', { days: 90 });
  await exportRow('Order 1').click();
  await driver.button(t('exporting.title'), driver.dialog()).click();
  await page.getByText(t('exporting.replaced.title', { count: 2 })).waitFor();
  expect(await readFile(chain, 'utf8')).toBe(renewed.material.certificate);
  expect(await driver.dialog().count()).toBe(0);
  await driver.button(t('orders.action.undo')).click();
  await expect.poll(() => readFile(chain, 'utf8')).toBe(before);
});

test('twelve orders as one ZIP file take four actions', async () => {
  const { t, page } = driver;
  const file = join(target, 'all.zip');
  await page.getByRole('checkbox', { name: t('orders.list.selectAll') }).check();
  await driver.openSelectionExport();
  await answerFileDialogs(driver.app.electron, file);
  await driver.button(t('exporting.chooseZip'), driver.dialog()).click();
  await driver.untilExported();
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  await driver.finishExport();
  // The selection has ended with the export.
  expect(await page.getByRole('region', { name: t('orders.selection.label') }).count()).toBe(0);
});
