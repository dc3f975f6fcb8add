import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let driver: WindowDriver;
let count: number;

beforeAll(async () => {
  const start = await launchLived();
  count = Object.keys(start.lived.statuses).length;
  driver = start.driver;
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
  await driver.row('Payment').focus();
  await press(keys.k);
  await page.getByRole('combobox', { name: t('palette.hint') }).waitFor();
  await close();
  await press(keys.f);
  const search = page.getByRole('searchbox', { name: t('orders.toolbar.search') });
  await expect.poll(() => search.evaluate((node) => node === document.activeElement)).toBe(true);
  await driver.row('Payment').focus();
  await press(keys.a);
  // The page has only rows in sight.
  await page.getByText(t('orders.selection.count', { count })).waitFor();
  await page.keyboard.press('Escape');
  await press(places.digit2);
  await page.getByRole('grid', { name: t('timeline.label') }).waitFor();
  await pressKeys('ctrl+10');
  await driver.row('Payment').waitFor();
  await press(keys.comma);
  await driver.settings().waitFor();
  await driver.closeSettings();
});
