import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { StopError, say } from '../lib/terminal.ts';

/** Environment variable with the folder of the Debian with desktops, for their tests. */
export const desktopRootVariable = 'NOTAFTER_DESKTOP_ROOT';

const release = 'trixie';

/** Raised when the packages change, so that a root with the earlier ones is not used. */
const version = 1;

/** What every session has: a screen with its pointer and keys, buses, a keyring, eyes that read text, and what the app needs. */
const shared = [
  ...[
    'dbus',
    'dbus-x11',
    'xvfb',
    'xauth',
    'xdotool',
    'wmctrl',
    'x11-utils',
    'x11-xserver-utils',
    'imagemagick',
  ],
  ...['libglib2.0-bin', 'gnome-keyring', 'libsecret-tools', 'procps', 'tesseract-ocr', 'tesseract-ocr-eng'],
  ...['fonts-noto-core', 'fonts-dejavu-core', 'fonts-inter', 'fonts-wqy-microhei', 'adwaita-icon-theme'],
  ...[
    'libgtk-3-0t64',
    'libnotify4',
    'libnss3',
    'libxss1',
    'libxtst6',
    'xdg-utils',
    'libatspi2.0-0t64',
    'libuuid1',
  ],
  ...['libsecret-1-0', 'libasound2t64', 'libatk-bridge2.0-0t64', 'libgbm1', 'libdrm2', 'libgl1-mesa-dri'],
  ...[
    'xdg-desktop-portal',
    'xdg-desktop-portal-gtk',
    'ca-certificates',
    'desktop-file-utils',
    'shared-mime-info',
  ],
];

const xfce = [
  ...['xfce4-panel', 'xfce4-notifyd', 'xfwm4', 'xfdesktop4', 'xfce4-settings', 'xfce4-session', 'thunar'],
  'gnome-themes-extra',
];

const sway = ['sway', 'swaybg', 'waybar', 'mako-notifier', 'xwayland'];

const gnome = [
  ...['gnome-shell', 'gnome-shell-extension-appindicator', 'gnome-settings-daemon', 'gnome-session-bin'],
  ...['xdg-desktop-portal-gnome', 'nautilus', 'dconf-cli', 'gsettings-desktop-schemas', 'gjs'],
];

const kde = [
  ...['plasma-workspace', 'plasma-desktop', 'kwin-x11', 'kwin-wayland', 'xdg-desktop-portal-kde', 'dolphin'],
  ...['breeze', 'breeze-icon-theme', 'kde-config-gtk-style', 'plasma-integration', 'kglobalacceld'],
];

const packages = [...shared, ...xfce, ...sway, ...gnome, ...kde];

/**
 * The folder with a Debian system that has the desktops; made in the cache folder if needed, 3 GB. By root only.
 * @throws StopError with the output of what failed
 */
export async function desktopRoot(): Promise<string> {
  const cache = cacheFolder(process.env);
  const target = join(cache, `desktops-${release}-${version}`);
  if (existsSync(target)) return target;
  say(`Making a Debian ${release} with five desktops in ${target}, 3 GB, about 12 min ...`);
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'desktops-'));
  const folder = join(staging, 'root');
  try {
    const { code, output } = await run('mmdebstrap', [
      ...['--mode=root', '--variant=minbase', '--aptopt=APT::Install-Recommends "false"'],
      ...[`--include=${packages.join(',')}`, release, folder],
    ]);
    if (code !== 0)
      throw new StopError(`The desktops could not be installed. Output of mmdebstrap:\n${output}`);
    await rename(folder, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}
