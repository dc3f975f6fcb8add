import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import type { NotAfter } from '#test/support/e2e/notAfterApp.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('what can be done with an order, without its details', () => {
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    ({ app, driver } = await launchLived({
      orders: [
        { rid: 'a', name: 'Mail gateway', days: 46 },
        { rid: 'b', name: 'Customer desk', days: 48 },
        { rid: 'c', name: 'Edge nodes', days: 60 },
      ],
    }));
  });

  const press = (key: string) => driver.page.keyboard.press(key);
  const focusRow = async (name: string) => {
    await driver.row(name).focus();
    await expect.poll(() => isFocused(driver.row(name))).toBe(true);
  };
  const toast = (text: string) => driver.page.getByText(text, { exact: true });
  const clipboard = () => app.electron.evaluate(({ clipboard: own }) => own.readText());
  const palette = () => driver.page.getByRole('combobox', { name: driver.t('palette.hint') });
  const option = (name: string | RegExp): Locator => driver.page.getByRole('option', { name });

  test('letters in the list snooze, copy, sync and export; Ctrl+Z undoes the snooze', async () => {
    const { t } = driver;
    await focusRow('Customer desk');
    await press('z');
    await toast(t('orders.snooze.one', { name: 'Customer desk' })).waitFor();
    const snooze = async () =>
      (await driver.orders()).find(({ serviceName }) => serviceName === 'Customer desk')?.snooze;
    expect(await snooze()).not.toBeNull();
    await press('Control+z');
    await expect.poll(snooze).toBeNull();
    expect(await isFocused(driver.row('Customer desk'))).toBe(true);
    await press('c');
    await expect.poll(clipboard).toMatch(/^-----BEGIN CERTIFICATE-----.*-----BEGIN CERTIFICATE-----/su);
    const before = await driver.orders();
    await press('s');
    const attempts = (orders: typeof before) => orders.map(({ lastAttemptAt }) => lastAttemptAt);
    await expect.poll(async () => attempts(await driver.orders())).not.toEqual(attempts(before));
    await press('e');
    await driver.dialog().waitFor();
    await press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(driver.row('Customer desk'))).toBe(true);
    // With Shift a letter begins a name.
    await press('Shift+E');
    await expect.poll(() => isFocused(driver.row('Edge nodes'))).toBe(true);
  });

  test('a click opens the details, and the keys of the list go on', async () => {
    const panel = await driver.openDetails('Mail gateway');
    await press('ArrowDown');
    await driver.page.getByRole('complementary', { name: 'Customer desk' }).waitFor();
    await expect.poll(() => isFocused(driver.row('Customer desk'))).toBe(true);
    await press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('the menu of a row shows the keys, and they work in it', async () => {
    const { page, t } = driver;
    await focusRow('Mail gateway');
    await press('Shift+F10');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    const item = menu.getByRole('menuitem', { name: t('orders.action.export'), exact: true });
    expect(await item.getAttribute('aria-keyshortcuts')).toBe('E');
    await expectNoBarriers(page);
    await driver.screenshot('row-menu');
    await press('z');
    await menu.waitFor({ state: 'detached' });
    await toast(t('orders.snooze.one', { name: 'Mail gateway' })).waitFor();
    await press('Control+z');
    await driver.row('Mail gateway').click({ button: 'right' });
    await menu.waitFor();
    await press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  test('the menu of a row in the middle of a low window is seen whole, opened by pointer, keys and button', async () => {
    const { page, t } = driver;
    const resize = (height: number) =>
      app.electron.evaluate(
        ({ BrowserWindow }, high) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, high),
        height,
      );
    const before = await page.evaluate(() => innerHeight);
    await resize(520);
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(520);
    const id = await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('tr[data-order-id]')];
      const fromMiddle = (row: HTMLElement) => Math.abs(row.getBoundingClientRect().top - innerHeight * 0.6);
      return rows.toSorted((one, other) => fromMiddle(one) - fromMiddle(other))[0]?.dataset['orderId'] ?? '';
    });
    const row = page.locator(`tr[data-order-id="${id}"]`);
    const more = row.getByRole('button', { name: t('orders.list.more', { name: '' }) });
    const opened = {
      pointer: () => row.click({ button: 'right' }),
      keys: () => row.press('Shift+F10'),
      button: async () => {
        await row.hover();
        await more.click();
      },
    };
    const menu = page.getByRole('menu');
    for (const [by, open] of Object.entries(opened)) {
      await open();
      await menu.waitFor();
      await driver.screenshot(`middle-row-menu-by-${by}`);
      expect(await menu.evaluate((layer) => layer.scrollHeight - layer.clientHeight)).toBe(0);
      expect(await menu.evaluate((layer) => layer.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
      await press('Escape');
      await menu.waitFor({ state: 'detached' });
    }
    await resize(before);
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(before);
  });

  test('a touch opens the menu of a row at once', async () => {
    const { page, t } = driver;
    const button = driver.button(t('orders.list.more', { name: 'Mail gateway' }));
    const box = await button.boundingBox();
    if (box === null) throw new Error('the button is not to be seen');
    const session = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menu');
    await press('Escape');
    await expect.poll(() => isFocused(button)).toBe(true);
  });

  test('search, Enter and a letter export without the mouse, and Ctrl+Enter does at once', async () => {
    const { page, t } = driver;
    await press('/');
    await page.keyboard.type('desk');
    await press('Enter');
    await page.getByRole('complementary', { name: 'Customer desk' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await press('e');
    await driver.dialog().waitFor();
    await press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    // The details give the focus back to the search.
    await press('Escape');
    await press('Control+Enter');
    await driver.dialog().waitFor();
    expect(await page.getByRole('complementary').count()).toBe(0);
    await press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: t('orders.toolbar.search') }).fill('');
  });

  test('Ctrl+R and F5 sync, and reload nothing', async () => {
    const { page } = driver;
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    for (const key of ['Control+r', 'F5']) {
      const before = (await driver.polled()).map(({ lastAttemptAt }) => lastAttemptAt);
      await press(key);
      await expect
        .poll(async () => (await driver.polled()).every((row, index) => row.lastAttemptAt !== before[index]))
        .toBe(true);
    }
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  });

  test('the palette opens an order, does a verb with another, and opens settings', async () => {
    const { page, t } = driver;
    await focusRow('Mail gateway');
    await press('Control+k');
    await expect.poll(() => isFocused(palette())).toBe(true);
    await option(t('orders.action.export')).waitFor();
    await expectNoBarriers(page);
    await driver.screenshot('palette');
    await page.keyboard.type('cde');
    await option(/^Customer desk/u).waitFor();
    await expect.poll(() => option(/^Customer desk/u).getAttribute('aria-selected')).toBe('true');
    await press('Enter');
    const panel = page.getByRole('complementary', { name: 'Customer desk' });
    await panel.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await press('Escape');
    await panel.waitFor({ state: 'detached' });

    await press('Control+k');
    await page.keyboard.type('snooze edge');
    await option(/^Snooze for 1 day Edge nodes$/u).waitFor();
    await press('Enter');
    await toast(t('orders.snooze.one', { name: 'Edge nodes' })).waitFor();

    await press('Control+k');
    await page.keyboard.type('presets');
    await option(new RegExp(`^${t('settings.sections.presets')}`, 'u')).click();
    await driver.settings().waitFor();
    await driver.closeSettings();
  });

  test('the palette does what is typed at once: a theme, a search, a setting and a verb by other words', async () => {
    const { page, t } = driver;
    await focusRow('Mail gateway');
    /** Types and presses Enter without waiting for what the palette shows. */
    const say = async (typed: string) => {
      await press('Control+k');
      await expect.poll(() => isFocused(palette())).toBe(true);
      await page.keyboard.type(typed);
      await press('Enter');
      await palette().waitFor({ state: 'detached' });
    };
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
    await say('dark');
    await expect.poll(theme).toBe('dark');
    await press('Control+k');
    await page.keyboard.type('pause');
    await driver.screenshot('palette-dark');
    await press('Escape');
    await press('Control+z');
    await expect.poll(theme).not.toBe('dark');

    await say('<47d');
    await driver.row('Customer desk').waitFor({ state: 'detached' });
    await driver.row('Mail gateway').waitFor();
    await page.getByRole('searchbox', { name: t('orders.toolbar.search') }).fill('');

    await say('autostart');
    await driver.settings().waitFor();
    const box = page.getByRole('checkbox', { name: t('settings.startAtLogin') });
    await expect.poll(() => isFocused(box)).toBe(true);
    await driver.closeSettings();

    await say('label desk');
    const tags = page.getByRole('textbox', { name: t('orders.panel.tags') });
    await expect.poll(() => isFocused(tags)).toBe(true);
    await press('Escape');
    await tags.waitFor({ state: 'detached' });
    await press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
  });

  test('the palette gives the focus back', async () => {
    await focusRow('Mail gateway');
    await press('Control+k');
    await expect.poll(() => isFocused(palette())).toBe(true);
    await press('Escape');
    await palette().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(driver.row('Mail gateway'))).toBe(true);
  });

  test('Quit of the palette ends the app', async () => {
    const { page } = driver;
    const ended = app.electron.waitForEvent('close');
    await press('Control+k');
    await expect.poll(() => isFocused(palette())).toBe(true);
    await page.keyboard.type('quit');
    // The window is gone before the key is up.
    await Promise.all([ended, press('Enter').catch(() => undefined)]);
  });
});
