import type { DesktopProfile } from '../desktopProfile.ts';
import { screenSize } from '../screenArea.ts';
import { x11Windows } from '../x11Windows.ts';

const xconf = 'xfce4/xfconf/xfce-perchannel-xml';

/** A panel at the upper edge with what a new user gets; the second one, of starters, is not needed. */
const panel = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="double" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="icon-size" type="uint" value="16"/>
      <property name="size" type="uint" value="26"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/><value type="int" value="2"/><value type="int" value="3"/>
        <value type="int" value="6"/><value type="int" value="12"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="applicationsmenu"/>
    <property name="plugin-2" type="string" value="tasklist"/>
    <property name="plugin-3" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-6" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
    </property>
    <property name="plugin-12" type="string" value="clock"/>
  </property>
</channel>
`;

const settings = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xsettings" version="1.0">
  <property name="Net" type="empty">
    <property name="ThemeName" type="string" value="Adwaita"/>
    <property name="IconThemeName" type="string" value="Adwaita"/>
  </property>
</channel>
`;

/** A bubble stays until it is closed, so that one that goes was closed by the app. */
const notifications = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
  <property name="expire-timeout-enabled" type="bool" value="false"/>
  <property name="initial-opacity" type="double" value="1.0"/>
</channel>
`;

/** Xfce on X11. Its parts are started one by one: the session manager goes on without one that is slow. */
export const xfce: DesktopProfile = {
  id: 'xfce',
  name: 'Xfce 4.20 (X11)',
  env: {
    XDG_CURRENT_DESKTOP: 'XFCE',
    XDG_SESSION_DESKTOP: 'xfce',
    XDG_SESSION_TYPE: 'x11',
    DESKTOP_SESSION: 'xfce',
    XDG_MENU_PREFIX: 'xfce-',
  },
  panel: { x: screenSize.width / 2, y: 0, width: screenSize.width / 2, height: 27 },
  bubbles: { x: screenSize.width - 560, y: 28, width: 560, height: 500 },
  notifications: 'org.xfce.xfce4-notifyd.Notifications.service',
  quickClicks: 1,
  quickPlace: 'at the panel',
  folderPlace: { title: { x: 1700, y: 650 }, empty: { x: 1860, y: 920 } },
  drop: 'copies',
  closeKeys: 'alt+F4',
  shortcut: 'by the app',
  keysQuestion: null,
  iconContrast: 3,
  notTried: {},
  start: async (session) => {
    const { system } = session;
    await session.setEnvironment(session.screen);
    await system.configure(`${xconf}/xfce4-panel.xml`, panel);
    await system.configure(`${xconf}/xsettings.xml`, settings);
    await system.configure(`${xconf}/xfce4-notifyd.xml`, notifications);
    for (const part of ['xfsettingsd', 'xfwm4']) session.part([part]);
    await session.untilSucceeds(['wmctrl', '-m']);
    for (const part of ['xfce4-panel', 'xfdesktop']) session.part([part, '--disable-wm-check']);
    await session.untilName('org.kde.StatusNotifierWatcher');
  },
  windows: x11Windows,
  // The theme alone changes the panel and the frames.
  setDark: async (session, isDark) => {
    const theme = isDark ? 'Adwaita-dark' : 'Adwaita';
    const property = ['--channel', 'xsettings', '--property', '/Net/ThemeName'];
    await session.system.run('xfconf-query', ...property, '--set', theme);
    await session.setColorScheme(isDark);
  },
  openFolder: (session, folder) => session.part(['thunar', folder]),
};
