import type { DesktopWindow } from './desktopProfile.ts';
import type { Session } from './session.ts';

/** The windows with this name on a desktop for X11. */
export async function x11Windows({ system }: Session, name: RegExp): Promise<readonly DesktopWindow[]> {
  const [list, active] = [await system.run('wmctrl', '-lx'), await activeWindow()];
  const windows: DesktopWindow[] = [];
  for (const line of list.split('\n').filter((each) => name.test(each))) {
    const [id = ''] = line.split(' ');
    const names = ['WM_CLASS', '_NET_WM_NAME', '_NET_WM_STATE', '_NET_WM_WINDOW_TYPE', '_NET_FRAME_EXTENTS'];
    const properties = await system.run('xprop', '-id', id, ...names);
    const appId = /^WM_CLASS.* "(.*)"$/mu.exec(properties)?.[1] ?? '';
    const title = /^_NET_WM_NAME.* = "(.*)"$/mu.exec(properties)?.[1] ?? '';
    const geometry = await system.run('xwininfo', '-id', id);
    const number = (label: string) => Number(new RegExp(`${label}: +(-?\\d+)`, 'u').exec(geometry)?.[1]);
    const frame = /_NET_FRAME_EXTENTS\(CARDINAL\) = (.*)/u.exec(properties)?.[1] ?? '0, 0, 0, 0';
    const [left = 0, right = 0, top = 0, bottom = 0] = frame.split(', ').map(Number);
    windows.push({
      title,
      appId,
      area: {
        x: number('Absolute upper-left X') - left,
        y: number('Absolute upper-left Y') - top,
        width: number('Width') + left + right,
        height: number('Height') + top + bottom,
      },
      isFocused: Number(id) === active,
      hasTaskButton: !/_NET_WM_STATE_SKIP_TASKBAR|_NET_WM_WINDOW_TYPE_TOOLBAR/u.test(properties),
    });
  }
  return windows;

  async function activeWindow(): Promise<number> {
    const text = await system.run('xprop', '-root', '_NET_ACTIVE_WINDOW');
    return Number(/0x[0-9a-f]+/u.exec(text)?.[0] ?? 0);
  }
}
