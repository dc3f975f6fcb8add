import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import {
  busConfigFile,
  type DesktopFolders,
  dunstConfigFile,
  writeDesktopFiles,
} from './desktop/desktopFiles.ts';
import { endMarked } from './desktop/markedProcesses.ts';
import { runCommand } from './lib/interruption.ts';
import { endProcess, run, runVisibly } from './lib/processes.ts';
import { setUp } from './lib/setUp.ts';
import { StopError } from './lib/terminal.ts';

/** The parts of a private desktop. Default: an unlocked keyring, notifications and a tray. */
export type DesktopOptions = {
  readonly keyring?: 'unlocked' | 'locked' | 'none';
  readonly notifications?: boolean;
  readonly tray?: boolean;
};

/** A running private desktop: programs started with `env` run in it. */
type TestDesktop = {
  readonly env: NodeJS.ProcessEnv;
  /** Ends everything that runs in the desktop, by process id, and removes its folders. */
  stop(): Promise<void>;
};

const mark = 'NOTAFTER_TEST_DESKTOP';

/** Environment variable with the differing variables of each desktop, as JSON. */
export const desktopsVariable = 'NOTAFTER_TEST_DESKTOPS';

/** The password of the test desktop's keyring, which contains only what tests store. */
export const keyringPassword = 'pw';

const loginKeyring = '/org/freedesktop/secrets/collection/login';

/**
 * Starts a private desktop (Linux): a virtual display of 1280x800, a session bus, a Secret Service, a window manager,
 * a notification daemon and a tray. Nothing is shared with the user's own session.
 * Needs the system packages of `setUp(['testDesktop'])`. Throws `StopError` if a part fails.
 */
async function startTestDesktop(options: DesktopOptions = {}): Promise<TestDesktop> {
  const folders = await writeDesktopFiles(await mkdtemp(join(tmpdir(), 'notafter-desktop-')));
  const parts = new DesktopParts(privateEnvironment(folders));
  try {
    await startDisplay(parts, folders);
    await startBus(parts, folders);
    await startKeyring(parts, options.keyring ?? 'unlocked');
    parts.start('openbox', ['--sm-disable']);
    if (options.notifications ?? true) {
      parts.start('dunst', ['-config', dunstConfigFile(folders)]);
      await parts.waitForName('org.freedesktop.Notifications');
    }
    if (options.tray ?? true) {
      parts.start('xfce4-panel', ['--disable-wm-check']);
      await parts.waitForName('org.kde.StatusNotifierWatcher');
    }
  } catch (error) {
    await parts.stop(folders);
    throw error;
  }
  return { env: parts.env, stop: () => parts.stop(folders) };
}

/** Runs `use` in a private desktop, and stops the desktop afterwards. */
export async function withTestDesktop<T>(
  options: DesktopOptions,
  use: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const desktop = await startTestDesktop(options);
  try {
    return await use(desktop.env);
  } finally {
    await desktop.stop();
  }
}

/** The processes of one desktop and their shared environment, to which parts add variables as they start. */
class DesktopParts {
  readonly env: NodeJS.ProcessEnv;
  readonly #children: ChildProcess[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  /**
   * Starts a part in its own process group, so that Ctrl-C in the terminal does not end it before the programs that
   * use it. The kernel ends it if this process is killed.
   */
  start(command: string, args: readonly string[]): ChildProcess {
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
      env: this.env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    // A failed start shows up in the next wait.
    child.on('error', () => {});
    this.#children.push(child);
    return child;
  }

  /** Waits up to 15 s until a name has an owner on the session bus. */
  async waitForName(name: string): Promise<void> {
    const { code } = await run('gdbus', ['wait', '--session', '--timeout', '15', name], { env: this.env });
    if (code !== 0) {
      throw new StopError(`The test desktop did not come up: no service took the name ${name} on its bus.`);
    }
  }

  async stop(folders: DesktopFolders): Promise<void> {
    // In reverse order: leftovers of the command, the daemons, then the bus and the display.
    const marked = { name: mark, value: this.env[mark] ?? '' };
    const parts = this.#children.splice(0).reverse();
    await endMarked(marked, new Set(parts.map((child) => child.pid)));
    for (const child of parts) {
      await endProcess(child);
    }
    await endMarked(marked, new Set());
    await rm(folders.base, { recursive: true, force: true, maxRetries: 5 });
  }
}

function privateEnvironment(folders: DesktopFolders): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  for (const name of [
    'WAYLAND_DISPLAY',
    'SESSION_MANAGER',
    'LANGUAGE',
    'LC_ALL',
    'LC_MESSAGES',
    'LC_TIME',
    'DBUS_STARTER_ADDRESS',
  ]) {
    delete inherited[name];
  }
  return {
    ...inherited,
    [mark]: randomUUID(),
    XDG_CONFIG_HOME: folders.config,
    XDG_DATA_HOME: folders.data,
    XDG_CACHE_HOME: folders.cache,
    XDG_RUNTIME_DIR: folders.runtime,
    XDG_CURRENT_DESKTOP: 'XFCE',
    XDG_SESSION_TYPE: 'x11',
    NO_AT_BRIDGE: '1',
    GTK_THEME: 'Adwaita',
    LANG: 'C.UTF-8',
  };
}

async function startDisplay(parts: DesktopParts, folders: DesktopFolders): Promise<void> {
  const authority = join(folders.base, 'xauthority');
  const cookie = randomBytes(16).toString('hex');
  await writeFile(authority, '', { mode: 0o600 });
  parts.env['XAUTHORITY'] = authority;
  // The server accepts the cookie for any free display number; clients need it under that number.
  const addCookie = (display: string) =>
    run('xauth', ['-q', '-f', authority, 'add', display, '.', cookie], { env: parts.env });
  await addCookie(':0');
  const screen = ['-screen', '0', '1280x800x24', '-nolisten', 'tcp', '-auth', authority];
  const server = parts.start('Xvfb', ['-displayfd', '3', ...screen]);
  const display = `:${await firstLine(server, 'Xvfb')}`;
  await addCookie(display);
  parts.env['DISPLAY'] = display;
}

async function startBus(parts: DesktopParts, folders: DesktopFolders): Promise<void> {
  const config = `--config-file=${busConfigFile(folders)}`;
  const bus = parts.start('dbus-daemon', [config, '--nofork', '--print-address=3']);
  const address = await firstLine(bus, 'dbus-daemon');
  parts.env['DBUS_SESSION_BUS_ADDRESS'] = address;
  // There are no system services. A test can fake one, such as logind, on this bus.
  parts.env['DBUS_SYSTEM_BUS_ADDRESS'] = address;
}

async function startKeyring(parts: DesktopParts, state: 'unlocked' | 'locked' | 'none'): Promise<void> {
  if (state === 'none') {
    return;
  }
  const daemon = parts.start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets']);
  daemon.stdin?.on('error', () => {}).end(keyringPassword);
  await parts.waitForName('org.freedesktop.secrets');
  if (state === 'locked') {
    await lockKeyring(parts.env);
  }
}

/** The first line on the part's file descriptor 3, which says that it is ready. */
async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const channel = child.stdio[3];
  if (channel instanceof Readable) {
    for await (const line of createInterface({ input: channel })) {
      return line;
    }
  }
  throw new StopError(`The test desktop did not come up: ${name} ended at once.`);
}

/**
 * Locks the keyring of a test desktop, as a screen lock does.
 * @param env the desktop's environment
 */
export async function lockKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  const method = 'org.freedesktop.Secret.Service.Lock';
  const where = [
    '--session',
    '--dest',
    'org.freedesktop.secrets',
    '--object-path',
    '/org/freedesktop/secrets',
  ];
  const { code, output } = await run('gdbus', ['call', ...where, '--method', method, `['${loginKeyring}']`], {
    env,
  });
  if (code !== 0) {
    throw new StopError(`The keyring of the test desktop could not be locked:\n${output}`);
  }
}

/** Runs `use` with `count` private desktops, whose variables it passes to `scripts/vitest/ownDesktop.ts`. */
export function withTestDesktops<T>(count: number, use: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  return startRest([], count, (desktops) =>
    use({ ...process.env, [desktopsVariable]: JSON.stringify(desktops.map(ownVariables)) }),
  );
}

function startRest<T>(
  started: readonly NodeJS.ProcessEnv[],
  count: number,
  use: (desktops: readonly NodeJS.ProcessEnv[]) => Promise<T>,
): Promise<T> {
  if (started.length === count) return use(started);
  return withTestDesktop({}, (env) => startRest([...started, env], count, use));
}

function ownVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      keyring: { type: 'string', default: 'unlocked' },
      notifications: { type: 'boolean', default: true },
      tray: { type: 'boolean', default: true },
    },
    allowNegative: true,
    allowPositionals: true,
  });
  const [command, ...args] = positionals;
  const { keyring, notifications, tray } = values;
  if (command === undefined || (keyring !== 'unlocked' && keyring !== 'locked' && keyring !== 'none')) {
    throw new StopError(
      'node scripts/testDesktop.ts [--keyring unlocked|locked|none] [--no-notifications] [--no-tray] -- command [arguments]',
    );
  }
  await setUp(['testDesktop'], null);
  return withTestDesktop({ keyring, notifications, tray }, (env) =>
    runVisibly(command, args, { cwd: process.cwd(), env }),
  );
}

if (import.meta.main) {
  await runCommand(main);
}
