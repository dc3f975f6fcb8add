import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { cutOff, narrowTo } from '#test/support/e2e/pageGeometry.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

const because = 'it needs orders that no service changes while pages are compared';

describe('the window with the settings of a user who sees little', () => {
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    const names = ['One', 'Two', 'Three'];
    const certificates = [{ from: -20, to: 40 }];
    const profile = profileWithHistories(
      await temporaryFolder(),
      names.map((name) => ({ name, certificates })),
    );
    app = await launchNotAfter({ because, profile });
    driver = await driveWindow(app);
    await driver.row('One').waitFor();
  });

  const styleOf = (selector: string, property: string) =>
    driver.page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  /** What has the focus: the text of a button, the id of a row's order, or the name of its element. */
  const focused = () =>
    driver.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('data-order-id') ?? activeElement?.tagName.toLowerCase() ?? '';
    });

  test('the first stop of the Tab key leads past the header, to the list', async () => {
    const { page, t } = driver;
    const skip = driver.button(t('help.skip'));
    await skip.waitFor({ state: 'attached' });
    await skip.focus();
    expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^order-/u);
    await expectNoBarriers(page);
  });

  test('apart from banners, at most eight stops of the Tab key follow before the list', async () => {
    const { page, t } = driver;
    await driver.button(t('help.skip')).focus();
    const stops: string[] = [];
    const stopAt = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement?.closest('[role="grid"]') != null) return 'list';
        return activeElement?.closest('[role="status"]') == null
          ? (activeElement?.outerHTML.slice(0, 100) ?? 'none')
          : 'banner';
      });
    for (let tabs = 0; tabs < 20; tabs += 1) {
      await page.keyboard.press('Tab');
      const stop = await stopAt();
      if (stop === 'list') break;
      if (stop !== 'banner') stops.push(stop);
    }
    expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(8);
  });

  test('the focus is never nowhere: after a panel, a dialog, and an element that is gone', async () => {
    const { page } = driver;
    await driver.openDetails('Two');
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Two' }).waitFor({ state: 'detached' });
    await expect.poll(focused).not.toBe('body');
    await page.evaluate(() => {
      const lost = document.createElement('button');
      document.body.append(lost);
      lost.focus();
      lost.remove();
    });
    await expect.poll(focused).toBe('main');
  });

  test('in forced colours, what is chosen keeps a mark and the primary button the strongest frame', async () => {
    const { page, t } = driver;
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await styleOf('[role="tab"][aria-selected="true"]', 'outline-style')).toBe('solid');
    expect(await styleOf('[role="tab"][aria-selected="false"]', 'outline-style')).toBe('none');
    await driver.select(['One']);
    const chosen = page.locator('tr[aria-selected="true"]');
    expect(await chosen.evaluate((row) => getComputedStyle(row, '::after').borderInlineEndStyle)).toBe(
      'double',
    );
    const actionsEdge = (row: Locator) =>
      row
        .locator('td')
        .last()
        .evaluate((cell) => cell.getBoundingClientRect().right);
    expect(await actionsEdge(chosen)).toBe(await actionsEdge(driver.row('Two')));
    const mark = page.locator('tr[aria-selected="true"] input + svg');
    const [ink, paper] = await mark.evaluate((element) => [
      getComputedStyle(element).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(ink).not.toBe(paper);
    await driver.screenshot('forced-colours');
    await page.keyboard.press('Escape');
    const frame = (button: Locator) =>
      button.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth));
    expect(await frame(driver.button(t('orders.header.add')))).toBe(1);
    const panel = await driver.openDetails('Two');
    expect(await frame(page.locator('button[data-variant="primary"]'))).toBe(3);
    await driver.button(t('orders.panel.close'), panel).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: t('timeline.tab') }).click();
    await page.getByRole('grid', { name: t('timeline.label') }).waitFor();
    await driver.screenshot('forced-colours-timeline');
    await page.getByRole('tab', { name: t('inbox.nav.orders') }).click();
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('with more contrast, lines are as strong as controls and nothing is pale', async () => {
    const { page } = driver;
    const line = () => styleOf('tr[data-order-id]', 'border-bottom-color');
    const usual = await line();
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(line).not.toBe(usual);
    await expectNoBarriers(page);
    await page.emulateMedia({ contrast: 'no-preference' });
  });

  test('boxes for a tick are at least 24 pixels wide and high for the pointer', async () => {
    const size = await driver.row('One').getByRole('checkbox').boundingBox();
    expect(size?.width).toBeGreaterThanOrEqual(24);
    expect(size?.height).toBeGreaterThanOrEqual(24);
  });

  test('at 400 %, the list, its search and the details are readable without scrolling sideways', async () => {
    const { page } = driver;
    await narrowTo(app, driver.page, 320);
    await expect.poll(() => cutOff(driver.page)).toEqual([]);
    await driver.screenshot('list-320');
    await driver.select(['One']);
    await page.getByRole('region', { name: driver.t('orders.selection.label') }).waitFor();
    await expect.poll(() => cutOff(driver.page)).toEqual([]);
    await driver.screenshot('selection-320');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('two');
    await expect.poll(() => page.locator('tr[data-order-id]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Two' }).waitFor();
    await expect.poll(() => cutOff(driver.page)).toEqual([]);
    await driver.screenshot('details-320');
    await page.keyboard.press('Escape');
    await narrowTo(app, driver.page, 1280);
  });

  test('at 400 %, the settings are readable without scrolling sideways', async () => {
    await driver.openSettings('general');
    await narrowTo(app, driver.page, 320);
    await expect.poll(() => cutOff(driver.page)).toEqual([]);
    await driver.screenshot('settings-320');
    await narrowTo(app, driver.page, 1280);
    await driver.closeSettings();
  });

  test('at 400 %, a dialog is readable without scrolling sideways', async () => {
    const { page } = driver;
    await page.keyboard.press('Control+n');
    const dialog = driver.dialog();
    await dialog.waitFor();
    await narrowTo(app, driver.page, 320);
    await expect.poll(() => cutOff(driver.page)).toEqual([]);
    await driver.screenshot('dialog-320');
    await narrowTo(app, driver.page, 1280);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).not.toBe('body');
  });
});
