import { expect, test } from 'vitest';
import { closeWindow, focusedTitle, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

test('a window closed by mistake comes back as it was, with what has changed meanwhile', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const orders = ['One', 'Two'].map((name) => ({ name, certificates }));
  const profile = profileWithHistories(await temporaryFolder(), orders);
  const app = await launchNotAfter({ profile, memory: 'plenty' });
  const driver = await driveWindow(app);
  await driver.row('One').waitFor();
  const { page } = driver;
  await page.getByRole('searchbox').fill('T');
  await driver.row('One').waitFor({ state: 'detached' });
  const bounds = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const before = await bounds();

  await closeWindow(app.pid);
  await expect.poll(windowTitles).not.toContain('NotAfter');
  expect(page.isClosed()).toBe(false);
  const removed = await runCommandLine({ profile }, ['orders', 'remove', 'rid-1']);
  expect(removed).toMatchObject({ code: 0, err: '' });

  expect(await startAgain(app)).toBe(0);
  await expect.poll(focusedTitle).toBe('NotAfter');
  expect(app.electron.windows()).toHaveLength(1);
  expect(await page.getByRole('searchbox').inputValue()).toBe('T');
  await driver.row('Two').waitFor({ state: 'detached' });
  expect(await bounds()).toEqual(before);
  await app.close();
});

test('the page of a closed window ends when the app quits', async () => {
  const { app } = await launchLived({ memory: 'plenty' });
  await closeWindow(app.pid);
  await expect.poll(windowTitles).not.toContain('NotAfter');
  await app.close();
});

test('a window does not rest while a screen reader is used, to which it would still be there', async () => {
  const {
    app,
    driver: { page },
  } = await launchLived({ memory: 'plenty' });
  await app.electron.evaluate(({ app: own }) => {
    own.accessibilitySupportEnabled = true;
  });
  await closeWindow(app.pid);
  await expect.poll(() => page.isClosed()).toBe(true);
  await app.close();
});
