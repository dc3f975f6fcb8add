import { z } from 'zod';
import { withSessionBus } from '#main/platform/sessionBus.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { type DesktopProfile, windowsNamed } from '../desktopProfile.ts';
import { screenSize } from '../screenArea.ts';
import type { Session } from '../session.ts';

/** What a user of the extension for tray icons has, without the tour of the first login. */
const settings = [
  ['org.gnome.shell', 'enabled-extensions', "['ubuntu-appindicators@ubuntu.com']"],
  ['org.gnome.shell', 'welcome-dialog-last-shown-version', '99'],
  // Software draws movements slowly.
  ['org.gnome.desktop.interface', 'enable-animations', 'false'],
] as const;

/** GNOME on Wayland, with the extension for tray icons that Debian has and Ubuntu switches on. */
export const gnome: DesktopProfile = {
  id: 'gnome',
  name: 'GNOME 48 (Wayland)',
  env: {
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_DESKTOP: 'gnome',
    XDG_SESSION_TYPE: 'wayland',
    DESKTOP_SESSION: 'gnome',
    // The window in which it runs fills the screen.
    MUTTER_DEBUG_DUMMY_MODE_SPECS: `${screenSize.width}x${screenSize.height}`,
  },
  panel: { x: screenSize.width - 300, y: 0, width: 300, height: 32 },
  bubbles: { x: screenSize.width / 2 - 320, y: 33, width: 640, height: 300 },
  notifications: 'org.gnome.Shell.Notifications.service',
  quickClicks: 2,
  quickPlace: 'in the middle',
  // A drag of the path in the middle of its title moves nothing.
  folderPlace: { grip: 105, title: { x: 1600, y: 650 }, empty: { x: 1840, y: 900 } },
  // Seen with the document portal running.
  drop: 'refuses',
  closeKeys: 'alt+F4',
  shortcut: 'by the app',
  keysQuestion: { title: 'Add Keyboard Shortcuts', agree: { x: 1162, y: 473 } },
  iconContrast: 3,
  notTried: {},
  start: async (session) => {
    const { system } = session;
    for (const setting of settings) await system.run('gsettings', 'set', ...setting);
    // So it does not say that the screen can't be locked, which stands before other notifications.
    await system.run('install', '-D', '/dev/null', `${system.folders.data}/gnome-shell/lock-warning-shown`);
    session.part(['gnome-shell', '--nested', '--unsafe-mode'], session.screen);
    const display = await session.untilFile(/^wayland-\d+$/u);
    await session.setEnvironment({ WAYLAND_DISPLAY: display });
    await session.untilName('org.kde.StatusNotifierWatcher');
    await evaluate(session, leftOverview);
  },
  windows: async (session, name) => windowsNamed(await evaluate(session, listedWindows), name),
  setDark: async (session, isDark) => {
    await session.setColorScheme(isDark);
    await session.untilPortal(isDark);
  },
  openFolder: (session, folder) => session.part(['nautilus', '--new-window', folder]),
};

/** The first thing after a login is the overview, which a person leaves. */
const leftOverview = `new Promise((done) => {
  const leave = () => { Main.overview.hide(); done(true); };
  if (Main.layoutManager._startingUp) Main.layoutManager.connect('startup-complete', leave);
  else leave();
})`;

/** The windows, with the name of the desktop file that the shell has found for each. It lists apps for people, and no windows. */
const listedWindows = `global.get_window_actors().map(({ meta_window: window }) => {
  const { x, y, width, height } = window.get_frame_rect();
  const app = imports.gi.Shell.WindowTracker.get_default().get_window_app(window);
  return {
    title: window.title ?? '',
    appId: (app?.get_id() ?? '').replace(/[.]desktop$/, ''),
    area: { x, y, width, height },
    isFocused: window.has_focus(),
    hasTaskButton: null,
  };
})`;

/** Evaluates an expression in the shell, which lets tests do so. @returns its value, as JSON has it */
function evaluate({ system }: Session, expression: string): Promise<unknown> {
  const shell = { destination: 'org.gnome.Shell', path: '/org/gnome/Shell', interface: 'org.gnome.Shell' };
  const call = { ...shell, member: 'Eval', signature: 's', body: [expression] };
  return withSessionBus(
    system.env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
    systemScheduler,
    async (bus) => {
      const [isDone, value] = z.tuple([z.boolean(), z.string()]).parse(await bus.call(call));
      if (!isDone) throw new Error(`The shell did not evaluate ${expression}: ${value}`);
      return JSON.parse(value) as unknown;
    },
    60_000,
  );
}
