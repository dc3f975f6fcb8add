import type { PresetServer } from './preset.ts';

const commands: Readonly<Record<PresetServer, readonly string[] | null>> = {
  nginx: ['nginx', '-s', 'reload'],
  apache: ['apachectl', 'graceful'],
  haproxy: ['systemctl', 'reload', 'haproxy'],
  tomcat: ['systemctl', 'restart', 'tomcat'],
  iis: null,
  oldWindows: null,
  node: null,
  kubernetes: null,
};

/** On Windows there is neither `apachectl` nor systemd. */
const windowsCommands: Readonly<Partial<Record<PresetServer, readonly string[]>>> = {
  nginx: ['nginx', '-s', 'reload'],
  apache: ['httpd', '-k', 'restart'],
};

/**
 * The usual command that makes a server read its new files, as program and arguments.
 * @returns `null` if there is none that fits every installation
 */
export function reloadCommand(server: PresetServer | null, platform: string): readonly string[] | null {
  if (server === null) return null;
  return platform === 'win32' ? (windowsCommands[server] ?? null) : commands[server];
}
