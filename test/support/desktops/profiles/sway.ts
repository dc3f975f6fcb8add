import { z } from 'zod';
import type { DesktopProfile, DesktopWindow } from '../desktopProfile.ts';
import { areaSchema, type ScreenArea, screenSize } from '../screenArea.ts';
import type { Session } from '../session.ts';

/** What the shipped configuration has of keys, and the line for the shortcut that the app's settings ask for. */
const config = `output * resolution ${screenSize.width}x${screenSize.height}
output * background #335577 solid_color
default_border normal
bindsym Mod4+Shift+q kill
bindsym Control+Mod1+n exec notafter quick
`;

/** A bar with the shipped style, without the modules that need devices. */
const bar = `{
  "height": 30,
  "modules-left": ["sway/workspaces"],
  "modules-center": ["sway/window"],
  "modules-right": ["clock", "tray"]
}
`;

/** Sway, whose windows are tiled, with the bar and the notifications that most of its users add. */
export const sway: DesktopProfile = {
  id: 'sway',
  name: 'Sway 1.10, Waybar, mako (Wayland)',
  env: {
    XDG_CURRENT_DESKTOP: 'sway',
    XDG_SESSION_DESKTOP: 'sway',
    XDG_SESSION_TYPE: 'wayland',
    WLR_BACKENDS: 'x11',
    WLR_RENDERER: 'pixman',
  },
  panel: { x: screenSize.width - 45, y: 0, width: 45, height: 30 },
  bubbles: { x: screenSize.width - 360, y: 31, width: 360, height: 400 },
  notifications: 'fr.emersion.mako.service',
  quickClicks: 1,
  quickPlace: 'in the middle',
  folderPlace: null,
  drop: 'copies',
  closeKeys: 'super+shift+q',
  shortcut: 'by the desktop',
  keysQuestion: null,
  // The tray of the shipped style is blue: no colour stands out there, and on dark panels, too.
  iconContrast: 1,
  notTried: { button: 'mako shows no buttons' },
  start: async (session) => {
    const { system } = session;
    await system.configure('sway/config', config);
    await system.configure('waybar/config.jsonc', bar);
    session.part(['sway'], session.screen);
    const socket = await session.untilFile(/^sway-ipc\..*\.sock$/u);
    const display = await session.untilFile(/^wayland-\d+$/u);
    await session.setEnvironment({ SWAYSOCK: socket, WAYLAND_DISPLAY: display });
    // The bar starts the portal, which has settings only if it finds the screen.
    session.part(['waybar']);
    await session.untilName('org.kde.StatusNotifierWatcher');
  },
  windows: swayWindows,
  setDark: (session, isDark) => session.setColorScheme(isDark),
  openFolder: (session, folder) => session.part(['thunar', folder]),
};

const node = z.object({
  name: z.string().nullable(),
  app_id: z.string().nullish(),
  focused: z.boolean(),
  rect: areaSchema,
  deco_rect: areaSchema,
  get nodes() {
    return z.array(node);
  },
  get floating_nodes() {
    return z.array(node);
  },
});

/** Windows as sway-ipc(7) describes them. Sway has no list of them for people. */
async function swayWindows({ system }: Session, wanted: RegExp): Promise<readonly DesktopWindow[]> {
  const tree = node.parse(JSON.parse(await system.run('swaymsg', '--type', 'get_tree', '--raw')));
  return allBelow(tree).flatMap(({ name, app_id, focused, rect, deco_rect }) =>
    app_id !== undefined && wanted.test(`${app_id} ${name}`)
      ? [
          {
            title: name ?? '',
            appId: app_id ?? '',
            area: withTitle(rect, deco_rect),
            isFocused: focused,
            hasTaskButton: null,
          },
        ]
      : [],
  );
}

type Node = z.infer<typeof node>;

function allBelow(one: Node): readonly Node[] {
  return [one, ...[...one.nodes, ...one.floating_nodes].flatMap(allBelow)];
}

/** The rectangle of a window is that of its content, below its title. */
function withTitle({ x, y, width, height }: ScreenArea, title: ScreenArea): ScreenArea {
  return { x, y: y - title.height, width, height: height + title.height };
}
