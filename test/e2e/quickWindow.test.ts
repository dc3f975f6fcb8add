import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { runOnDesktop, windowsOf } from '#test/support/e2e/desktopControl.ts';
import { expectNoLayoutShift } from '#test/support/e2e/layoutShifts.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import type { LivedProfile } from '#test/support/e2e/livedProfile.ts';
import { pressKeys } from '#test/support/e2e/nativeDialogs.ts';
import type { NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { pictureOfPage } from '#test/support/e2e/pictures.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import { openQuickPage } from '#test/support/e2e/trayItem.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { activateTray } from '#test/support/trayBus.ts';

let lived: LivedProfile;
let service: TestService;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  ({ lived, service, app, driver } = await launchLived({
    orders: [
      { rid: 'desk', name: 'Customer desk', days: 75 },
      { rid: 'mail', name: 'Mail gateway', days: 2 },
      { rid: 'spring', name: 'Spring campaign', days: -4 },
    ],
  }));
  await driver.untilStatus('Spring campaign', 'expired');
});

afterAll(() => app.close());

/** Opens the quick window by a click on the tray icon, and returns its page with its first row. */
async function openQuick(): Promise<Page> {
  const page = await openQuickPage(app);
  await page.getByRole('option').first().waitFor();
  return page;
}

async function pressAndClose(page: Page, key: string): Promise<void> {
  const closed = page.waitForEvent('close');
  // The page is gone before the key is released.
  await page.keyboard.press(key).catch(() => undefined);
  await closed;
}

const namesOf = (page: Page) =>
  page.getByRole('option').evaluateAll((rows) => rows.map((row) => row.textContent));

describe('the quick window', () => {
  test('opens by a click on the tray icon: needs attention above next, each with what helps, and Esc closes it', async () => {
    const page = await openQuick();
    const names = await namesOf(page);
    expect(names).toHaveLength(Object.keys(lived.statuses).length + 3);
    const own = names.filter((name) => /^(?:Spring|Mail|Customer) /u.test(name ?? ''));
    expect(own).toEqual([
      'Spring campaign, Expired, expired 4 days ago · Not renewed. Check now',
      expect.stringMatching(/^Mail gateway, Critical, expires in .+ · Not renewed yet\. Check now$/),
      expect.stringMatching(/^Customer desk, Healthy, expires in 74 days\. Export…$/),
    ]);
    const groups = page.getByRole('group');
    expect(await groups.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
      'Needs attention',
      'Next',
    ]);
    const search = page.getByRole('combobox', { name: 'Search orders' });
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectNoBarriers(page);
    await pictureOfPage(page, 'quick-light');
    await pressAndClose(page, 'Escape');
  });

  test('takes its rows without a shift', async () => {
    const page = await openQuick();
    await expectNoLayoutShift(page);
    await pressAndClose(page, 'Escape');
  });

  test.each([
    ['its page has come', 'app://notafter/quick.html'],
    ['its program runs', 'app://notafter/assets/*.js'],
  ])('closes with Esc before %s', async (_, address) => {
    const before = (await windowsOf(app.pid)).length;
    await app.electron.evaluate(
      ({ session }, urls) =>
        // Never answered.
        session.defaultSession.webRequest.onBeforeRequest({ urls }, () => undefined),
      [address],
    );
    const count = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    await expect
      .poll(async () => {
        if ((await count()) === 1) await activateTray(app.pid);
        return (await windowsOf(app.pid)).length;
      })
      .toBe(before + 1);
    const quick = (await windowsOf(app.pid)).at(-1) ?? '';
    const active = () => runOnDesktop('xdotool', 'getactivewindow');
    await expect.poll(async () => Number(await active())).toBe(Number(quick));
    await pressKeys('Escape');
    await expect.poll(count).toBe(1);
    await app.electron.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null));
  });

  test('is not in the lists of windows that desktops have, and has the focus all the same', async () => {
    const page = await openQuick();
    const quick = (await windowsOf(app.pid)).at(-1) ?? '';
    expect(await runOnDesktop('xprop', '-id', quick, '_NET_WM_WINDOW_TYPE')).toContain('_TOOLBAR');
    const active = () => runOnDesktop('xdotool', 'getactivewindow');
    await expect.poll(async () => Number(await active())).toBe(Number(quick));
    await pressAndClose(page, 'Escape');
  });

  test('searches as the list does, and the arrow to the right opens the details', async () => {
    const page = await openQuick();
    await page.keyboard.type('status:critical');
    await expect.poll(async () => (await namesOf(page)).length).toBe(2);
    await pressAndClose(page, 'ArrowRight');
    await driver.page.getByRole('complementary', { name: 'Mail gateway' }).waitFor();
  });

  test('does what helps on Enter, and says so', async () => {
    const page = await openQuick();
    const before = service.requests.length;
    await page.keyboard.press('Enter');
    await expect.poll(() => service.requests.length).toBeGreaterThan(before);
    await page.getByRole('status').getByText('Spring campaign: Started.').waitFor();
    await page.keyboard.type('customer');
    await expect.poll(async () => (await namesOf(page)).length).toBe(1);
    await pressAndClose(page, 'Enter');
    await driver.page.getByRole('dialog').waitFor();
    await driver.page.keyboard.press('Escape');
  });

  test('has no more rights than the window', async () => {
    const page = await openQuick();
    expect(
      await page.evaluate(() => [typeof process, typeof require, Object.isFrozen(window.notAfter)]),
    ).toEqual(['undefined', 'undefined', true]);
    const isolation = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => {
        // Part of Electron, but not of its types.
        const contents = window.webContents as unknown as {
          getLastWebPreferences(): Electron.WebPreferences;
        };
        const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
          contents.getLastWebPreferences();
        return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
      }),
    );
    const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false };
    expect(isolation).toEqual([1, 2].map(() => ({ ...isolated, webSecurity: true, webviewTag: false })));
    const policy = await page.evaluate(async () => {
      try {
        await fetch('https://example.com');
        return 'fetched';
      } catch {
        return 'refused';
      }
    });
    expect(policy).toBe('refused');
    app.forgetProblems();
    await pressAndClose(page, 'Escape');
  });

  test('gives way to the window with Ctrl+O, in Chinese and dark', async () => {
    const set = (change: object) =>
      driver.page.evaluate((settings) => window.notAfter?.calls['settings:set'](settings), change);
    await set({ language: 'zh-CN', theme: 'dark' });
    const page = await openQuick();
    await page.getByRole('group', { name: '需要处理' }).waitFor();
    await pictureOfPage(page, 'quick-dark-zh');
    await pressAndClose(page, 'Control+o');
    await set({ language: 'en', theme: 'system' });
  });
});

test('the quick window says that the app did not answer, and Esc closes it', async () => {
  await app.electron.evaluate(({ ipcMain }) => ipcMain.removeHandler('quick:view'));
  const page = await openQuickPage(app);
  await page.getByRole('alert').getByText('The list could not be read').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await pictureOfPage(page, 'quick-unread');
  app.forgetProblems();
  await pressAndClose(page, 'Escape');
});
