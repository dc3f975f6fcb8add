import type { DesktopProfile } from '../desktopProfile.ts';
import { x11Windows } from '../x11Windows.ts';
import { plasma, plasmaEnv, startKeys, startPlasma } from './kde.ts';

/** KDE Plasma on X11. */
export const kdeX11: DesktopProfile = {
  ...plasma,
  id: 'kde-x11',
  name: 'KDE Plasma 6.3 (X11)',
  env: { ...plasmaEnv, XDG_SESSION_TYPE: 'x11', DESKTOP_SESSION: 'plasmax11', QT_QPA_PLATFORM: 'xcb' },
  quickPlace: 'at the panel',
  shortcut: 'by the app',
  keysQuestion: null,
  notTried: {},
  start: async (session) => {
    await session.setEnvironment(session.screen);
    await startKeys(session);
    session.part(['kwin_x11']);
    await session.untilSucceeds(['wmctrl', '-m']);
    await startPlasma(session);
  },
  windows: x11Windows,
};
