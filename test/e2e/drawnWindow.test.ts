import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { closeWindow } from '#test/support/e2e/desktopControl.ts';
import { expectNoLayoutShift, laidOut } from '#test/support/e2e/layoutShifts.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { pictureOfPage } from '#test/support/e2e/pictures.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it compares what main draws with the page, for orders that nothing changes';

const hostile = '</script><img src=x onerror="document.title=1">';

const rendererFolder = join(projectFolder, 'out/app/renderer');

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

/** Holds back the program of pages from now on. @returns lets it go */
async function holdScripts(): Promise<() => Promise<void>> {
  await app.electron.evaluate(({ session }) => {
    const waiting: (() => void)[] = [];
    Object.assign(globalThis, { letScriptsGo: () => waiting.splice(0).forEach((go) => void go()) });
    session.defaultSession.webRequest.onBeforeRequest(
      { urls: ['app://notafter/assets/*.js'] },
      (_details, answer) => void waiting.push(() => answer({})),
    );
  });
  return () =>
    app.electron.evaluate(({ session }) => {
      session.defaultSession.webRequest.onBeforeRequest(null);
      (globalThis as unknown as { letScriptsGo(): void }).letScriptsGo();
    });
}

/** Closes the window, and opens it again with its program held back. */
async function reopenHeld(): Promise<{ readonly page: Page; readonly letGo: () => Promise<void> }> {
  await closeWindow(app.pid);
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  const letGo = await holdScripts();
  const opened = app.electron.waitForEvent('window');
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  const page = await opened;
  await page.locator('tr[data-order-id]').first().waitFor();
  return { page, letGo };
}

/** The texts of the rows that are in sight, without what helps their orders, which comes later. */
const rowTexts = (page: Page) =>
  page
    .locator('tr[data-order-id]')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.getBoundingClientRect().top < window.innerHeight)
        .map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent)),
    );

/** Waits until React has the page. */
async function takenOver(page: Page): Promise<void> {
  await page.locator('[data-scrolls][style]').waitFor();
  driver = await driveWindow(app);
}

test('a window that opens again has its rows before its program runs, which takes over without a shift', async () => {
  const { page, letGo } = await reopenHeld();
  const drawn = await rowTexts(page);
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.flat().some((text) => text.includes(hostile))).toBe(true);
  expect(await page.locator('img').count()).toBe(0);
  const isFilled = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('tr[data-order-id]')];
    return (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) >= window.innerHeight;
  });
  expect(isFilled).toBe(true);
  await letGo();
  await takenOver(page);
  expect(await rowTexts(page)).toEqual(drawn);
  await pictureOfPage(page, 'drawn-list-taken-over');
  await expectNoLayoutShift(page);
});

/** The next page comes in two parts, of which the second waits. @returns lets it go */
async function holdSecondHalf(): Promise<() => Promise<void>> {
  await app.electron.evaluate(async ({ session }, folder) => {
    const { protocol } = session.defaultSession;
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const { PassThrough } = process.getBuiltinModule('node:stream');
    const answer = await session.defaultSession.fetch('app://notafter/index.html');
    const html = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    // Between the time left of a row and the bar below it.
    const half = html.indexOf('data-left', html.indexOf('data-left') + 1);
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
    protocol.interceptStreamProtocol('app', ({ url }, send) => {
      const { pathname } = new URL(url);
      const data = new PassThrough();
      if (pathname !== '/index.html') {
        data.end(readFileSync(`${folder}${pathname}`));
        const type = types[pathname.split('.').at(-1) ?? ''] ?? '';
        return send({ headers: { ...headers, 'content-type': type }, data });
      }
      data.write(html.slice(0, html.lastIndexOf('<span', half)));
      Object.assign(globalThis, { letPageGo: () => data.end(html.slice(html.lastIndexOf('<span', half))) });
      send({ headers, data });
    });
  }, rendererFolder);
  return () => app.electron.evaluate(() => (globalThis as unknown as { letPageGo(): void }).letPageGo());
}

test('a page that comes in parts is painted once it is whole', async () => {
  await closeWindow(app.pid);
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  const letGo = await holdSecondHalf();
  const opened = app.electron.waitForEvent('window');
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  const page = await opened;
  await page.locator('tr[data-order-id]').first().waitFor({ state: 'attached' });
  const isPainted = await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
        setTimeout(() => done(false), 500);
      }),
  );
  await letGo();
  await takenOver(page);
  await app.electron.evaluate(({ session }) => session.defaultSession.protocol.uninterceptProtocol('app'));
  expect(isPainted).toBe(false);
  await expectNoLayoutShift(page);
});

test('nothing moves while orders are checked, and when that ends', async () => {
  const { page, letGo } = await reopenHeld();
  await letGo();
  await takenOver(page);
  service.setLatency(500);
  const check = async (look: string) => {
    const since = await laidOut(page);
    const synced = driver.syncNow();
    await page.locator('[data-control="sync"][aria-busy]').waitFor();
    await pictureOfPage(page, `list-checking-${look}`);
    await synced;
    await expectNoLayoutShift(page, since);
  };
  for (const width of [760, 950, 1280]) {
    await app.electron.evaluate(({ BrowserWindow }, wide) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(wide, 700);
    }, width);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    await check(String(width));
  }
  await driver.openDetails('Mail gateway');
  await check('details');
  await page.keyboard.press('Escape');
  service.setLatency(0);
});

test('a click, a text and a place before that stay', async () => {
  const { page, letGo } = await reopenHeld();
  await page.locator('[data-scrolls]').evaluate((list) => list.scrollTo({ top: 40 }));
  await page
    .getByRole('checkbox', { name: driver.t('orders.list.select', { name: 'Customer portal' }) })
    .click();
  await page.getByRole('searchbox').click();
  await page.keyboard.type('port');
  await letGo();
  await takenOver(page);
  const search = page.getByRole('searchbox');
  expect(await search.inputValue()).toBe('port');
  await page.keyboard.type('al');
  await expect.poll(() => search.inputValue()).toBe('portal');
  await page.getByRole('region', { name: driver.t('orders.selection.label') }).waitFor();
  await expect.poll(() => driver.names()).toEqual(['Customer portal']);
});

test('a key before that does what it does later', async () => {
  const { page, letGo } = await reopenHeld();
  await page.locator('tr[data-order-id]').first().focus();
  // Over the heading of the next group.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await letGo();
  await takenOver(page);
  const { rows } = await page.evaluate(() => ({
    rows: [...document.querySelectorAll<HTMLElement>('tr[data-order-id]')].map(
      ({ dataset }) => dataset['orderId'],
    ),
  }));
  await page.getByRole('complementary').waitFor();
  expect(await page.locator('tr[aria-current]').getAttribute('data-order-id')).toBe(rows[1]);
  await page.keyboard.press('Escape');
});

test('the rows are in the chosen language, theme, size and order', async () => {
  await driver.page.evaluate(() =>
    window.notAfter?.calls['settings:set']({ language: 'zh-CN', theme: 'dark' }),
  );
  await driver.page.getByRole('columnheader', { name: '订单' }).getByRole('button').click();
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(0.75),
  );
  await expect.poll(() => driver.page.evaluate(() => window.devicePixelRatio)).toBe(0.75);
  const { page, letGo } = await reopenHeld();
  const look = await page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dataset['theme'],
    document.querySelector('th[aria-sort="ascending"]')?.textContent,
  ]);
  expect(look).toEqual(['zh-CN', 'dark', expect.stringContaining('订单')]);
  const drawn = await rowTexts(page);
  await letGo();
  await takenOver(page);
  expect(await rowTexts(page)).toEqual(drawn);
  await pictureOfPage(page, 'drawn-list-dark-zh-taken-over');
});
