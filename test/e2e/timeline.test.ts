import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused, tabTo } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

const because = 'it needs certificates of past years';

const between = (from: number, to: number) => ({ from, to });

describe('the timeline', () => {
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    const profile = profileWithHistories(await temporaryFolder(), [
      { name: 'Expired', certificates: [between(-98, -8)] },
      { name: 'Renewed', certificates: [between(-150, -60), between(-90, 0), between(-30, 60)] },
      { name: 'For ever', certificates: [between(-900, 2_900_000)] },
      { name: 'Nothing yet', certificates: [] },
    ]);
    app = await launchNotAfter({ because, profile });
    driver = await driveWindow(app);
    await driver.row('Expired').waitFor();
  });

  const chart = () => driver.page.getByRole('grid', { name: driver.t('timeline.label') });
  const names = () => driver.page.locator('tr[data-order-id] th [title]').allTextContents();
  const bars = (name: string) => driver.row(name).getByRole('button');
  const zoom = (name: 'week' | 'month' | 'year') =>
    driver.page.getByRole('radio', { name: driver.t(`timeline.zoom.${name}`) });

  test('is reached by keyboard, as a tab and by its key', async () => {
    const { page, t } = driver;
    const orders = page.getByRole('tab', { name: t('inbox.nav.orders') });
    await tabTo(page, orders);
    await page.keyboard.press('ArrowRight');
    await chart().waitFor();
    expect(await isFocused(page.getByRole('tab', { name: t('timeline.tab') }))).toBe(true);
    await page.keyboard.press('ControlOrMeta+1');
    await page.getByRole('grid', { name: t('orders.list.label') }).waitFor();
    await page.keyboard.press('ControlOrMeta+2');
    await chart().waitFor();
    expect(await names()).toEqual(['Expired', 'Renewed', 'For ever', 'Nothing yet']);
  });

  test('moves between orders and certificates, and opens one', async () => {
    const { page, t } = driver;
    await expect.poll(() => bars('Renewed').count()).toBe(3);
    await tabTo(page, driver.row('Expired'));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => isFocused(driver.row('Renewed'))).toBe(true);
    for (const index of [0, 1, 2]) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => isFocused(bars('Renewed').nth(index))).toBe(true);
    }
    const name = await bars('Renewed').nth(2).getAttribute('aria-label');
    expect(name).toContain(t('timeline.leaf.present'));
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Renewed' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Renewed' }).waitFor({ state: 'detached' });
    // The details give the focus back to where it was.
    await expect.poll(() => isFocused(bars('Renewed').nth(2))).toBe(true);
  });

  test('zooms with keyboard and wheel, and goes back to today', async () => {
    const { page, t } = driver;
    const width = async () => (await bars('Expired').last().boundingBox())?.width ?? 0;
    // The chart is still growing into the space of the panel that was just closed.
    let inYear = 0;
    await expect
      .poll(async () => {
        const before = inYear;
        inYear = await width();
        return inYear === before;
      })
      .toBe(true);
    await page.keyboard.press('+');
    await expect.poll(() => zoom('month').isChecked()).toBe(true);
    await expect.poll(async () => (await width()) / inYear).toBeCloseTo(366 / 31, 0);
    await page.keyboard.press('+');
    await expect.poll(() => zoom('week').isChecked()).toBe(true);
    const left = () => chart().evaluate((table) => table.parentElement?.scrollLeft ?? 0);
    const atToday = await left();
    await driver.row('Renewed').focus();
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(left).toBeLessThan(atToday - 1000);
    await driver.button(t('timeline.today')).click();
    await expect.poll(left).toBeCloseTo(atToday, -1);
    await page.mouse.move(600, 400);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 120);
    await page.keyboard.up('Control');
    await expect.poll(() => zoom('month').isChecked()).toBe(true);
    await zoom('year').check({ force: true });
  });

  test('passes the accessibility check', async () => {
    await driver.screenshot('timeline');
    await expectNoBarriers(driver.page);
  });

  test('shows what the search of the list finds', async () => {
    const { page } = driver;
    await page.keyboard.press('/');
    await page.keyboard.type('expir');
    await expect.poll(() => names()).toEqual(['Expired']);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await names()).length).toBe(4);
    await driver.chip('expired', 1).click();
    await expect.poll(() => names()).toEqual(['Expired']);
    await driver.chip('expired', 1).click();
  });

  test.each([
    ['csv', 'timeline.csv', /Renewed/u],
    ['ics', 'timeline.ics', /BEGIN:VEVENT/u],
  ] as const)('is saved as %s', async (format, name, content) => {
    const { page, t } = driver;
    const path = join(await temporaryFolder(), name);
    await answerFileDialogs(app.electron, path);
    await driver.button(t('timeline.save.menu')).click();
    await page.getByRole('menuitem', { name: t(`timeline.save.${format}`) }).click();
    await page.getByText(t('timeline.save.saved', { name })).waitFor();
    expect(await readFile(path, 'utf8')).toMatch(content);
  });
});
