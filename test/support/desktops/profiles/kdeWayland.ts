import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type DesktopProfile, type DesktopWindow, windowsNamed } from '../desktopProfile.ts';
import { screenSize } from '../screenArea.ts';
import type { Session } from '../session.ts';
import { plasma, plasmaEnv, startPlasma } from './kde.ts';

/** KDE Plasma on Wayland: KWin in a window that fills the screen. */
export const kdeWayland: DesktopProfile = {
  ...plasma,
  id: 'kde-wayland',
  name: 'KDE Plasma 6.3 (Wayland)',
  env: {
    ...plasmaEnv,
    XDG_SESSION_TYPE: 'wayland',
    DESKTOP_SESSION: 'plasma',
    QT_QPA_PLATFORM: 'wayland',
    // It draws without a graphics card.
    KWIN_COMPOSE: 'Q',
    // What its scripts print is debug output.
    QT_LOGGING_RULES: 'kwin_scripting.debug=true',
  },
  quickPlace: 'in the middle',
  hasQuickButton: true,
  shortcut: 'by the app',
  keysQuestion: null,
  notTried: {},
  start: async (session) => {
    const { width, height } = screenSize;
    const size = ['--width', String(width), '--height', String(height)];
    const where = ['--x11-display', session.screen.DISPLAY, ...size];
    session.part(['kwin_wayland', ...where, '--no-lockscreen', '--socket', 'wayland-0'], session.screen);
    await session.untilFile(/^wayland-0$/u);
    await session.setEnvironment({ WAYLAND_DISPLAY: 'wayland-0' });
    await startPlasma(session);
  },
  windows: kwinWindows,
};

let asked = 0;

/** The windows that a script in KWin lists; it writes to KWin's log. */
async function kwinWindows({ system }: Session, wanted: RegExp): Promise<readonly DesktopWindow[]> {
  asked += 1;
  const mark = `windows-${asked} `;
  const file = join(system.folders.runtime, 'windows.js');
  await writeFile(file, listing(mark), { mode: 0o644 });
  const call = (path: string, method: string, ...args: readonly string[]) => {
    const where = ['--session', '--dest', 'org.kde.KWin', '--object-path', path];
    return system.run('gdbus', 'call', ...where, '--method', `org.kde.kwin.${method}`, ...args);
  };
  const loaded = await call('/Scripting', 'Scripting.loadScript', file, mark);
  await call(`/Scripting/Script${/\d+/u.exec(loaded)?.[0]}`, 'Script.run');
  const log = join(system.folders.base, 'kwin_wayland.log');
  const answer = await vi.waitFor(
    async () => {
      const line = (await readFile(log, 'utf8')).split('\n').find((each) => each.includes(mark));
      if (line === undefined) throw new Error('KWin does not list its windows');
      return line.slice(line.indexOf(mark) + mark.length);
    },
    { timeout: 60_000 },
  );
  await call('/Scripting', 'Scripting.unloadScript', mark);
  return windowsNamed(JSON.parse(answer), wanted);
}

/** A script for KWin that prints its windows after a mark. Areas include the frames. */
const listing = (mark: string) => `print('${mark}' + JSON.stringify(workspace.windowList().map((one) => ({
  title: one.caption, appId: one.desktopFileName, isFocused: one.active, hasTaskButton: !one.skipTaskbar,
  area: { x: one.x, y: one.y, width: one.width, height: one.height },
}))));
`;
