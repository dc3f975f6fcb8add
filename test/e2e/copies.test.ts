import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { CopyState } from '#shared/domain/copy.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused, tabTo } from '#test/support/e2e/keyboardControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let driver: WindowDriver;
let target: string;

beforeAll(async () => {
  ({ service, driver } = await launchLived({
    orders: [
      { rid: 'store', name: 'Store', days: 12 },
      { rid: 'mail', name: 'Mail', days: 40 },
    ],
  }));
  target = await temporaryFolder();
  await driver.select(['Store', 'Mail']);
  await driver.openSelectionExport();
  await driver.choosePreset(driver.t('presets.names.pem'));
  await driver.chooseExportPlace('folder', target);
  await driver.untilExported();
  await driver.finishExport();
});

const path = (...names: readonly string[]) => join(target, ...names);

/** The step of the exported files in the panel of an order. */
const section = (name: string): Promise<Locator> => driver.openStep(name, 'files');

async function until(copies: Locator, state: CopyState): Promise<void> {
  await copies
    .getByRole('listitem')
    .getByText(driver.t(`copies.state.${state}`), { exact: true })
    .first()
    .waitFor();
}

async function fromMenu(copies: Locator, item: 'look' | 'forget'): Promise<void> {
  await copies.getByRole('button', { name: /^More for .+/u }).click();
  await driver.page.getByRole('menuitem', { name: driver.t(`copies.${item}`) }).click();
}

test('a renewal makes a copy out of date, and one click updates it', async () => {
  const { t, page } = driver;
  const copies = await section('Store');
  await until(copies, 'fresh');
  expect(await copies.textContent()).toContain('/store');
  const former = await readFile(path('store', 'fullchain.pem'), 'utf8');
  await service.renew('store', { days: 89.5 });
  await driver.syncNow();
  await until(copies, 'stale');
  expect(await copies.textContent()).toContain(t('copies.outdated'));
  await driver.untilStatus('Store', 'notDeployed');
  await driver.screenshot('copies-stale');
  await expectNoBarriers(page);

  await driver.button(t('copies.refresh'), copies).click();
  await page.getByText(t('copies.done.refreshed', { count: 1 })).waitFor();
  await until(copies, 'fresh');
  const present = await readFile(path('store', 'fullchain.pem'), 'utf8');
  expect(present).not.toBe(former);
  expect(present).toBe(service.order('store').material.certificate);
  expect((await stat(path('store', 'privkey.pem'))).mode & 0o777).toBe(0o600);
  const seen = (await readdir(path('store'))).filter((name) => !name.startsWith('.'));
  expect(seen.sort()).toEqual(['cert.pem', 'chain.pem', 'fullchain.pem', 'privkey.pem']);
});

test('files that another program changed are overwritten only after a question', async () => {
  const { t } = driver;
  const copies = await section('Store');
  await writeFile(path('store', 'cert.pem'), 'mine');
  await fromMenu(copies, 'look');
  await until(copies, 'changed');
  expect(await copies.textContent()).toContain('cert.pem');
  await driver.button(t('copies.refresh'), copies).click();
  await driver.dialog().getByText(t('copies.overwrite.refresh.title')).waitFor();
  await driver.screenshot('copies-overwrite');
  await expectNoBarriers(driver.page);
  await driver.button(t('common.cancel'), driver.dialog()).click();
  expect(await readFile(path('store', 'cert.pem'), 'utf8')).toBe('mine');
  await driver.button(t('copies.refresh'), copies).click();
  await driver.button(t('copies.overwrite.refresh.confirm'), driver.dialog()).click();
  await until(copies, 'fresh');
  expect(await readFile(path('store', 'cert.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
});

test('a key that others can read is shown, and its permissions are tightened by keyboard', async () => {
  const { t, page } = driver;
  const copies = await section('Mail');
  await chmod(path('mail', 'privkey.pem'), 0o644);
  await fromMenu(copies, 'look');
  await until(copies, 'wider');
  await driver.screenshot('copies-wider');
  const tighten = driver.button(t('helpful.tighten'), copies);
  await tabTo(page, tighten);
  expect(await isFocused(tighten)).toBe(true);
  await page.keyboard.press('Enter');
  await until(copies, 'fresh');
  expect((await stat(path('mail', 'privkey.pem'))).mode & 0o777).toBe(0o600);
});

test('orders with outdated files are found by their status, and updated together', async () => {
  const { t, page } = driver;
  for (const rid of ['store', 'mail']) await service.renew(rid, { days: 95 });
  await driver.syncNow();
  const toolbar = page.getByRole('toolbar');
  const filter = toolbar.getByRole('button', { name: new RegExp(`^${t('orders.status.notDeployed')}`, 'u') });
  await filter.click();
  await expect.poll(() => driver.names()).toEqual(expect.arrayContaining(['Store', 'Mail', 'Intranet']));
  await driver.screenshot('outdated-files');
  await expectNoBarriers(page);
  await driver.button(t('copies.refreshAll', { count: 3 })).click();
  await page.getByText(t('copies.done.refreshed', { count: 3 })).waitFor();
  await filter.click();
  for (const rid of ['store', 'mail'])
    expect(await readFile(path(rid, 'fullchain.pem'), 'utf8')).toBe(service.order(rid).material.certificate);
});

test('a copy that is kept up to date is updated after a renewal, and a forgotten copy keeps its files', async () => {
  const { t, page } = driver;
  const copies = await section('Store');
  await copies.getByRole('checkbox', { name: t('copies.keepUpToDate') }).check();
  const renewed = await service.renew('store', { days: 99 });
  await driver.syncNow();
  await expect
    .poll(() => readFile(path('store', 'fullchain.pem'), 'utf8'))
    .toBe(renewed.material.certificate);
  await until(copies, 'fresh');

  await rm(path('store', 'chain.pem'));
  await fromMenu(copies, 'look');
  await until(copies, 'missing');
  await fromMenu(copies, 'forget');
  await page.getByText(t('copies.done.forgotten')).waitFor();
  await copies.getByText(t('places.steps.noFiles')).waitFor();
  expect(await readdir(path('store'))).toContain('privkey.pem');
  await driver.app.close();
});
