import { expect, test } from 'vitest';
import { untilAllAsked } from '#scripts/demo/windowSteps.ts';
import { applicationId } from '#shared/identity.ts';
import { runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

const because = 'it needs a window that was never opened';

const bounds = { x: 40, y: 50, width: 1180, height: 690 };

const placeOf = (app: NotAfter) =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window === undefined ? null : { ...window.getSize(), zoom: window.webContents.getZoomFactor() };
  });

const closeFirst = async (app: NotAfter) => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => placeOf(app)).toBeNull();
};

/** Opens a window of the running app, as the tray does. */
async function reopen(app: NotAfter): Promise<WindowDriver> {
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  return driveWindow(app);
}

test('the window opens with the size, the zoom, the sorting and the details that it had, after a restart and from the tray, and shows no menu bar', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const names = ['Alpha', 'Beta', 'Gamma'];
  const profile = profileWithHistories(
    await temporaryFolder(),
    names.map((name) => ({ name, certificates })),
  );
  let app = await launchNotAfter({ because, profile });
  let driver = await driveWindow(app);
  await driver.row('Alpha').waitFor();
  const menuBars = () =>
    app.electron.evaluate(({ BrowserWindow, Menu }) => ({
      hasMenu: Menu.getApplicationMenu() !== null,
      shown: BrowserWindow.getAllWindows().map((window) => window.isMenuBarVisible()),
    }));
  // The panel takes icon and name from the desktop entry of this class.
  const listed = async () => (await runOnDesktop('wmctrl', '-l', '-x', '-p')).split('\n');
  await expect
    .poll(async () => (await listed()).filter((line) => line.includes(` ${app.pid} `)).join())
    .toContain(`.${applicationId} `);
  // The menu of the first window comes later.
  await expect.poll(menuBars).toEqual({ hasMenu: true, shown: [false] });

  await app.electron.evaluate(({ BrowserWindow }, wanted) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(wanted);
    window?.webContents.setZoomFactor(1.25);
  }, bounds);
  const wanted = { 0: bounds.width, 1: bounds.height, zoom: 1.25 };
  await expect.poll(() => placeOf(app)).toEqual(wanted);
  const byName = () => driver.page.getByRole('columnheader', { name: 'Order' }).getByRole('button');
  const details = () => driver.page.getByRole('complementary', { name: 'Beta', exact: true });
  await byName().click();
  await byName().click();
  await driver.openDetails('Beta');
  const reversed = names.toReversed();
  await expect.poll(() => driver.names()).toEqual(reversed);

  // Closing the window stores its place at once, and a new window has it.
  await closeFirst(app);
  expect(await menuBars()).toEqual({ hasMenu: true, shown: [] });
  driver = await reopen(app);
  await details().waitFor();
  await expect.poll(() => placeOf(app)).toEqual(wanted);
  expect(await menuBars()).toEqual({ hasMenu: true, shown: [false] });
  expect(await driver.names()).toEqual(reversed);
  expect(await details().evaluate((panel) => panel.contains(document.activeElement))).toBe(false);

  await app.close();
  app = await launchNotAfter({ profile });
  driver = await driveWindow(app);
  await details().waitFor();
  await expect.poll(() => placeOf(app)).toEqual(wanted);
  expect(await driver.names()).toEqual(reversed);
  await details().getByRole('button', { name: 'Close' }).click();
  await details().waitFor({ state: 'detached' });
  await closeFirst(app);
  driver = await reopen(app);
  await driver.row('Alpha').waitFor();
  expect(await driver.names()).toEqual(reversed);
  // Details would come with the rest of the state.
  await untilAllAsked(driver.page);
  expect(await details().count()).toBe(0);
  await app.close();
});

test('at a scale of 125 % the window is after two starts where it was and as large as it was', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const profile = profileWithHistories(await temporaryFolder(), [{ name: 'One', certificates }]);
  const boundsOf = (app: NotAfter) =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const seen: unknown[] = [];
  for (let start = 0; start < 3; start += 1) {
    const app = await launchNotAfter({ profile, scale: 1.25 });
    await (await driveWindow(app)).row('One').waitFor();
    const wanted = { x: 31, y: 21, width: 801, height: 541 };
    if (start === 0)
      await app.electron.evaluate(({ BrowserWindow }, given) => {
        BrowserWindow.getAllWindows()[0]?.setBounds(given);
      }, wanted);
    else seen.push(await boundsOf(app));
    await closeFirst(app);
    await app.close();
  }
  expect(seen[1]).toEqual(seen[0]);
});
