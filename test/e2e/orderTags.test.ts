import { beforeAll, describe, expect, test } from 'vitest';
import type {} from '#renderer/bridge.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it compares all groups of the list with the tags that it sets';

describe('tags in the list', () => {
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    const service = await startTestService();
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 60, domains: ['shop.example.com'] });
    await service.addOrder({ rid: 'mail', name: 'Mail', days: 70 });
    await service.addOrder({ rid: 'old', name: 'Old', days: 80 });
    app = await launchNotAfter({ because });
    driver = await driveWindow(app);
    await driver.connect(service);
  });

  const headings = () => driver.page.getByRole('grid').getByRole('rowheader').allTextContents();

  test('are chips in the row of an order', async () => {
    const { page } = driver;
    const orders = await driver.orders();
    const tags = { shop: ['team:web', 'prod', 'eu'], mail: ['prod'] };
    for (const [name, added] of Object.entries(tags)) {
      const ids = orders.flatMap((order) => (serviceKey(order) === name ? order.id : []));
      await page.evaluate((change) => window.notAfter?.calls['orders:tag'](change), {
        ...{ ids, added, removed: [] },
      });
    }
    const row = driver.row('Shop');
    await row.getByText('team:web', { exact: true }).waitFor();
    await row.getByText('prod', { exact: true }).waitFor();
    await row.getByText('+1', { exact: true }).waitFor();
    await driver.screenshot('tags');
  });

  test('group it, also after the window was opened again', async () => {
    await driver.button(driver.t('orders.groupByTag')).click();
    const groups = ['eu 1', 'prod 2', 'team:web 1', `${driver.t('orders.group.untagged')} 1`];
    await expect.poll(headings).toEqual(groups);
    expect(await driver.names()).toEqual(['Shop', 'Shop', 'Mail', 'Shop', 'Old']);
    await driver.screenshot('grouped-by-tag');
    await driver.page.close();
    expect(await startAgain(app)).toBe(0);
    driver = await driveWindow(app);
    await expect.poll(headings).toEqual(groups);
  });

  test('have a menu at their heading, by pointer and by keys, which sets when to warn of their orders', async () => {
    const { page, t } = driver;
    const heading = page.getByRole('grid').getByRole('button', { name: 'prod 2' });
    const menu = page.getByRole('menu', { name: t('orders.list.more', { name: 'prod' }) });
    await heading.focus();
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await driver.screenshot('tag-menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(heading)).toBe(true);
    await heading.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: t('verbs.thresholds') }).click();
    const dialog = driver.dialog();
    await dialog.getByRole('textbox', { name: t('settings.warning') }).fill('40');
    await dialog.getByRole('textbox', { name: t('settings.critical') }).fill('8');
    await expectNoBarriers(page);
    for (const [language, theme] of [
      ['zh-CN', 'dark'],
      ['en', 'light'],
    ] as const) {
      await page.evaluate((change) => window.notAfter?.calls['settings:set'](change), { language, theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
      await driver.screenshot(`tag-thresholds-${language}`);
    }
    await driver.button(t('common.save'), dialog).click();
    await dialog.waitFor({ state: 'detached' });
    const panel = await driver.openDetails('Mail');
    const times = { warning: '40 days', critical: '8 days', tag: 'prod' };
    await panel.getByText(t('orders.thresholds.ofTag', times)).waitFor();
    await driver.screenshot('thresholds-of-tag');
    await page.keyboard.press('Escape');
  });

  test('and a note, written in the details, is found by the search', async () => {
    const { page } = driver;
    await driver.openDetails('Old');
    await driver.button(driver.t('orders.panel.more')).click();
    await page.getByRole('menuitem', { name: driver.t('verbs.annotate') }).click();
    const tags = page.getByRole('textbox', { name: driver.t('orders.panel.tags') });
    await expect.poll(() => isFocused(tags)).toBe(true);
    await page
      .getByRole('textbox', { name: driver.t('orders.panel.note') })
      .fill('Ask the desk\nbefore a renewal');
    await driver.button(driver.t('common.save')).click();
    await page.getByText('before a renewal').waitFor();
    const search = page.getByRole('searchbox');
    await search.click();
    await driver.screenshot('search-operators');
    for (const words of ['"the desk"', 'note:RENEWAL', 'desk -tag:prod']) {
      await search.fill(words);
      await expect.poll(() => driver.names()).toEqual(['Old']);
    }
    await search.fill('-note:desk');
    await expect.poll(async () => new Set(await driver.names())).toEqual(new Set(['Shop', 'Mail']));
    await driver.screenshot('note-found');
  });
});
