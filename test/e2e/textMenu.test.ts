import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { pictureOfScreen, pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import type { NotAfter } from '#test/support/e2e/notAfterApp.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { activateTray } from '#test/support/trayBus.ts';

let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ app, driver } = await launchLived({ orders: [{ rid: 'a', name: 'Mail gateway', days: 40 }] }));
});

/** The windows of the app on the screen, menus too, which window managers do not list. */
const windowCount = async () => {
  const ids = await runOnDesktop('xdotool', 'search', '--onlyvisible', '--pid', String(app.pid), '').catch(
    () => '',
  );
  return ids.split('\n').filter((id) => id !== '').length;
};

/** Opens a menu, presses keys in it, and waits until it is closed. */
async function inMenu(open: () => Promise<void>, picture: string, ...keys: readonly string[]): Promise<void> {
  const before = await windowCount();
  await open();
  await expect.poll(windowCount).toBe(before + 1);
  await pictureOfScreen(picture);
  await pressKeys(...keys);
  await expect.poll(windowCount).toBe(before);
}

const selected = (field: Locator) =>
  field.evaluate((input) =>
    input instanceof HTMLInputElement
      ? input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)
      : null,
  );

describe('a text field', () => {
  const search = () => driver.page.getByRole('searchbox', { name: driver.t('orders.toolbar.search') });
  const byPointer = () => search().click({ button: 'right' });

  test('has the menu of the system’s own fields by the right button', async () => {
    await search().fill('gateway');
    // The last item selects all, the fourth cuts; those that can’t be done are passed over.
    await inMenu(byPointer, 'text-menu', 'Up', 'Return');
    await expect.poll(() => selected(search())).toBe('gateway');
    await search().evaluate((input) => (input as HTMLInputElement).select());
    await inMenu(byPointer, 'text-menu-selected', 'Down', 'Down', 'Return');
    await expect.poll(() => search().inputValue()).toBe('');
    expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('gateway');
    await inMenu(byPointer, 'text-menu-empty', 'Up', 'Return');
    await expect.poll(() => search().inputValue()).toBe('gateway');
  });

  test('has it by Shift+F10 and the Menu key', async () => {
    for (const key of ['shift+F10', 'Menu']) {
      await search().fill('gateway');
      await inMenu(() => pressKeys(key), 'text-menu-keyboard', 'Up', 'Return');
      await expect.poll(() => selected(search())).toBe('gateway');
    }
    await search().fill('');
  });
});

test('the quick window has it too, and stays open under it', async () => {
  const opened = app.electron.waitForEvent('window');
  await activateTray(app.pid);
  const quick = await opened;
  const search = quick.getByRole('combobox');
  await search.fill('mail');
  await inMenu(() => search.click({ button: 'right' }), 'text-menu-quick', 'Up', 'Return');
  await expect.poll(() => selected(search)).toBe('mail');
  const closed = quick.waitForEvent('close');
  await quick.keyboard.press('Escape').catch(() => undefined);
  await closed;
});

describe('a row of the timeline', () => {
  test('has the menu of its order, by the right button and by Shift+F10', async () => {
    const { page, t } = driver;
    const menu = page.getByRole('menu', { name: t('orders.list.more', { name: 'Mail gateway' }) });
    await page.keyboard.press('Control+2');
    const row = page
      .getByRole('grid', { name: t('timeline.label') })
      .getByRole('row', { name: /^Mail gateway/u });
    await row.click({ button: 'right', position: { x: 60, y: 12 } });
    await menu.waitFor();
    await driver.screenshot('timeline-menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: t('orders.action.export'), exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });
});
