import { beforeAll, describe, expect, test } from 'vitest';
import { orderRows } from '#scripts/demo/windowSteps.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'it needs thousands of orders';

/** Holds the snapshot back from now on; `releaseSnapshot` gives or loses it. */
function holdSnapshot(app: NotAfter): Promise<void> {
  return app.electron.evaluate(({ ipcMain }) => {
    type Handler = (...args: unknown[]) => unknown;
    // Undocumented in Electron: the handlers passed to ipcMain.handle.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
    const handler = handlers.get('app:snapshot');
    if (handler === undefined) throw new Error('The snapshot has no handler');
    const held = Promise.withResolvers<'given' | 'lost'>();
    handlers.set('app:snapshot', async (...args) => {
      const end = await held.promise;
      handlers.set('app:snapshot', handler);
      if (end === 'lost') throw new Error('lost');
      return handler(...args);
    });
    (globalThis as Holding).releaseSnapshot = held;
  });
}

function releaseSnapshot(app: NotAfter, end: 'given' | 'lost'): Promise<void> {
  return app.electron.evaluate((_, how) => (globalThis as Holding).releaseSnapshot?.resolve(how), end);
}

interface Holding {
  releaseSnapshot?: PromiseWithResolvers<'given' | 'lost'>;
}

describe('10,000 orders', () => {
  const count = 10_000;
  /** The visible rows, and a few beyond. */
  const mostRows = 40;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    app = await launchNotAfter({ because, profile: profileWithOrders(await temporaryFolder(), count) });
    driver = await driveWindow(app);
    await driver.row('order-00000').waitFor();
  });

  /** The id of the topmost visible row. */
  const topmost = () =>
    orderRows(driver.page).evaluateAll((rows) => {
      const inSight = rows.map((row) => ({
        id: row.getAttribute('data-order-id'),
        top: row.getBoundingClientRect().top,
      }));
      return inSight.filter(({ top }) => top > 200).sort((a, b) => a.top - b.top)[0]?.id;
    });

  test('are all listed, but only visible ones are in the page', async () => {
    const grid = driver.page.getByRole('grid');
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(count + 2));
    expect(await orderRows(driver.page).count()).toBeLessThan(mostRows);
    await driver.chip('healthy', count).waitFor();
  });

  test('scroll from end to end, by wheel and by keyboard', async () => {
    const { page } = driver;
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 100_000);
    await expect.poll(topmost).toMatch(/^order-017/);
    expect(await orderRows(page).count()).toBeLessThan(mostRows);

    await page.mouse.wheel(0, -200_000);
    await driver.row('order-00000').focus();
    await page.keyboard.press('End');
    const focused = page.locator('tr[data-order-id]:focus');
    await expect.poll(() => focused.getAttribute('data-order-id')).toBe('order-09999');
    expect(await focused.isVisible()).toBe(true);
    expect(await orderRows(page).count()).toBeLessThan(mostRows);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.getAttribute('data-order-id')).toBe('order-00000');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.getAttribute('data-order-id')).toMatch(/^order-000(0[5-9]|1\d)/);
  });

  test('are searched, sorted and selected together', async () => {
    const { page, t } = driver;
    await page.getByRole('searchbox').fill('order-0777');
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('12');
    await driver.button(t('orders.toolbar.clearSearch')).click();
    await page
      .getByRole('columnheader', { name: t('orders.list.order') })
      .getByRole('button')
      .click();
    await page
      .getByRole('columnheader', { name: t('orders.list.order') })
      .getByRole('button')
      .click();
    await expect.poll(topmost).toBe('order-09999');
    await page.getByRole('checkbox', { name: t('orders.list.selectAll') }).check();
    await page.getByText(t('orders.selection.count', { count })).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(t('orders.selection.count', { count })).waitFor({ state: 'detached' });
    // The sorting is remembered.
    await page
      .getByRole('columnheader', { name: t('orders.list.timeLeft') })
      .getByRole('button')
      .click();
    await expect.poll(topmost).toBe('order-00000');
  });

  test('are shown from the first page on; a search waits for the others', async () => {
    const { page, t } = driver;
    await holdSnapshot(app);
    await page.reload();
    await driver.row('order-00000').waitFor();
    const grid = page.getByRole('grid');
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(count + 2));
    await driver.chip('healthy', count).waitFor();
    const height = () => grid.evaluate((table) => table.parentElement?.scrollHeight);
    const before = await height();
    await page.getByRole('searchbox').fill('order-0777');
    await driver.row('order-00000').waitFor();
    await releaseSnapshot(app, 'given');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('12');
    await driver.button(t('orders.toolbar.clearSearch')).click();
    await expect.poll(height).toBe(before);
  });

  test('can be read again when only the first page came', async () => {
    const { page, t } = driver;
    await holdSnapshot(app);
    await page.reload();
    await driver.row('order-00000').waitFor();
    await releaseSnapshot(app, 'lost');
    await page.getByText(t('orders.loadFailed.title')).waitFor();
    await driver.button(t('common.tryAgain')).click();
    await page.getByRole('searchbox').fill('order-09999');
    await driver.row('order-09999').waitFor();
  });

  test('are on the timeline, but only visible ones are in the page', async () => {
    const { page, t } = driver;
    await page.getByRole('searchbox').fill('');
    await page.getByRole('tab', { name: t('timeline.tab') }).click();
    const chart = page.getByRole('grid', { name: t('timeline.label') });
    await expect.poll(() => chart.getAttribute('aria-rowcount')).toBe(String(count + 1));
    expect(await orderRows(page).count()).toBeLessThan(mostRows);
    await orderRows(page).first().focus();
    await page.keyboard.press('End');
    const focused = page.locator('tr[data-order-id]:focus');
    await expect.poll(() => focused.getAttribute('data-order-id')).toBe('order-09999');
    expect(await orderRows(page).count()).toBeLessThan(mostRows);
  });
});
