import { readdir } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { untilAllAsked } from '#scripts/demo/windowSteps.ts';
import { tabTo as goTo, isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it begins with the first start, which works without a mouse, too';

describe('without a mouse', () => {
  test('adding an order, moving in the list, reading the panel and exporting work', async () => {
    const service = await startTestService();
    await service.addOrder({ rid: 'a', name: 'Order a', days: 40 });
    await service.addOrder({ rid: 'b', name: 'Order b', days: 50 });
    await service.addOrder({ rid: 'c', name: 'Order c', days: 60 });
    const app = await launchNotAfter({ because });
    const driver = await driveWindow(app);
    const { page, t } = driver;
    const { keyboard } = page;
    const tabTo = (wanted: Locator) => goTo(page, wanted);

    // The first start: its box has the focus.
    await answerFileDialogs(app.electron, service.caFile);
    const box = page.getByLabel(t('firstStart.paste'), { exact: true });
    await expect.poll(() => isFocused(box)).toBe(true);
    for (const part of [service.baseUrl, service.token, 'a b']) {
      await keyboard.type(part);
      await keyboard.press('Enter');
    }
    await driver.button(t('firstStart.chooseCa')).waitFor();
    await tabTo(driver.button(t('firstStart.chooseCa')));
    await keyboard.press('Enter');
    await page.getByText(t('addOrders.summary.found', { count: 2 })).waitFor();
    await tabTo(driver.button(t('addOrders.submitCount', { count: 2 })));
    await keyboard.press('Enter');
    await page.getByRole('banner').waitFor();
    await untilAllAsked(page);

    // Adding: the focus is inside at once, and back where it was afterwards.
    const add = driver.button(t('orders.header.add'));
    await tabTo(add);
    await keyboard.press('Enter');
    await expect.poll(() => isFocused(page.getByLabel(t('addOrders.rids'), { exact: true }))).toBe(true);
    await keyboard.type('c');
    await tabTo(driver.button(t('addOrders.submitCount', { count: 1 })));
    await keyboard.press('Enter');
    await driver.button(t('common.done')).waitFor();
    await keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(add)).toBe(true);
    await untilAllAsked(page);

    // The list is one tab stop; arrow keys move in it.
    await tabTo(driver.row('Order a'));
    // Its keys work while nothing has the focus, and all are selected from every control of the view.
    await driver.row('Order a').evaluate((row) => row.blur());
    await keyboard.press('ArrowDown');
    await expect.poll(() => isFocused(driver.row('Order b'))).toBe(true);
    await page
      .getByRole('toolbar', { name: t('orders.toolbar.filters') })
      .getByRole('button')
      .first()
      .focus();
    await keyboard.press('Control+a');
    await page.getByText(t('orders.selection.count', { count: 3 })).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await keyboard.press('Escape');
    await driver.row('Order a').focus();
    await keyboard.press('ArrowDown');
    await expect.poll(() => isFocused(driver.row('Order b'))).toBe(true);
    await keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Order b' });
    await panel.waitFor();
    // The details take the focus, and give it back.
    const heading = panel.getByRole('heading', { level: 2 });
    await expect.poll(() => isFocused(heading)).toBe(true);
    await tabTo(driver.button(t('orders.panel.close'), panel));
    await keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(driver.row('Order b'))).toBe(true);
    await keyboard.press('Enter');
    await expect.poll(() => isFocused(heading)).toBe(true);
    // From the list, the panel follows the arrow keys.
    await driver.row('Order b').focus();
    await keyboard.press('ArrowDown');
    await page.getByRole('complementary', { name: 'Order c' }).waitFor();
    await keyboard.press('ArrowUp');
    await panel.waitFor();
    await expect.poll(() => isFocused(driver.row('Order b'))).toBe(true);

    // From the panel to an export, and back to the menu that opened it.
    const target = await temporaryFolder();
    await answerFileDialogs(app.electron, target);
    const open = driver.button(t('orders.panel.more'), panel);
    await tabTo(open);
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: t('orders.action.export'), exact: true }).focus();
    await keyboard.press('Enter');
    await driver.dialog().waitFor();
    await tabTo(driver.button(t('exporting.chooseFolder')));
    await keyboard.press('Enter');
    await tabTo(driver.button(t('common.done')));
    await keyboard.press('Enter');
    await driver.dialog().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(open)).toBe(true);
    expect(await readdir(target)).toEqual(['order-b']);

    // Every other dialog returns the focus too.
    const menu = driver.button(t('orders.header.menu'));
    for (const [opener, opened] of [
      [add, driver.dialog()],
      [menu, driver.settings()],
    ] as const) {
      await opener.focus();
      await keyboard.press('Enter');
      if (opener === menu) {
        await page.getByRole('menuitem', { name: t('orders.header.settings') }).focus();
        await keyboard.press('Enter');
      }
      await opened.waitFor();
      await expect
        .poll(() => opened.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      await keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(opener)).toBe(true);
    }

    // Escape closes the panel; Delete removes, and Undo can be reached.
    await driver.row('Order b').focus();
    await expect.poll(() => isFocused(driver.row('Order b'))).toBe(true);
    await keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await keyboard.press('Delete');
    await driver.row('Order b').waitFor({ state: 'detached' });
    await tabTo(driver.button(t('orders.action.undo')));
    await keyboard.press('Enter');
    await driver.row('Order b').waitFor();
  });
});
