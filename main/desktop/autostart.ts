import { app } from 'electron';
import type { LoginStart } from '#main/settings/settings/settingsService.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { appImage } from './appImage.ts';
import { AutostartFile } from './autostartFile.ts';

/** With this argument the app starts without a window. */
const HIDDEN = '--hidden';

/** Whether a start with these arguments was the system's at login: the person did not ask for the window. */
export function isLoginStart(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN);
}

/** Whether this very start was the system's at login; macOS tells in another way than by arguments. */
export function wasStartedAtLogin(): boolean {
  const isMac = process.platform === 'darwin';
  return isLoginStart(process.argv) || (isMac && app.getLoginItemSettings().wasOpenedAtLogin);
}

/**
 * Starting at login as this system does it. An app that is not packaged registers Electron with its own folder, which
 * works until either moves; macOS registers bundles alone, so there it is refused.
 */
export function createLoginStart(): LoginStart {
  if (process.platform === 'linux') return createAutostartFile();
  const [path, ...args] = startCommand();
  return new LoginItem(process.platform === 'win32' ? { path, args } : {});
}

function createAutostartFile(): LoginStart {
  const file = new AutostartFile(process.env, startCommand());
  // What was updated or moved since is found again. A development tree leaves the entry of an installed app alone.
  if (app.isPackaged && file.isOn()) file.set(true);
  return file;
}

/** The program and the arguments that start this app again, on the same data. */
function startCommand(): readonly [program: string, ...args: string[]] {
  const program = appImage() ?? process.execPath;
  const folder = app.isPackaged ? [] : [app.getAppPath()];
  const data = app.commandLine.getSwitchValue('user-data-dir');
  return [program, ...folder, ...(data === '' ? [] : [`--user-data-dir=${data}`]), HIDDEN];
}

/** The login items of macOS and Windows. */
class LoginItem implements LoginStart {
  readonly #options: Electron.LoginItemSettingsOptions;

  constructor(options: Electron.LoginItemSettingsOptions) {
    this.#options = options;
  }

  isOn(): boolean {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(this.#options);
    // Windows keeps the entry of an app that the person switched off in the task manager.
    return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
  }

  set(on: boolean): Result<null> {
    if (process.platform === 'win32' || app.isPackaged) {
      app.setLoginItemSettings({ ...this.#options, openAtLogin: on });
    }
    return this.isOn() === on ? ok(null) : err({ kind: 'loginStart', reason: 'refused', name: '', code: '' });
  }
}
