import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

let driver: WindowDriver;

beforeAll(async () => {
  const service = await startTestService();
  await service.addOrder({ rid: 'a', name: 'Mail gateway', days: 40 });
  await service.addOrder({ rid: 'b', name: 'Customer portal', days: 50 });
  driver = await driveWindow(await launchNotAfter());
  await driver.connect(service);
});

afterAll(() => runOnDesktop('setxkbmap', 'us'));

/** The places of keys, as X11 counts them. */
const places = { q: 24, z: 52, v: 55, k: 45, a: 38, f: 41, w: 25, m: 58, comma: 59, digit2: 11 } as const;

/** The layouts, each with the keys that mean K, F, A and the comma there. */
const layouts = [
  { layout: ['us'], k: places.k, f: places.f, a: places.a, comma: places.comma },
  { layout: ['ru'], k: places.k, f: places.f, a: places.a, comma: places.comma },
  { layout: ['gr'], k: places.k, f: places.f, a: places.a, comma: places.comma },
  { layout: ['il'], k: places.k, f: places.f, a: places.a, comma: places.comma },
  { layout: ['fr'], k: places.k, f: places.f, a: places.q, comma: places.m },
  { layout: ['us', 'dvorak'], k: places.v, f: 29, a: places.a, comma: places.w },
];

test.each(layouts)('the shortcuts of the window work with the layout $layout', async (keys) => {
  const { page, t } = driver;
  const [name = '', variant = ''] = keys.layout;
  await runOnDesktop('setxkbmap', name, variant);
  const press = (place: number) => pressKeys(`ctrl+${place}`);
  const close = async () => {
    await page.keyboard.press('Escape');
    await driver.dialog().waitFor({ state: 'detached' });
  };
  await driver.row('Mail gateway').focus();
  await press(keys.k);
  await page.getByRole('combobox', { name: t('palette.hint') }).waitFor();
  await close();
  await press(keys.f);
  const search = page.getByRole('searchbox', { name: t('orders.toolbar.search') });
  await expect.poll(() => search.evaluate((node) => node === document.activeElement)).toBe(true);
  await driver.row('Mail gateway').focus();
  await press(keys.a);
  await expect.poll(() => page.locator('tr[data-order-id][aria-selected=true]').count()).toBe(2);
  await page.keyboard.press('Escape');
  await press(places.digit2);
  await page.getByRole('grid', { name: t('timeline.label') }).waitFor();
  await pressKeys('ctrl+10');
  await driver.row('Mail gateway').waitFor();
  await press(keys.comma);
  await driver.settings().waitFor();
  await driver.closeSettings();
});
