import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { enterRoot } from '#scripts/lib/enterRoot.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { StopError } from '#scripts/lib/terminal.ts';

/** The person whose desktop it is. */
const user = { id: 1000, name: 'person', home: '/home/person' };

/** The first process of the session: it waits for whatever ends there and has lost its parent, as an init does. */
const init = 'sleep infinity & wait';

/**
 * Opens `/dev/fuse` to the person, as udev does, in this system only: by the document portal, which is such a file system,
 * programs on Wayland give files to each other.
 */
const openFuse = 'mknod --mode=666 /tmp/.fuse c 10 229 && mount --bind /tmp/.fuse /dev/fuse';

/** Folders of a session that this computer and the system have at the same path. */
export type SessionFolders = {
  readonly base: string;
  readonly config: string;
  readonly data: string;
  readonly cache: string;
  /** `XDG_RUNTIME_DIR`. */
  readonly runtime: string;
};

/**
 * A copy of the Debian with desktops, with processes of its own, for one session. Nothing of it reaches the root that it
 * was copied from, and whatever runs in it ends with it.
 */
export class SessionSystem {
  readonly folders: SessionFolders;
  readonly #holder: ChildProcess;
  readonly #first: number;
  /** What every program of the session has; parts of the desktop add to it. */
  readonly env: Record<string, string>;

  private constructor(folders: SessionFolders, holder: ChildProcess, first: number) {
    this.folders = folders;
    this.#holder = holder;
    this.#first = first;
    this.env = {
      HOME: user.home,
      USER: user.name,
      LOGNAME: user.name,
      SHELL: '/bin/sh',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      LANGUAGE: 'en',
      XDG_RUNTIME_DIR: folders.runtime,
      XDG_CONFIG_HOME: folders.config,
      XDG_DATA_HOME: folders.data,
      XDG_CACHE_HOME: folders.cache,
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      GALLIUM_DRIVER: 'llvmpipe',
    };
  }

  /** Makes a copy of the Debian in this folder, with a person. By root only. */
  static async start(root: string): Promise<SessionSystem> {
    const base = await mkdtemp(join(tmpdir(), 'notafter-real-'));
    const at = (name: string) => join(base, name);
    const folders = {
      base,
      config: at('config'),
      data: at('data'),
      cache: at('cache'),
      runtime: at('run'),
    };
    for (const folder of [base, ...Object.values(folders)]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chown(folder, user.id, user.id);
    }
    const layers = { upper: at('.upper'), work: at('.work'), merged: at('.system') };
    for (const folder of Object.values(layers)) await mkdir(folder);
    const overlay = `lowerdir=${root},upperdir=${layers.upper},workdir=${layers.work}`;
    // The person's folders appear in the system at the same path.
    const inside = join(layers.merged, base);
    const script = [
      'mount --make-rprivate /',
      `mount -t overlay overlay -o '${overlay}' '${layers.merged}'`,
      `mkdir -p '${inside}' && chmod 1777 '${layers.merged}/tmp'`,
      'exec "$@"',
    ].join(' && ');
    const enter = enterRoot(layers.merged, { [base]: base.slice(1) });
    // What is killed with this process is the first one of the name space, and so all of it.
    const outer = ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child=KILL'];
    const holder = spawn('setpriv', [...outer, 'sh', '-c', script, 'sh', ...enter, 'sh', '-c', init], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    holder.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    holder.on('error', () => undefined);
    const first = await firstInside(holder);
    if (first === null) throw new StopError(`The system of the session did not start:\n${errors}`);
    const system = new SessionSystem(folders, holder, first);
    try {
      await system.runAsRoot('useradd', '--create-home', '--uid', String(user.id), user.name);
      await system.runAsRoot('mkdir', '-p', '--mode=1777', '/tmp/.X11-unix', '/tmp/.ICE-unix');
      await system.runAsRoot('sh', '-c', openFuse);
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  /** The program and arguments that start a program in the session. */
  launcher(extra: Readonly<Record<string, string>> = {}): readonly string[] {
    const variables = Object.entries({ ...this.env, ...extra }).map(([name, value]) => `${name}=${value}`);
    const asPerson = ['setpriv', `--reuid=${user.id}`, `--regid=${user.id}`, '--clear-groups'];
    return [...this.#enter(), ...asPerson, '--pdeathsig=KILL', '/usr/bin/env', '-i', ...variables];
  }

  /** Runs a program of the session to its end. Throws with its output if it fails. Returns its output. */
  run(program: string, ...args: readonly string[]): Promise<string> {
    const [command = '', ...words] = this.launcher();
    return runOrThrow(command, [...words, program, ...args]);
  }

  /** Starts a program of the session, which runs until the session ends. */
  start(
    words: readonly string[],
    extra: Readonly<Record<string, string>> = {},
    stdio: SpawnOptions['stdio'] = 'ignore',
  ): ChildProcess {
    const [command = '', ...all] = [...this.launcher(extra), ...words];
    const child = spawn(command, all, { stdio: stdio ?? 'ignore' });
    // A failed start shows up in the next wait.
    child.on('error', () => undefined);
    return child;
  }

  /** Runs a program as root in the system. Throws with its output if it fails. Returns its output. */
  runAsRoot(program: string, ...args: readonly string[]): Promise<string> {
    const env = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
    };
    const [command = '', ...words] = [...this.#enter(), program, ...args];
    return runOrThrow(command, words, { env });
  }

  /** Installs a package whose dependencies are there. @param deb its path on this computer */
  async install(deb: string): Promise<void> {
    const file = join(this.folders.base, 'package.deb');
    await copyFile(deb, file);
    await this.runAsRoot('dpkg', '--install', file);
  }

  /** Writes a file of the person. @param path below the person's folder for configuration */
  async configure(path: string, text: string): Promise<void> {
    const file = join(this.folders.config, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await this.runAsRoot('chown', '--recursive', user.name, this.folders.config);
  }

  /** Makes a folder of the person, which this computer has at the same path. @returns its path */
  async folder(name: string): Promise<string> {
    const folder = join(this.folders.base, name);
    await mkdir(folder);
    await chown(folder, user.id, user.id);
    return folder;
  }

  /** Ends everything, and removes the copy. */
  async stop(): Promise<void> {
    // The first process of the name space ends all of it. Its parent ignores requests to end.
    const ended = this.#holder.exitCode === null ? once(this.#holder, 'exit') : null;
    process.kill(this.#first, 'SIGKILL');
    await ended;
    // The last mount of the name space ends a moment after its last process.
    await rm(this.folders.base, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }

  #enter(): readonly string[] {
    return ['nsenter', '--target', String(this.#first), '--mount', '--pid', '--root', '--wd', '--'];
  }
}

/** The process of this computer that is the first one in the holder's name space, once it is in the system; `null`: it ended. */
async function firstInside(holder: ChildProcess): Promise<number | null> {
  for (let attempt = 0; attempt < 200 && holder.exitCode === null; attempt += 1) {
    const list = `/proc/${holder.pid}/task/${holder.pid}/children`;
    const [child = ''] = (await readFile(list, 'utf8').catch(() => '')).trim().split(' ');
    const command = child === '' ? '' : await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command === `sh\0-c\0${init}\0`) return Number(child);
    await wait(50);
  }
  return null;
}
