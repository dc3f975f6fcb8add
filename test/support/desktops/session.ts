import type { ChildProcess } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { StopError } from '#scripts/lib/terminal.ts';
import { screenSize } from './screenArea.ts';
import { SessionSystem } from './sessionSystem.ts';

/** What a session starts. */
interface Desktop {
  /** What a login sets in the environment, for every program of the session. */
  readonly env: Readonly<Record<string, string>>;
  /** The file of the service for the bus that starts its daemon of notifications; the other desktops have theirs. */
  readonly notifications: string;
  /** Starts its parts, and resolves when it shows tray icons. */
  start(session: Session): Promise<void>;
}

/**
 * A session of a desktop without a real screen. Screen, pointer and keys are those of one X server: desktops for X11 run on
 * it, compositors for Wayland in a window that fills it. So every desktop is looked at and worked with in the same way.
 */
export class Session {
  readonly system: SessionSystem;
  /** The variable of the X server with the screen; a compositor hides it from its own programs. */
  readonly screen: { readonly DISPLAY: string };

  private constructor(system: SessionSystem, display: string) {
    this.system = system;
    this.screen = { DISPLAY: display };
  }

  /**
   * Starts a session with the app installed.
   * @param root the folder of `desktopRoot()`
   * @param deb the path of the app's package
   */
  static async start(root: string, desktop: Desktop, deb: string): Promise<Session> {
    const system = await SessionSystem.start(root);
    try {
      await system.install(deb);
      Object.assign(system.env, desktop.env);
      await keepNotifications(system, desktop.notifications);
      const { width, height } = screenSize;
      const size = ['-screen', '0', `${width}x${height}x24`];
      const server = ['Xvfb', '-displayfd', '3', ...size, '-nolisten', 'tcp', '-noreset'];
      const session = new Session(system, `:${await firstLine(withFourth(system, server), 'Xvfb')}`);
      await session.#startBuses();
      await session.#startKeyring();
      await desktop.start(session);
      // It is there before any program asks it, as after a login.
      await session.untilPortal();
      return session;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /** Starts a part of the desktop, whose output goes to a file of its name in the folder of the session. */
  part(words: readonly string[], extra: Readonly<Record<string, string>> = {}): ChildProcess {
    const [program = ''] = words;
    const log = join(this.system.folders.base, `${program.split('/').at(-1)}.log`);
    const intoLog = ['sh', '-c', 'exec "$@" >"$0" 2>&1', log];
    return this.system.start([...intoLog, ...words], extra);
  }

  /** Waits until the portal says whether the desktop is dark. By default whatever it is: the portal starts then. */
  async untilPortal(isDark?: boolean): Promise<void> {
    const object = ['org.freedesktop.portal.Desktop', '--object-path', '/org/freedesktop/portal/desktop'];
    const read = ['--method', 'org.freedesktop.portal.Settings.Read'];
    const setting = ['org.freedesktop.appearance', 'color-scheme'];
    const call = ['gdbus', 'call', '--session', '--dest', ...object, ...read, ...setting];
    // 1: dark. Desktops have two other numbers for light.
    const wanted = isDark === undefined ? 'uint32' : `uint32 ${isDark ? '1' : '[02]'}`;
    await this.untilSucceeds(['sh', '-c', '"$@" | grep -q "$0"', wanted, ...call]);
  }

  /** Sets the scheme that GTK's portal knows, which Chromium asks. */
  async setColorScheme(isDark: boolean): Promise<void> {
    const scheme = isDark ? 'prefer-dark' : 'default';
    await this.system.run('gsettings', 'set', 'org.gnome.desktop.interface', 'color-scheme', scheme);
  }

  /** Adds variables for every program of the session, also those that the bus starts. */
  async setEnvironment(more: Readonly<Record<string, string>>): Promise<void> {
    Object.assign(this.system.env, more);
    await this.system.run('dbus-update-activation-environment', '--all');
  }

  /** Waits until a name has an owner on the session bus. */
  async untilName(name: string): Promise<void> {
    await this.system.run('gdbus', 'wait', '--session', '--timeout', '180', name);
  }

  /** Waits until the runtime folder has a file of this name. @returns its path */
  async untilFile(name: RegExp): Promise<string> {
    const { runtime } = this.system.folders;
    for (let attempt = 0; attempt < 360; attempt += 1) {
      const found = (await readdir(runtime)).find((each) => name.test(each));
      if (found !== undefined) return join(runtime, found);
      await wait(500);
    }
    throw new StopError(`The desktop did not come up: ${runtime} has no ${name.source}`);
  }

  /** Waits until a program succeeds. */
  async untilSucceeds(words: readonly string[]): Promise<void> {
    const [program = '', ...args] = words;
    let last = '';
    for (let attempt = 0; attempt < 120; attempt += 1) {
      try {
        await this.system.run(program, ...args);
        return;
      } catch (error) {
        last = String(error);
      }
      await wait(500);
    }
    throw new StopError(`The desktop did not come up, ${words.join(' ')}:\n${last}`);
  }

  /** The session's bus, and one without services in the place of the system's. Tests connect as root. */
  async #startBuses(): Promise<void> {
    const { runtime, base } = this.system.folders;
    const services = '<include>/usr/share/dbus-1/session.conf</include>';
    for (const [name, more, variable] of [
      ['system-bus', '', 'DBUS_SYSTEM_BUS_ADDRESS'],
      ['bus', services, 'DBUS_SESSION_BUS_ADDRESS'],
    ] as const) {
      const [file, socket] = [join(base, `${name}.conf`), join(runtime, name)];
      await writeFile(file, busConfig(socket, more));
      const words = ['dbus-daemon', `--config-file=${file}`, '--nofork', '--print-address=3'];
      await firstLine(withFourth(this.system, words), 'dbus-daemon');
      this.system.env[variable] = `unix:path=${socket}`;
    }
  }

  async #startKeyring(): Promise<void> {
    const words = ['gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets'];
    const daemon = this.system.start(words, {}, ['pipe', 'ignore', 'ignore']);
    daemon.stdin?.on('error', () => undefined).end('pw');
    await this.untilName('org.freedesktop.secrets');
  }

  /** Ends everything. */
  stop(): Promise<void> {
    return this.system.stop();
  }
}

/** The bus would start the daemon of notifications of any of the desktops that are installed. */
async function keepNotifications(system: SessionSystem, kept: string): Promise<void> {
  const script = 'grep -lx Name=org.freedesktop.Notifications *.service | grep -vx "$0" | xargs rm';
  await system.runAsRoot('sh', '-c', `cd /usr/share/dbus-1/services && ${script}`, kept);
}

function withFourth(system: SessionSystem, words: readonly string[]): ChildProcess {
  return system.start(words, {}, ['ignore', 'ignore', 'ignore', 'pipe']);
}

/** The first line on the part's file descriptor 3, which says that it is ready. */
async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const channel = child.stdio[3];
  if (channel instanceof Readable) {
    for await (const line of createInterface({ input: channel })) return line;
  }
  throw new StopError(`The session did not come up: ${name} ended at once.`);
}

const busConfig = (
  socket: string,
  more: string,
) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  ${more}
  <policy context="mandatory">
    <allow user="root"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
