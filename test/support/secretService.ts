import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { withSessionBus } from '#main/platform/sessionBus.ts';
import { systemScheduler } from '#main/platform/time.ts';

const keyringPassword = 'pw';
const collection = '/org/freedesktop/secrets/collection/login';
const startLimitMs = 10_000;

/** A private session bus of a test, with or without a keyring. It does not affect the user's session. */
export interface PrivateSession {
  /** The environment in which programs find this bus and keyring; without a display. */
  readonly env: NodeJS.ProcessEnv;
  /** Locks the keyring, as a screen lock does. */
  lock(): Promise<void>;
  /** Unlocks it again without a prompt. */
  unlock(): Promise<void>;
  /** Stops the keyring and keeps the bus. */
  endKeyring(): Promise<void>;
  /** Ends the keyring and starts it again, unlocked. @param isReplaced whether the new one has no entry of the former */
  restartKeyring(isReplaced?: boolean): Promise<void>;
  /** Lets the bus start a program of Node by a name that the program takes. @param script its path */
  addService(name: string, script: string): Promise<void>;
  /** Stops everything and removes its folders. Idempotent. */
  stop(): Promise<void>;
}

/** The state of the session's keyring; `empty`: running, without a collection. */
export type KeyringKind = 'unlocked' | 'locked' | 'empty' | 'none';

/**
 * Starts a private bus that starts nothing by itself, and gnome-keyring on it (Linux, without a display).
 * Rejects when a part does not come up within ten seconds.
 */
export async function startPrivateSession(keyring: KeyringKind): Promise<PrivateSession> {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-session-'));
  const env = await privateEnvironment(folder);
  const processes: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of processes.splice(0).reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const bus = await startBus(folder, env);
    processes.push(bus.process);
    env.DBUS_SESSION_BUS_ADDRESS = bus.address;
    let daemon: ChildProcess | null = null;
    const run = async () => {
      daemon = startKeyring(env, keyring !== 'empty');
      processes.push(daemon);
      await waitForOwner(env);
    };
    const endKeyring = async () => {
      if (daemon !== null) await end(daemon);
    };
    if (keyring !== 'none') await run();
    const session: PrivateSession = {
      env,
      lock: () => callService(env, 'Lock'),
      unlock: () => unlockKeyring(env),
      endKeyring,
      async restartKeyring(isReplaced = false) {
        await endKeyring();
        if (isReplaced) await rm(join(env['XDG_DATA_HOME'] ?? folder, 'keyrings'), { recursive: true });
        await run();
      },
      async addService(name, script) {
        const text = `[D-BUS Service]\nName=${name}\nExec=/usr/bin/env ELECTRON_RUN_AS_NODE=1 ${process.execPath} ${script}\n`;
        await writeFile(join(servicesIn(folder), `${name}.service`), text);
        const bus = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
        const method = ['--method', 'org.freedesktop.DBus.ReloadConfig'];
        await promisify(execFile)('gdbus', ['call', '--session', ...bus, ...method], { env });
      },
      stop,
    };
    if (keyring === 'locked') await session.lock();
    return session;
  } catch (error) {
    await stop();
    throw error;
  }
}

const servicesIn = (folder: string) => join(folder, 'services');

async function privateEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const { DISPLAY, WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS, ...env } = process.env;
  const own: NodeJS.ProcessEnv = { ...env, HOME: folder };
  for (const name of ['XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) {
    const path = join(folder, name);
    await mkdir(path);
    await chmod(path, 0o700);
    own[name] = path;
  }
  return own;
}

async function startBus(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly process: ChildProcess; readonly address: string }> {
  const config = join(folder, 'bus.conf');
  await mkdir(servicesIn(folder));
  await writeFile(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <servicedir>${servicesIn(folder)}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`,
  );
  const child = spawn('dbus-daemon', [`--config-file=${config}`, '--print-address=1', '--nofork'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const [address] = await once(lines, 'line', { signal: AbortSignal.timeout(startLimitMs) });
  return { process: child, address: String(address) };
}

function startKeyring(env: NodeJS.ProcessEnv, withPassword: boolean): ChildProcess {
  const args = ['--foreground', '--components=secrets', ...(withPassword ? ['--unlock'] : [])];
  const child = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.end(withPassword ? keyringPassword : '');
  return child;
}

/**
 * Unlocks gnome-keyring without a prompt through its own interface for tests and the login.
 * @param env the environment in which programs find its bus
 */
export async function unlockKeyring(env: NodeJS.ProcessEnv): Promise<void> {
  const address = env.DBUS_SESSION_BUS_ADDRESS ?? '';
  await withSessionBus(address, systemScheduler, async (session) => {
    const service = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
    const [, plainSession] = await session.call(
      {
        ...service,
        interface: 'org.freedesktop.Secret.Service',
        member: 'OpenSession',
        signature: 'sv',
        body: ['plain', session.variant('s', '')],
      },
      startLimitMs,
    );
    const secret = [plainSession, [], [...Buffer.from(keyringPassword)], 'text/plain'];
    await session.call(
      {
        ...service,
        interface: 'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface',
        member: 'UnlockWithMasterPassword',
        signature: 'o(oayays)',
        body: [collection, secret],
      },
      startLimitMs,
    );
  });
}

async function waitForOwner(env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)('gdbus', ['wait', '--session', '--timeout=10', 'org.freedesktop.secrets'], {
    env,
  });
}

async function callService(env: NodeJS.ProcessEnv, method: string): Promise<void> {
  const service = ['--dest', 'org.freedesktop.secrets', '--object-path', '/org/freedesktop/secrets'];
  const call = ['--method', `org.freedesktop.Secret.Service.${method}`, `['${collection}']`];
  await promisify(execFile)('gdbus', ['call', '--session', ...service, ...call], { env });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
