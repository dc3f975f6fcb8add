import { beforeAll, expect, test } from 'vitest';
import { closeWindow, focusedTitle, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

const because = 'it counts two orders in a window that comes back';

let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  const certificates = [{ from: -20, to: 40 }];
  const orders = ['One', 'Two'].map((name) => ({ name, certificates }));
  const profile = profileWithHistories(await temporaryFolder(), orders);
  app = await launchNotAfter({ because, profile, memory: 'plenty' });
  driver = await driveWindow(app);
  await driver.row('One').waitFor();
});

test('a window closed by mistake comes back as it was, with what has changed meanwhile', async () => {
  const { page } = driver;
  await page.getByRole('searchbox').fill('T');
  await driver.row('One').waitFor({ state: 'detached' });
  const bounds = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const before = await bounds();

  await closeWindow(app.pid);
  await expect.poll(windowTitles).not.toContain('NotAfter');
  expect(page.isClosed()).toBe(false);
  const removed = await runCommandLine(app, ['orders', 'remove', 'rid-1']);
  expect(removed).toMatchObject({ code: 0, err: '' });

  expect(await startAgain(app)).toBe(0);
  await expect.poll(focusedTitle).toBe('NotAfter');
  expect(app.electron.windows()).toHaveLength(1);
  expect(await page.getByRole('searchbox').inputValue()).toBe('T');
  await driver.row('Two').waitFor({ state: 'detached' });
  expect(await bounds()).toEqual(before);
});

test('a window does not rest while a screen reader is used, to which it would still be there', async () => {
  const { page } = driver;
  const setScreenReader = (isUsed: boolean) =>
    app.electron.evaluate(({ app: own }, used) => {
      own.accessibilitySupportEnabled = used;
    }, isUsed);
  await setScreenReader(true);
  await closeWindow(app.pid);
  await expect.poll(() => page.isClosed()).toBe(true);
  await setScreenReader(false);
});

test('the page of a closed window ends when the app quits', async () => {
  expect(await startAgain(app)).toBe(0);
  const { page } = await driveWindow(app);
  await page.getByRole('searchbox').waitFor();
  await closeWindow(app.pid);
  await expect.poll(windowTitles).not.toContain('NotAfter');
  expect(page.isClosed()).toBe(false);
  await app.close();
});
