import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeWindow, wholeTitles } from '#test/support/e2e/desktopControl.ts';
import { expectNoLayoutShift, laidOut } from '#test/support/e2e/layoutShifts.ts';
import { launchNotAfter, type NotAfter, setMemory } from '#test/support/e2e/notAfterApp.ts';
import { pictureOfPage } from '#test/support/e2e/pictures.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it measures what moves, among many orders that nothing changes';

const hostile = '</script><img src=x onerror="document.title=1">';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'portal', name: 'Customer portal', days: 75 });
  await service.addOrder({ rid: 'mail', name: 'Mail gateway', days: 3 });
  await service.addOrder({ rid: 'hostile', name: hostile, days: 40 });
  for (let index = 0; index < 20; index += 1)
    await service.addOrder({ rid: `more-${index}`, name: `Order ${index}`, days: 80 });
  app = await launchNotAfter({ because });
  driver = await driveWindow(app);
  await driver.connect(service);
});

afterAll(() => app.close());

const openAgain = () => app.electron.evaluate(({ app: own }) => own.emit('activate'));

/** Closes the window, which ends its page, and opens it again. Resolves when all is in the rows that follows the first paint. */
async function openNew(): Promise<Page> {
  await closeWindow(app.pid);
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  const opened = app.electron.waitForEvent('window');
  await openAgain();
  const page = await opened;
  driver = await driveWindow(app);
  await page.locator('tr[data-order-id] td:last-child button + button').first().waitFor();
  return page;
}

const isShown = async () => (await wholeTitles()).some((title) => title.startsWith('NotAfter'));

/** Closes the window, whose page rests, and opens it again. @returns when it was closed, ms since its page was loaded */
async function openFromRest(): Promise<number> {
  await setMemory(app.electron, 'plenty');
  const closedAt = await laidOut(driver.page);
  await closeWindow(app.pid);
  await expect.poll(isShown).toBe(false);
  await openAgain();
  await expect.poll(isShown).toBe(true);
  await setMemory(app.electron, 'short');
  return closedAt;
}

async function widen(width: number): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }, wide) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(wide, 700);
  }, width);
  await expect.poll(() => driver.page.evaluate(() => window.innerWidth)).toBe(width);
}

const widths = [760, 950, 1270];

test.each(widths)('nothing moves while a new window of %i pixels takes its rows', async (width) => {
  await widen(width);
  const page = await openNew();
  expect(await page.evaluate(() => window.innerWidth)).toBe(width);
  expect((await driver.names()).length).toBeGreaterThan(5);
  expect(await driver.names()).toContain(hostile);
  expect(await page.locator('img').count()).toBe(0);
  await pictureOfPage(page, `list-opened-${width}`);
  await expectNoLayoutShift(page);
});

test('a new window begins with its rows, without a skeleton, while main is not busy', async () => {
  await app.electron.context().addInitScript(() => {
    const seen = { skeleton: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('main[aria-busy="true"]') !== null) seen.skeleton = true;
    }).observe(document, { childList: true, subtree: true });
  });
  const hadSkeleton = async () =>
    (await openNew()).evaluate(() => (window as { readonly seen?: { skeleton: boolean } }).seen?.skeleton);
  await expect.poll(hadSkeleton, { timeout: 60_000 }).toBe(false);
});

test('nothing moves while orders are checked, and when that ends', async () => {
  const page = await openNew();
  service.setLatency(500);
  const check = async (look: string) => {
    const since = await laidOut(page);
    const synced = driver.syncNow();
    await driver.page.getByRole('banner').locator('button[aria-busy]').waitFor();
    await pictureOfPage(page, `list-checking-${look}`);
    await synced;
    await expectNoLayoutShift(page, since);
  };
  for (const width of widths) {
    await widen(width);
    await check(String(width));
  }
  await driver.openDetails('Mail gateway');
  await check('details');
  await page.keyboard.press('Escape');
  service.setLatency(0);
});

test.each([
  ['comes back from its rest', openFromRest, 'order'],
  ['is opened as a new one', async () => openNew().then(() => 0), ''],
])('a window that %s has its language, theme, size and order, and stays still', async (_, open, search) => {
  await driver.page.evaluate(() =>
    window.notAfter?.calls['settings:set']({ language: 'zh-CN', theme: 'dark' }),
  );
  await driver.page.getByRole('columnheader', { name: '订单' }).getByRole('button').waitFor();
  const byName = driver.page.getByRole('columnheader', { name: '订单' });
  if ((await byName.getAttribute('aria-sort')) !== 'ascending') await byName.getByRole('button').click();
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(0.75),
  );
  await expect.poll(() => driver.page.evaluate(() => window.devicePixelRatio)).toBe(0.75);
  await driver.page.getByRole('searchbox').fill('order');
  await expect.poll(() => driver.names()).not.toContain('Mail gateway');
  const since = await open();
  const { page } = driver;
  const look = await page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dataset['theme'],
    window.devicePixelRatio,
    document.querySelector('th[aria-sort="ascending"]')?.textContent,
  ]);
  expect(look).toEqual(['zh-CN', 'dark', 0.75, expect.stringContaining('订单')]);
  expect(await page.getByRole('searchbox').inputValue()).toBe(search);
  await pictureOfPage(page, `list-dark-zh-${search === '' ? 'new' : 'rested'}`);
  await expectNoLayoutShift(page, since);
});
