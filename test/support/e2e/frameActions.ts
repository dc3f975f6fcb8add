import { vi } from 'vitest';
import { pick } from '#test/integration/days/action.ts';
import { clickTray, type TrayEntry } from '#test/support/trayMenu.ts';
import { closeWindow, runOnDesktop, windowOf } from './desktopControl.ts';
import { clickNotification, displayedNotifications, pressNotificationButton } from './notifications.ts';
import { narrowTo } from './pageGeometry.ts';
import { startAgain } from './startAgain.ts';
import { runCommandLine } from './terminal.ts';
import { openQuickPage, readTray } from './trayItem.ts';
import { closeQuick } from './windowInvariants.ts';
import type { WindowLife } from './windowLife.ts';
import { closeLayers, leaveSettings, toList, untilQuiet, type WindowAction } from './windowSteps.ts';

const sections = ['general', 'connections', 'alerts', 'webHooks', 'presets', 'about'] as const;

/** Chooses in a list of the settings, and waits until it is so. */
async function set(life: WindowLife, key: 'language' | 'theme', value: string): Promise<void> {
  await toList(life);
  const settings = await life.driver.openSettings('general');
  await settings.getByLabel(life.driver.t(`settings.${key}`), { exact: true }).selectOption(value);
  await vi.waitFor(async () => {
    if ((await life.snapshot()).settings[key] !== value) throw new Error(`${key} is not ${value}`);
  });
}

/** Opens the window again: by the tray, by another start, or by what a desktop sends. */
async function openAgain(life: WindowLife, open: string, n: number): Promise<void> {
  const { app } = life;
  if (n % 3 === 0) await clickTray(app.pid, open);
  if (n % 3 === 1) await startAgain(app);
  if (n % 3 === 2) await app.electron.evaluate(({ app: own }) => own.emit('activate'));
  await life.meet();
}

/** The window came to the front, or was opened. */
async function follow(life: WindowLife): Promise<void> {
  await life.meet();
  await untilQuiet(life);
  await closeLayers(life);
}

/** What the user does with the window itself, and beside it. */
export const frameActions: Readonly<Record<string, WindowAction>> = {
  palette: {
    weight: 2,
    run: async (life, n) => {
      const { page, driver } = life;
      await toList(life);
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: driver.t('palette.hint') });
      await field.waitFor();
      const words = [
        'blog',
        'dark',
        'light',
        'pause',
        'resume',
        '<45d',
        'presets',
        'snooze shop',
        'about',
        'zzz',
        '',
      ];
      await page.keyboard.type(pick(words, n >> 1));
      if (n % 4 === 0) await page.keyboard.press('Escape');
      else if (n % 4 === 1) await page.keyboard.press('ArrowDown');
      if (n % 4 !== 0 && (await page.getByRole('option').count()) > 0) {
        if (n % 4 === 3 && n >> 1 !== 0) await page.getByRole('option').first().click();
        else if ((n >> 1) % words.length !== words.length - 1) await page.keyboard.press('Enter');
      }
      await untilQuiet(life);
      await closeLayers(life);
    },
  },
  settings: {
    run: async (life, n) => {
      const { page, driver } = life;
      await toList(life);
      const ways = [
        () => page.keyboard.press('Control+,'),
        () => page.keyboard.press('F1'),
        () => driver.chooseInMenu(driver.t('orders.header.settings')),
        () => driver.chooseInMenu(driver.t('orders.header.connections')),
      ];
      await pick(ways, n)();
      await driver.settings().waitFor();
      if (n % 5 !== 0) await driver.openSettings(pick(sections, n));
      await leaveSettings(life, n >> 1);
    },
  },
  language: {
    run: async (life, n) => {
      const language = pick(['zh-CN', 'en'], n);
      await set(life, 'language', language);
      await life.page.locator(`html[lang="${language}"]`).waitFor();
      await life.speak();
      await leaveSettings(life, n >> 1);
    },
  },
  theme: {
    run: async (life, n) => {
      await set(life, 'theme', pick(['dark', 'light', 'system'], n));
      await leaveSettings(life, n >> 1);
    },
  },
  thresholds: {
    run: async (life, n) => {
      const days = 20 + (n % 50);
      await life.page.evaluate(
        (warningDays) => window.notAfter?.calls['settings:set']({ warningDays }),
        days,
      );
    },
  },
  views: {
    run: async (life, n) => {
      const { page, driver } = life;
      await toList(life);
      if (n % 2 === 0) await page.keyboard.press('Control+2');
      else await page.getByRole('tab', { name: driver.t('timeline.tab') }).click();
      if (n % 3 === 0) await page.keyboard.press('Control+1');
    },
  },
  tab: {
    weight: 2,
    run: async ({ page }, n) => {
      for (let presses = 0; presses < 1 + (n % 9); presses += 1)
        await page.keyboard.press(n % 2 === 0 ? 'Tab' : 'Shift+Tab');
    },
  },
  escape: {
    run: async (life) => {
      const isSearching = await life.page
        .getByRole('searchbox')
        .evaluateAll((all) => all.some((field) => field === document.activeElement));
      await life.page.keyboard.press('Escape');
      // The search field gives up the focus.
      if (isSearching) life.isFocusFree = true;
    },
  },
  size: {
    run: async (life, n) => {
      await narrowTo(life.app, life.page, pick([320, 640, 1280] as const, n));
    },
  },
  tray: {
    weight: 2,
    run: async (life, n) => {
      const { app, driver } = life;
      const tray = await readTray(app.pid);
      const quit = driver.t('tray.quit');
      const entries = (tray?.menu ?? []).flatMap((one): TrayEntry[] =>
        one.entries.length === 0 ? [one] : [...one.entries],
      );
      const chosen = pick(
        entries.filter((one) => one.enabled && one.label !== quit),
        n,
      );
      const { label } = chosen;
      const of = tray?.menu.find((one) => one.entries.includes(chosen))?.label;
      const isQuick = label === driver.t('tray.find');
      const opened = isQuick ? app.electron.waitForEvent('window') : null;
      await clickTray(app.pid, label, of);
      if (opened !== null) await closeQuick(await opened);
      await life.page.waitForTimeout(300);
      await follow(life);
    },
  },
  quick: {
    weight: 2,
    run: async (life, n) => {
      const page = await openQuickPage(life.app);
      await page.getByRole('listbox').waitFor();
      const typed = pick(['', '', 'shop', 'status:critical', 'zzz'], n >> 2);
      await page.keyboard.type(typed);
      for (let downs = 0; downs < n % 3; downs += 1) await page.keyboard.press('ArrowDown');
      const key = pick(['Enter', 'ArrowRight', 'Control+o', 'Escape'], n);
      await page.keyboard.press(key).catch(() => undefined);
      await life.page.waitForTimeout(500);
      if (!page.isClosed()) await closeQuick(page);
      await follow(life);
    },
  },
  notification: {
    run: async (life, n) => {
      if ((await displayedNotifications()) === 0) return;
      const { t } = life.driver;
      if (n % 3 === 0) await clickNotification();
      if (n % 3 === 1) await pressNotificationButton(t('notifications.button.snooze'));
      if (n % 3 === 2) await pressNotificationButton(t('notifications.button.show'));
      await life.page.waitForTimeout(500);
      await follow(life);
    },
  },
  terminal: {
    run: async (life, n) => {
      const rid = pick([...life.wanted].toSorted(), n);
      const lines = [['sync'], ['status'], ['orders', 'remove', rid], ['orders', 'snooze', rid]];
      const words = pick(lines, n);
      await runCommandLine(life, words, { env: life.environment });
      if (words[1] === 'remove') life.wanted.delete(rid);
    },
  },
  closeWindow: {
    weight: 2,
    run: async (life, n) => {
      const open = life.driver.t('tray.open');
      await closeWindow(life.app.pid);
      await life.leave();
      await openAgain(life, open, n);
    },
  },
  minimize: {
    run: async ({ app }) => {
      const id = await windowOf(app.pid);
      await runOnDesktop('xdotool', 'windowminimize', id);
      await runOnDesktop('wmctrl', '-i', '-a', id);
    },
  },
  reload: {
    run: async (life) => {
      await life.page.reload();
      await life.meet();
    },
  },
  quit: {
    run: async (life) => {
      await life.quit();
      await life.start();
    },
  },
  kill: {
    run: async (life) => {
      await life.kill();
      await life.start();
    },
  },
};
