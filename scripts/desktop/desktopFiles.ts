import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const servicesFolder = '/usr/share/dbus-1/services';

/** Services that the session bus may start: only what the panel and the keyring's prompt need. */
const startableServices = [
  'org.xfce.Xfconf.service',
  'ca.desrt.dconf.service',
  'org.gnome.keyring.SystemPrompter.service',
  'org.gnome.keyring.PrivatePrompter.service',
];

/** The folders of one private desktop, all below `base`. */
export type DesktopFolders = {
  readonly base: string;
  readonly config: string;
  readonly data: string;
  readonly cache: string;
  /** `XDG_RUNTIME_DIR`: its path must stay far below 108 characters, the limit of a socket's address. */
  readonly runtime: string;
};

/**
 * Writes the configuration of the bus, the notification daemon and the panel.
 * @param base an empty folder of our own
 */
export async function writeDesktopFiles(base: string): Promise<DesktopFolders> {
  const folders = {
    base,
    config: join(base, 'config'),
    data: join(base, 'data'),
    cache: join(base, 'cache'),
    runtime: join(base, 'run'),
  };
  for (const folder of [folders.config, folders.data, folders.cache, folders.runtime]) {
    await mkdir(folder, { mode: 0o700 });
  }
  const services = join(base, 'services');
  await mkdir(services);
  for (const name of startableServices) {
    if (existsSync(join(servicesFolder, name))) {
      await symlink(join(servicesFolder, name), join(services, name));
    }
  }
  await writeFile(busConfigFile(folders), busConfig(folders.runtime, services));
  await writeFile(dunstConfigFile(folders), dunstConfig(join(folders.base, 'choose')));
  await writeFile(join(folders.base, 'choose'), chooseScript, { mode: 0o700 });
  const panelFolder = join(folders.config, 'xfce4', 'xfconf', 'xfce-perchannel-xml');
  await mkdir(panelFolder, { recursive: true });
  await writeFile(join(panelFolder, 'xfce4-panel.xml'), panelConfig);
  return folders;
}

/** The configuration of the session bus. */
export function busConfigFile(folders: DesktopFolders): string {
  return join(folders.base, 'bus.conf');
}

/** The configuration of the notification daemon. */
export function dunstConfigFile(folders: DesktopFolders): string {
  return join(folders.base, 'dunstrc');
}

// A bus that can start every installed service would start a keyring or notification daemon that was omitted on purpose.
function busConfig(socketFolder: string, services: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socketFolder}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

/** The daemon's menu of buttons: takes the one whose label is in a file, which tests write. */
const chooseScript = `#!/bin/sh
exec grep -m 1 -F -f "$XDG_RUNTIME_DIR/notification-button"
`;

/** @param menu the program that chooses a button */
const dunstConfig = (menu: string) => `[global]
  dmenu = ${menu}
  width = 360
  height = 160
  origin = top-right
  offset = 16x16
  gap_size = 8
  padding = 12
  horizontal_padding = 14
  frame_width = 1
  frame_color = "#c4c9d1"
  corner_radius = 8
  separator_color = frame
  font = Inter 10
  show_indicators = no
  markup = full
  format = "<b>%s</b>\\n%b"
  word_wrap = yes
  icon_position = left
  min_icon_size = 32
  max_icon_size = 32
  history_length = 200
  mouse_left_click = do_action, close_current
  mouse_middle_click = close_current
  mouse_right_click = close_all

[urgency_low]
  background = "#ffffff"
  foreground = "#1f2328"
  timeout = 10

[urgency_normal]
  background = "#ffffff"
  foreground = "#1f2328"
  timeout = 20

[urgency_critical]
  background = "#ffffff"
  foreground = "#1f2328"
  frame_color = "#c62828"
  timeout = 0
`;

const panelConfig = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=10;x=640;y=784"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
      <property name="known-legacy-items" type="array"/>
    </property>
  </property>
</channel>
`;
