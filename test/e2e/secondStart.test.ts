import { expect, test } from 'vitest';
import { closeWindow, focusedTitle, minimizeWindow, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';

test('a second start exits at once and shows the window of the first', async () => {
  const { app, driver } = await launchLived();
  const { page } = driver;
  await expect.poll(focusedTitle).toBe('NotAfter');
  await minimizeWindow(app.pid);
  await expect.poll(focusedTitle).not.toBe('NotAfter');
  expect(await startAgain(app)).toBe(0);
  await expect.poll(focusedTitle).toBe('NotAfter');

  const closed = page.waitForEvent('close');
  await closeWindow(app.pid);
  await closed;
  const opened = app.electron.waitForEvent('window');
  expect(await startAgain(app)).toBe(0);
  await opened;
  await expect.poll(focusedTitle).toBe('NotAfter');
  await app.close();
});

test('a second start at login changes nothing', async () => {
  const { app, driver } = await launchLived();
  const { page } = driver;
  const closed = page.waitForEvent('close');
  await closeWindow(app.pid);
  await closed;
  expect(await startAgain(app, '--hidden')).toBe(0);
  expect(await windowTitles()).not.toContain('NotAfter');
  await app.close();
});
