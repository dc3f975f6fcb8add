import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { cutOff, narrowTo, overlappingTexts } from '#test/support/e2e/pageGeometry.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the actions of a first export, and those of all orders';

let service: TestService;
let driver: WindowDriver;
let target: string;

beforeAll(async () => {
  service = await startTestService();
  for (let index = 1; index <= 12; index += 1)
    await service.addOrder({ rid: `order-${index}`, name: `Order ${index}`, days: 30 + index });
  driver = await driveWindow(await launchNotAfter({ because }));
  await driver.connect(service);
  target = await temporaryFolder();
});

test('the first export for nginx takes four actions, the last of them in the native dialog', async () => {
  const { t } = driver;
  const verb = t('helpful.export');
  await driver.button(t('helpful.ofOrder', { verb, name: 'Order 1' })).click();
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
  await driver.openExport('Order 1');
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

test('orders go to their own folders with one button; what failed comes first, and is tried again alone', async () => {
  const { t } = driver;
  const names = ['Order 2', 'Order 3', 'Order 4'];
  await driver.select(names);
  await driver.openSelectionExport();
  await driver.dialog().getByRole('radio', { name: 'nginx' }).check();
  await driver.chooseExportPlace('folder', target);
  await driver.untilExported();
  await driver.finishExport();
  const renewed = new Map<string, string>();
  for (const rid of ['order-2', 'order-3', 'order-4'])
    renewed.set(rid, (await service.renew(rid, { days: 90 })).material.certificate);
  // A file in the place of the folder of one order.
  await rm(join(target, 'order-4'), { recursive: true });
  await writeFile(join(target, 'order-4'), '');
  const chainOf = (rid: string) => readFile(join(target, rid, 'fullchain.pem'), 'utf8');

  await driver.select(names);
  await driver.openSelectionExport();
  await driver.button(t('exporting.title'), driver.dialog()).click();
  await driver
    .dialog()
    .getByText(t('exporting.again.sum', { done: 2, total: 3 }))
    .waitFor();
  const rows = driver.dialog().getByRole('listitem');
  expect(await rows.first().textContent()).toMatch(/^Order 4/u);
  await driver.screenshot('batch-failed');
  await narrowTo(driver.app, driver.page, 320);
  await expect.poll(() => cutOff(driver.page)).toEqual([]);
  expect(await overlappingTexts(driver.dialog())).toEqual([]);
  await driver.screenshot('batch-failed-320');
  await narrowTo(driver.app, driver.page, 1280);
  expect(await chainOf('order-2')).toBe(renewed.get('order-2'));
  expect(await chainOf('order-3')).toBe(renewed.get('order-3'));

  await rm(join(target, 'order-4'));
  await driver.button(t('exporting.retry', { count: 1 }), driver.dialog()).click();
  await expect.poll(() => chainOf('order-4').catch(() => '')).toBe(renewed.get('order-4'));
  // Nothing is left to do: a message says so in place of the list.
  await driver.dialog().waitFor({ state: 'detached' });
});

test('what happens from now on is chosen once for twelve exported orders, with one question; failures come first', async () => {
  const { t, page, app } = driver;
  const folder = await temporaryFolder();
  // A file in the place of the folder of one order.
  await writeFile(join(folder, 'order-7'), '');
  await page.getByRole('checkbox', { name: t('orders.list.selectAll') }).check();
  await driver.openSelectionExport();
  await driver.dialog().getByRole('radio', { name: 'nginx' }).check();
  await driver.chooseExportPlace('folder', folder);
  await driver.untilExported();
  const dialog = driver.dialog();
  expect(await dialog.getByRole('listitem').first().textContent()).toMatch(/^Order 7/u);
  const box = (name: string) => dialog.getByRole('checkbox', { name });
  const written = async () =>
    (await snapshotOf(page)).copies.filter(({ target: into }) => into.endsWith(basename(folder)));
  expect(await written()).toHaveLength(11);

  await box(t('copies.keepUpToDate')).click();
  await expect.poll(async () => (await written()).every(({ autoRefresh }) => autoRefresh)).toBe(true);
  await box(t('exporting.next.run')).click();
  await answerConsent(app, true, 'consent-commands');
  await expect.poll(async () => (await written()).every(({ command }) => command !== null)).toBe(true);
  expect(await page.getByText(t('copies.command.set'), { exact: true }).count()).toBe(1);
  const check = box(t('exporting.next.checkMany', { count: 11 }));
  await check.click();
  await expect.poll(() => check.isChecked()).toBe(true);
  await driver.screenshot('batch-from-now-on');
  await narrowTo(app, page, 320);
  await expect.poll(() => cutOff(page)).toEqual([]);
  expect(await overlappingTexts(dialog)).toEqual([]);
  await driver.screenshot('batch-from-now-on-320');
  await narrowTo(app, page, 1280);
  await expectNoBarriers(page);

  await box(t('exporting.next.run')).click();
  await expect.poll(async () => (await written()).some(({ command }) => command !== null)).toBe(false);
});
