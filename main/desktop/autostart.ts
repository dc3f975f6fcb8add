import { app } from 'electron';
import type { LoginStart } from '#main/settings/preferences/settingsService.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { appImage } from './appImage.ts';
import { AutostartFile } from './autostartFile.ts';
import { replaceFormerLoginItem } from './formerLoginItem.ts';

/** With this argument the app starts without a window. */
export const HIDDEN = '--hidden';

/** Whether the system started the app with these arguments at login; the window then stays closed. */
export function isLoginStart(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN);
}

/** Whether the system started this process at login; macOS reports it without arguments. */
export function wasStartedAtLogin(): boolean {
  const isMac = process.platform === 'darwin';
  return isLoginStart(process.argv) || (isMac && app.getLoginItemSettings().wasOpenedAtLogin);
}

/** Start at login on this system. macOS only registers bundles, so an unpackaged app is refused there. */
export function createLoginStart(): LoginStart {
  if (process.platform === 'linux') return createAutostartFile();
  if (process.platform !== 'win32') return new LoginItem({});
  const [path, ...args] = startCommand();
  if (app.isPackaged) replaceFormerLoginItem(app, { path, args });
  return new LoginItem({ path, args });
}

function createAutostartFile(): LoginStart {
  const file = new AutostartFile(process.env, startCommand());
  // A development tree does not change the entry of an installed app.
  if (app.isPackaged) file.refresh();
  return file;
}

function startCommand(): readonly [program: string, ...args: string[]] {
  const program = appImage() ?? process.execPath;
  const folder = app.isPackaged ? [] : [app.getAppPath()];
  const data = app.commandLine.getSwitchValue('user-data-dir');
  return [program, ...folder, ...(data === '' ? [] : [`--user-data-dir=${data}`]), HIDDEN];
}

class LoginItem implements LoginStart {
  readonly #options: Electron.LoginItemSettingsOptions;

  constructor(options: Electron.LoginItemSettingsOptions) {
    this.#options = options;
  }

  isOn(): boolean {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(this.#options);
    // Windows keeps the entry of an app that the user disabled in the task manager.
    return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
  }

  set(on: boolean): Result<null> {
    if (process.platform === 'win32' || app.isPackaged) {
      app.setLoginItemSettings({ ...this.#options, openAtLogin: on });
    }
    return this.isOn() === on ? ok(null) : err({ kind: 'loginStart', reason: 'refused', name: '', code: '' });
  }
}
