import { beforeAll, describe, expect, test } from 'vitest';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import type { NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { cutOff, narrowTo } from '#test/support/e2e/pageGeometry.ts';
import { openQuickPage } from '#test/support/e2e/trayItem.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('where the window is enlarged', () => {
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    ({ app, driver } = await launchLived());
  });

  test('a menu that is higher than its place scrolls to each of its items', async () => {
    const { page } = driver;
    await narrowTo(app, page, 640);
    await driver.row('Gateway').click({ button: 'right' });
    const items = page.getByRole('menu').getByRole('menuitem');
    await items.first().waitFor();
    await pictureOfScreen('menu-200');
    for (const item of [items.last(), items.first()]) {
      await item.scrollIntoViewIfNeeded();
      const { y = -1, height = 0 } = (await item.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
    }
    await items.first().click();
    await page.getByRole('complementary', { name: 'Gateway' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('a search shows what it finds, and its hints, where the details of an order were', async () => {
    const { page, t } = driver;
    await narrowTo(app, page, 640);
    await driver.openDetails('Gateway');
    const field = page.getByRole('searchbox');
    await field.focus();
    const hint = page.getByText(t('orders.search.about.note'), { exact: true });
    await hint.waitFor();
    const isOnTop = () =>
      hint.evaluate((element) => {
        const { x, y } = element.getBoundingClientRect();
        return document.elementFromPoint(x + 1, y + 1)?.closest('aside') === null;
      });
    await expect.poll(isOnTop).toBe(true);
    await page.keyboard.type('wiki');
    await driver.row('Wiki').waitFor();
    expect(await isFocused(field)).toBe(true);
    await field.fill('');
    await page.keyboard.press('Tab');
  });

  test('the quick window shows its orders, although a delivery waits and a token is rejected', async () => {
    await driver.page
      .getByText(driver.t('connections.banner.rejected', { connection: 'Old service', status: 401 }))
      .waitFor();
    await narrowTo(app, driver.page, 320);
    const quick = await openQuickPage(app);
    const row = quick.getByRole('option', { name: 'Gateway' });
    await expect.poll(async () => ((await row.boundingBox())?.height ?? 0) > 0).toBe(true);
    await pictureOfScreen('quick-400');
    const { shown, sideways } = await quick.evaluate(() => {
      const box = document.querySelector('[role=option]')?.getBoundingClientRect();
      const list = document.querySelector('[role=listbox]')?.getBoundingClientRect();
      return {
        shown: Math.min(box?.bottom ?? 0, list?.bottom ?? 0, innerHeight) - (box?.top ?? 0),
        sideways: (document.scrollingElement?.scrollWidth ?? 0) - innerWidth,
      };
    });
    expect(shown).toBeGreaterThan(24);
    expect(sideways).toBeLessThanOrEqual(0);
    expect(await cutOff(quick)).toEqual([]);
    await quick.keyboard.press('Escape').catch(() => undefined);
  });
});
