import type { DesktopProfile } from '../desktopProfile.ts';
import { screenSize } from '../screenArea.ts';
import type { Session } from '../session.ts';

/** What a login to Plasma sets, on X11 and on Wayland. */
export const plasmaEnv = {
  XDG_CURRENT_DESKTOP: 'KDE',
  XDG_SESSION_DESKTOP: 'KDE',
  XDG_MENU_PREFIX: 'plasma-',
  KDE_FULL_SESSION: 'true',
  KDE_SESSION_VERSION: '6',
};

/** What Plasma does in the same way on X11 and on Wayland. */
export const plasma = {
  panel: { x: screenSize.width - 500, y: screenSize.height - 56, width: 500, height: 56 },
  bubbles: { x: screenSize.width - 480, y: screenSize.height - 620, width: 480, height: 560 },
  notifications: 'org.kde.plasma.Notifications.service',
  quickClicks: 1,
  folderPlace: { title: { x: 200, y: 650 }, empty: { x: 340, y: 840 } },
  drop: { entry: 'Copy Here', key: 'c' },
  closeKeys: 'alt+F4',
  // The panel is translucent, over a dark wallpaper.
  iconContrast: 2.4,
  setDark: async (session, isDark) => {
    await session.system.run('plasma-apply-colorscheme', isDark ? 'BreezeDark' : 'BreezeLight');
    await session.untilPortal(isDark);
  },
  openFolder: (session, folder) => session.part(['dolphin', '--new-window', folder]),
} as const satisfies Partial<DesktopProfile>;

/** A bubble stays for an hour, so that one that goes was closed by the app. */
const notifications = `[Notifications]
PopupTimeout=3600000
`;

/** Starts what has the keys of windows, which the window manager asks. The bus does not start it. */
export async function startKeys(session: Session): Promise<void> {
  session.part(['/usr/lib/x86_64-linux-gnu/libexec/kglobalacceld']);
  await session.untilName('org.kde.kglobalaccel');
}

/** Starts the parts of Plasma as a new user gets them, once its window manager runs. */
export async function startPlasma(session: Session): Promise<void> {
  await session.system.configure('plasmanotifyrc', notifications);
  session.part(['kded6']);
  await session.untilName('org.kde.StatusNotifierWatcher');
  session.part(['plasmashell']);
  await session.untilName('org.freedesktop.Notifications');
}
