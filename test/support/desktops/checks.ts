import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { orderRows, snapshotOf } from '#scripts/demo/windowSteps.ts';
import { needs } from '#scripts/vitest/needs.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { desktopFile } from '#shared/identity.ts';
import { contactSheet } from './contactSheet.ts';
import type { CheckName, DesktopProfile, DesktopWindow } from './desktopProfile.ts';
import { NotificationLog } from './notificationLog.ts';
import { type FoundIcon, findIcon } from './panelIcon.ts';
import { RealDesktop } from './realDesktop.ts';
import type { SeenWord } from './screen.ts';
import { type ScreenArea, screenSize, wholeScreen } from './screenArea.ts';

/** The order that is dragged; its name is on the screen in the list only. */
const dragged = 'Portal';

/** The file that it becomes. */
const draggedFile = 'portal-fullchain.pem';

const snoozeButton = 'notifications.button.snooze';

/** Registers the checks of one desktop: what a person sees and does there with the installed app. */
export function checkDesktop(profile: DesktopProfile): void {
  let desk: RealDesktop;
  let t: Translate;
  let log: NotificationLog;

  const check = (name: CheckName, title: string, run: () => Promise<void>) => {
    const reason = profile.notTried[name];
    const tried = needs(reason === undefined, `${profile.name} without a screen: ${reason}`);
    test(title, tried, async () => {
      for (const each of [name, `${name}-failed`]) await desk.screen.forget(each);
      try {
        await run();
      } catch (error) {
        await desk.screen.save(`${name}-failed`);
        throw error;
      }
    });
  };
  const picture = (name: CheckName) => desk.screen.save(name);
  const windows = () => profile.windows(desk.session, /notafter/iu);

  /** Opens a new folder of this name in the file manager. */
  async function openFolder(name: string) {
    const folder = await desk.session.system.folder(name);
    const manager = profile.openFolder(desk.session, folder);
    const title = new RegExp(`\\b${name}\\b`, 'u');
    const window = () =>
      vi.waitFor(
        async () => {
          const [found] = await profile.windows(desk.session, title);
          if (found === undefined) throw new Error(`No window shows ${folder}`);
          return found;
        },
        { timeout: 150_000 },
      );
    await window();
    return { folder, window, close: () => manager.kill() };
  }

  /** Waits until the app has this many windows on the screen. */
  async function untilWindows(count: number): Promise<readonly DesktopWindow[]> {
    let found: readonly DesktopWindow[] = [];
    await expect
      .poll(async () => {
        found = await windows();
        return found.length;
      })
      .toBe(count);
    return found;
  }

  async function icon(): Promise<FoundIcon> {
    const shape = await desk.untilIconShape();
    // Some desktops draw the pointer over it.
    await desk.screen.move([60, screenSize.height / 2]);
    let found: FoundIcon | null = null;
    await expect
      .poll(async () => {
        found = await findIcon(desk.screen, profile.panel, shape);
        return found.likeness;
      })
      .toBeGreaterThan(0.8);
    if (found === null) throw new Error('The panel has no icon');
    return found;
  }

  /** Opens the menu of the icon. */
  async function openMenu(): Promise<void> {
    await desk.screen.click(await icon(), { button: profile.quickClicks === 2 ? 1 : 3 });
  }

  /** Waits until an entry of the menu stays in its place: GNOME opens the menu as it was, and then changes its entries. */
  async function menuEntry(text: string): Promise<SeenWord> {
    const read = () => desk.screen.untilReads(text, besidePanel(profile.panel));
    for (let known = await read(); ; ) {
      const place = await read();
      if (place.y === known.y) return place;
      known = place;
    }
  }

  async function alert(rid: string, name: string): Promise<void> {
    await desk.service.addOrder({ rid, name, days: 20 });
    await desk.addOrder(rid);
    await desk.screen.untilReads(name, profile.bubbles);
  }

  describe(profile.name, () => {
    beforeAll(async () => {
      desk = await RealDesktop.start(profile);
      await desk.service.addOrder({ rid: 'portal', name: dragged, days: 75 });
      log = await NotificationLog.start(desk.session);
      await desk.launch();
      try {
        t = await desk.connect();
      } catch (error) {
        await desk.screen.save('start-failed');
        throw error;
      }
    });

    afterAll(async () => {
      if (desk !== undefined) await contactSheet(desk.session, profile, desk.screen.folder);
    });

    check(
      'window',
      'the window has the name and the icon of the app, fits, and has no menu bar',
      async () => {
        const [window] = await untilWindows(1);
        if (window === undefined) throw new Error('There is no window');
        expect(window).toMatchObject({ title: 'NotAfter', isFocused: true });
        expect(window.hasTaskButton).not.toBe(false);
        expect(await desktopEntryOf(desk, window.appId)).toContain('Icon=');
        expect(isWithin(window.area, wholeScreen), JSON.stringify(window.area)).toBe(true);
        expect(window.area.width).toBeGreaterThanOrEqual(900);
        const top = { ...window.area, height: 90 };
        await desk.screen.untilReads('Orders', top);
        const words = (await desk.screen.words(top)).map(({ text }) => text);
        // What reads the name reads a menu, too.
        expect(words).toContain('NotAfter');
        expect(words).not.toContain('View');
        await picture('window');
      },
    );

    check('dark', 'the window turns dark with the desktop, and light again, while it is open', async () => {
      const [window] = await untilWindows(1);
      const middle = { ...(window?.area ?? wholeScreen) };
      const brightness = async () => {
        const { pixels } = await desk.screen.gray({ ...middle, height: Math.floor(middle.height / 2) });
        return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
      };
      await expect.poll(brightness).toBeGreaterThan(170);
      await profile.setDark(desk.session, true);
      try {
        await expect.poll(brightness).toBeLessThan(85);
        await picture('dark');
      } finally {
        await profile.setDark(desk.session, false);
      }
      await expect.poll(brightness).toBeGreaterThan(170);
    });

    check('icon', 'the icon is at the panel, in the size of its neighbours, and stands out', async () => {
      const { height, contrast } = await icon();
      expect(height).toBeGreaterThanOrEqual(14);
      expect(height).toBeLessThanOrEqual(32);
      expect(contrast).toBeGreaterThanOrEqual(profile.iconContrast);
      await picture('icon');
    });

    check('quick', 'a click on the icon opens the quick window there, which takes the keys', async () => {
      const place = await icon();
      await desk.screen.click(place, { times: profile.quickClicks });
      const page = await desk.quickWindow();
      await page.getByRole('option').first().waitFor();
      const quick = (await untilWindows(2)).find(({ area }) => area.width < 500);
      if (quick === undefined) throw new Error('The quick window is not on the screen');
      expect(quick).toMatchObject({ isFocused: true });
      expect(quick.hasTaskButton === true).toBe(profile.hasQuickButton ?? false);
      expect(distance(quick.area, profile.quickPlace === 'at the panel' ? place : wholeScreen)).toBeLessThan(
        profile.quickPlace === 'at the panel' ? 420 : 60,
      );
      await desk.screen.press('p', 'o', 'r', 't');
      await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('port');
      await picture('quick');
      await desk.screen.press('Escape');
      await untilWindows(1);
    });

    check('menu', 'the menu of the icon is readable, and its entries act', async () => {
      await openMenu();
      await menuEntry(t('tray.quit'));
      const entry = await menuEntry(t('tray.settings'));
      await picture('menu');
      await desk.screen.click(entry);
      const page = await desk.window();
      await page.getByRole('main', { name: t('settings.title'), exact: true }).waitFor();
      await page.getByRole('button', { name: t('settings.back'), exact: true }).click();
      await orderRows(page).first().waitFor();
    });

    check('notification', 'a notification shows the order, the days and its buttons', async () => {
      await alert('harbour', 'Harbour gateway');
      const days = await desk.screen.untilReads('19 days', profile.bubbles);
      if (profile.notTried.button === undefined) {
        // GNOME shows the buttons under the pointer.
        await desk.screen.move([days.x, days.y], [days.x + 4, days.y + 2]);
        await desk.screen.untilReads(t(snoozeButton), profile.bubbles);
      }
      await picture('notification');
      const labels = (await log.sent()).flatMap(({ buttons }) => buttons.map(({ label }) => label));
      expect(labels).toContain(t(snoozeButton));
      expect(labels).not.toContain('');
    });

    check('button', 'a button of the notification acts, and the notification goes', async () => {
      await desk.screen.click(await desk.screen.untilReads(t(snoozeButton), profile.bubbles));
      const row = orderRows(await desk.window()).filter({ hasText: 'Harbour gateway' });
      await row.getByRole('img', { name: /^No alerts until/u }).waitFor();
      await untilNoBubble('Harbour gateway');
      await picture('button');
    });

    check('gone', 'the notification goes when its reason is gone', async () => {
      await alert('quay', 'Quay gateway');
      const before = await log.closed();
      await desk.service.renew('quay', { days: 80 });
      await desk.call('orders:sync', null);
      await expect.poll(() => log.closed()).toBeGreaterThan(before);
      await untilNoBubble('Quay gateway expires');
      await picture('gone');
    });

    check(
      'reopened',
      'a closed window leaves the icon, which opens it again as large as it was',
      async () => {
        const sizes = async () =>
          (await untilWindows(1)).map(({ area: { width, height } }) => ({ width, height }));
        const before = await sizes();
        await desk.screen.press(profile.closeKeys);
        await untilWindows(0);
        await openMenu();
        await desk.screen.click(await menuEntry(t('tray.open')));
        // A window that has just come is not everywhere in its place yet.
        await expect.poll(sizes).toEqual(before);
        const [window] = await untilWindows(1);
        await desk.screen.untilReads(dragged, listOf(window));
        await picture('reopened');
        expect(await sizes()).toEqual(before);
      },
    );

    check('shortcut', 'the shortcut opens the quick window from another program', async () => {
      if (profile.shortcut === 'by the app') {
        const answer = await desk.call('settings:set', { quickShortcut: 'Ctrl+Alt+N' });
        expect(answer).toEqual({ ok: true, value: null });
        if (profile.keysQuestion !== null) {
          const { title, agree } = profile.keysQuestion;
          await desk.screen.untilReads(title);
          await desk.screen.click({ ...agree, width: 0, height: 0 });
        }
        const state = await desk.call('settings:shortcutState', null);
        expect(state).toEqual({ kind: 'active', keys: null });
      }
      const other = await openFolder('Other');
      await expect.poll(async () => (await windows()).every(({ isFocused }) => !isFocused)).toBe(true);
      await desk.screen.press('ctrl+alt+n');
      const page = await desk.quickWindow();
      await page.getByRole('option').first().waitFor();
      await untilWindows(2);
      await picture('shortcut');
      await desk.screen.press('Escape');
      await untilWindows(1);
      other.close();
    });

    check(
      'drag',
      'a row dragged to the file manager becomes a file there, or the app says that it was refused',
      async () => {
        const manager = await openFolder('Dropped');
        const { folder } = manager;
        const place = profile.folderPlace;
        if (place !== null) {
          // A press on the list raises its window, which would cover the manager.
          const title = { ...(await manager.window()).area, height: 24 };
          const grip = place.grip ?? title.width / 2;
          await desk.screen.drag({ ...title, x: title.x + grip }, { ...title, ...place.title });
        }
        const { area } = await manager.window();
        const [right, bottom] = [area.x + area.width, area.y + area.height];
        // An empty part of the folder, which no notification covers.
        const target = {
          ...area,
          x: Math.min(right, screenSize.width) - 60,
          y: Math.min(bottom, screenSize.height) - 160,
          ...place?.empty,
        };
        const [window] = await untilWindows(1);
        const row = await desk.screen.untilReads(dragged, listOf(window));
        await desk.screen.drag(row, target, async () => {
          const prepared = join(desk.profileFolder, 'dragged');
          await expect.poll(() => readdir(prepared).catch(() => [])).not.toEqual([]);
        });
        if (profile.drop === 'refuses') {
          await desk.screen.untilReads(t('verbs.drag.refused'), window?.area);
          await picture('drag');
          expect(await readdir(folder)).toEqual([]);
          manager.close();
          return;
        }
        if (profile.drop !== 'copies') {
          const around = { x: Math.max(0, target.x - 350), y: target.y - 250, width: 700, height: 500 };
          await desk.screen.untilReads(profile.drop.entry, around);
          await desk.screen.press(profile.drop.key);
        }
        await expect.poll(() => readdir(folder)).toEqual([draggedFile]);
        expect(await readFile(join(folder, draggedFile), 'utf8')).toContain('BEGIN CERTIFICATE');
        // The name of a chosen file is pale on a colour.
        await desk.screen.click({ ...target, width: 0, height: 0 });
        // File managers break the name at its hyphen or its dot.
        await desk.screen.untilReads('fullchain.pem', area);
        await picture('drag');
        manager.close();
      },
    );

    check(
      'keyring',
      "the access token is in the desktop's keyring, and nowhere in the app's files",
      async () => {
        const found = await desk.session.system.run('secret-tool', 'search', '--all', 'service', 'NotAfter');
        expect(found.includes(desk.service.token)).toBe(true);
        const { connections } = await snapshotOf(await desk.window());
        expect(connections).toMatchObject([{ name: 'Main service' }]);
        await picture('keyring');
      },
    );

    check('login', 'the entry for the login starts the app at the panel without a window', async () => {
      expect(await desk.call('settings:set', { startAtLogin: true })).toEqual({ ok: true, value: null });
      await desk.quit();
      const entry = join(desk.session.system.folders.config, 'autostart', desktopFile);
      // The app keeps the output of what launched it.
      desk.session.system.start(['gio', 'launch', entry]);
      await icon();
      expect(await windows()).toEqual([]);
      await picture('login');
    });

    async function untilNoBubble(text: string): Promise<void> {
      await desk.screen.untilNotReads(text, profile.bubbles);
    }
  });
}

/** The installed desktop file that belongs to windows of this name. Throws if there is none. */
async function desktopEntryOf({ session }: RealDesktop, appId: string): Promise<string> {
  const folder = '/usr/share/applications';
  const named = `cat '${folder}/${appId}.desktop' 2>/dev/null`;
  const byClass = `grep -l '^StartupWMClass=${appId}$' ${folder}/*.desktop | xargs cat`;
  return session.system.run('sh', '-c', `${named} || ${byClass}`);
}

function isWithin(inner: ScreenArea, outer: ScreenArea): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The part of the screen where menus of the panel's icons open. */
function besidePanel({ y }: ScreenArea): ScreenArea {
  const { width, height } = { width: 700, height: 500 };
  return { x: screenSize.width - width, y: y < height ? y : screenSize.height - height, width, height };
}

/** The first names in the list of the app's window: reading the whole window takes long. */
function listOf(window: DesktopWindow | undefined): ScreenArea {
  const area = window?.area ?? wholeScreen;
  return { ...area, width: area.width / 2, height: 450 };
}

/** Pixels between the middles of two areas. */
function distance(one: ScreenArea, other: ScreenArea): number {
  const middle = ({ x, y, width, height }: ScreenArea) => [x + width / 2, y + height / 2] as const;
  const [[ax, ay], [bx, by]] = [middle(one), middle(other)];
  return Math.hypot(ax - bx, ay - by);
}
