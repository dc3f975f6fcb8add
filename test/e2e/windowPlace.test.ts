import { expect, test } from 'vitest';
import { applicationId } from '#shared/identity.ts';
import { closeWindow, runOnDesktop } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';

const because = 'it needs a window that was never opened';

const bounds = { x: 90, y: 120, width: 860, height: 560 };

const placeOf = (app: NotAfter) =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window === undefined ? null : { ...window.getSize(), zoom: window.webContents.getZoomFactor() };
  });

test('the window opens with the size and the zoom that it had, after a restart and from the tray', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const profile = profileWithHistories(await temporaryFolder(), [{ name: 'One', certificates }]);
  let app = await launchNotAfter({ because, profile });
  let driver = await driveWindow(app);
  await driver.row('One').waitFor();
  await app.electron.evaluate(({ BrowserWindow }, wanted) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(wanted);
    window?.webContents.setZoomFactor(1.25);
  }, bounds);
  const wanted = { 0: bounds.width, 1: bounds.height, zoom: 1.25 };
  await expect.poll(() => placeOf(app)).toEqual(wanted);

  // Closing the window stores its place at once, and a new window has it.
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => placeOf(app)).toBeNull();
  await expect.poll(() => driver.page.isClosed()).toBe(true);
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  driver = await driveWindow(app);
  await driver.row('One').waitFor();
  await expect.poll(() => placeOf(app)).toEqual(wanted);
  await app.close();
  app = await launchNotAfter({ profile });
  driver = await driveWindow(app);
  await driver.row('One').waitFor();
  await expect.poll(() => placeOf(app)).toEqual(wanted);
  await app.close();
});

test('windows belong to the desktop entry, and show no menu bar: neither the first one, whose menu comes later, nor one opened from the tray', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const profile = profileWithHistories(await temporaryFolder(), [{ name: 'One', certificates }]);
  const app = await launchNotAfter({ profile });
  const menuBars = () =>
    app.electron.evaluate(({ BrowserWindow, Menu }) => ({
      hasMenu: Menu.getApplicationMenu() !== null,
      shown: BrowserWindow.getAllWindows().map((window) => window.isMenuBarVisible()),
    }));
  await (await driveWindow(app)).row('One').waitFor();
  // The panel takes icon and name from the desktop entry of this class.
  const listed = async () => (await runOnDesktop('wmctrl', '-l', '-x', '-p')).split('\n');
  await expect
    .poll(async () => (await listed()).filter((line) => line.includes(` ${app.pid} `)).join())
    .toContain(`.${applicationId} `);
  await expect.poll(menuBars).toEqual({ hasMenu: true, shown: [false] });
  await closeWindow(app.pid);
  await expect.poll(menuBars).toEqual({ hasMenu: true, shown: [] });
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  await (await driveWindow(app)).row('One').waitFor();
  expect(await menuBars()).toEqual({ hasMenu: true, shown: [false] });
  await app.close();
});

test('at a scale of 125 % the window is after three starts where it was and as large as it was', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const profile = profileWithHistories(await temporaryFolder(), [{ name: 'One', certificates }]);
  const boundsOf = (app: NotAfter) =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const seen: unknown[] = [];
  for (let start = 0; start < 4; start += 1) {
    const app = await launchNotAfter({ profile, scale: 1.25 });
    await (await driveWindow(app)).row('One').waitFor();
    const wanted = { x: 31, y: 21, width: 801, height: 541 };
    if (start === 0)
      await app.electron.evaluate(({ BrowserWindow }, given) => {
        BrowserWindow.getAllWindows()[0]?.setBounds(given);
      }, wanted);
    else seen.push(await boundsOf(app));
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(() => placeOf(app)).toBeNull();
    await app.close();
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('the window opens with the sorting and the details that it had, and the details do not take the focus', async () => {
  const certificates = [{ from: -20, to: 40 }];
  const names = ['Alpha', 'Beta', 'Gamma'];
  const profile = profileWithHistories(
    await temporaryFolder(),
    names.map((name) => ({ name, certificates })),
  );
  let app = await launchNotAfter({ profile });
  let driver = await driveWindow(app);
  await driver.row('Alpha').waitFor();
  const byName = () => driver.page.getByRole('columnheader', { name: 'Order' }).getByRole('button');
  const details = () => driver.page.getByRole('complementary', { name: 'Beta', exact: true });
  await byName().click();
  await byName().click();
  await driver.openDetails('Beta');
  const reversed = names.toReversed();
  await expect.poll(() => driver.names()).toEqual(reversed);

  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => placeOf(app)).toBeNull();
  await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  driver = await driveWindow(app);
  await details().waitFor();
  expect(await driver.names()).toEqual(reversed);
  expect(await details().evaluate((panel) => panel.contains(document.activeElement))).toBe(false);

  await app.close();
  app = await launchNotAfter({ profile });
  driver = await driveWindow(app);
  await details().waitFor();
  expect(await driver.names()).toEqual(reversed);
  await details().getByRole('button', { name: 'Close' }).click();
  await details().waitFor({ state: 'detached' });
  await app.close();
  app = await launchNotAfter({ profile });
  driver = await driveWindow(app);
  await driver.row('Alpha').waitFor();
  expect(await driver.names()).toEqual(reversed);
  await driver.page.waitForTimeout(1500);
  expect(await details().count()).toBe(0);
  await app.close();
});
