import { describe, expect, test } from 'vitest';
import { translatorOf } from '#shared/i18n/translator.ts';
import { closeWindow, runOnDesktop, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { pictureOfScreen, pressKeys, untilNativeWindow } from '#test/support/e2e/nativeDialogs.ts';
import { type LaunchSurroundings, launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { endPart, onDesktop, startPanel } from '#test/support/e2e/otherDesktop.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { readTray, untilTray } from '#test/support/e2e/trayItem.ts';
import { clickTray } from '#test/support/trayMenu.ts';

const because = 'it needs a bus without a tray, and no orders';

const t = translatorOf('en');

async function launch(options: LaunchSurroundings & { readonly profile?: string } = {}): Promise<NotAfter> {
  const app = await launchNotAfter({ because, ...options });
  await (await app.window()).getByRole('heading').first().waitFor();
  return app;
}

/** Closes the window, and waits until it is gone, because a message box after it has the same title. */
async function closeIts(app: NotAfter): Promise<void> {
  const frames = async () =>
    (await runOnDesktop('wmctrl', '-l')).split('\n').map((line) => line.split(' ')[0]);
  const page = await app.window();
  await expect.poll(windowTitles).toContain('NotAfter');
  const before = await frames();
  const closed = page.waitForEvent('close');
  await closeWindow(app.pid);
  await closed;
  const isGone = async () => {
    const now = await frames();
    return before.some((frame) => !now.includes(frame));
  };
  await expect.poll(isGone).toBe(true);
}

async function bringBack(app: NotAfter): Promise<void> {
  const opened = app.electron.waitForEvent('window');
  expect(await startAgain(app)).toBe(0);
  await opened;
  await (await app.window()).getByRole('heading').first().waitFor();
}

/** Time for an unwanted dialog to appear. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 700));

describe('without a tray', () => {
  test('closing says once that the app keeps running, and starting it again opens the window', async () => {
    await onDesktop(['--no-tray'], async () => {
      const app = await launch();
      await closeIts(app);
      await untilNativeWindow('NotAfter');
      await pictureOfScreen('no-tray');
      await pressKeys('Return');
      await expect.poll(windowTitles).toEqual([]);

      await bringBack(app);
      await closeIts(app);
      await settle();
      expect(await windowTitles()).toEqual([]);
      await app.close();

      const next = await launch({ profile: app.profile });
      await closeIts(next);
      await settle();
      expect(await windowTitles()).toEqual([]);
      await next.close();
    });
  });

  test('the message can quit the app, and closing the message does not', async () => {
    await onDesktop(['--no-tray'], async () => {
      const app = await launch();
      await closeIts(app);
      await untilNativeWindow('NotAfter');
      await pressKeys('Escape');
      await expect.poll(windowTitles).toEqual([]);
      await bringBack(app);
      await app.close();

      const other = await launch();
      await closeIts(other);
      await untilNativeWindow('NotAfter');
      const gone = other.electron.waitForEvent('close');
      await pressKeys('Tab', 'Return');
      await gone;
    });
  });

  test('and without a session bus the app runs, and says so', async () => {
    const app = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } });
    await closeIts(app);
    await untilNativeWindow('NotAfter');
    await pressKeys('Return');
    await expect.poll(windowTitles).not.toContain('NotAfter');
    await bringBack(app);
    await app.close();
  });
});

/** The session bus tells the app that the panel has ended, so the icon goes a moment later. */
async function untilNoTray(pid: number): Promise<void> {
  const isThere = () =>
    readTray(pid)
      .then(() => true)
      .catch(() => false);
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
}

describe('a tray that starts late', () => {
  test('gets the icon with its menu, also after each restart, and closing then shows no message', async () => {
    await onDesktop(['--no-tray'], async () => {
      const app = await launch();
      const first = startPanel();
      expect((await untilTray(app.pid)).tooltip).toBe('NotAfter: no orders yet');
      await closeIts(app);
      await settle();
      expect(await windowTitles()).not.toContain('NotAfter');

      await endPart(first);
      await untilNoTray(app.pid);
      const second = startPanel();
      const tray = await untilTray(app.pid);
      expect(tray.menu.map(({ label }) => label)).toContain(t('tray.syncNow'));
      const opened = app.electron.waitForEvent('window');
      await clickTray(app.pid, t('tray.open'));
      await opened;

      await endPart(second);
      await untilNoTray(app.pid);
      await closeIts(app);
      await untilNativeWindow('NotAfter');
      await pressKeys('Return');
      await app.close();
    });
  });
});
