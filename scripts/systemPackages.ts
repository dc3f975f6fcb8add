import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './lib/processes.ts';
import { StopError, say } from './lib/terminal.ts';

/**
 * What of the operating system a command needs: Electron's own libraries; those, the private test desktop and what
 * packages the app for its tests; or the latter alone; or with the desktop what the figures are set against. `readers`
 * are the programs that have to read what the app writes, `servers` those that the app probes.
 */
export type SystemNeed = 'electron' | 'testDesktop' | 'packaging' | 'bench' | 'readers' | 'servers';

/** Debian names; alternatives, newer release first, are divided by `|`. */
const electronLibraries = [
  'libnss3',
  'libgbm1',
  'libdrm2',
  'libxss1',
  'libnotify4',
  'libsecret-1-0',
  'libgtk-3-0t64|libgtk-3-0',
  'libasound2t64|libasound2',
  'libatk-bridge2.0-0t64|libatk-bridge2.0-0',
];

const desktopPrograms = [
  ...['xvfb', 'xauth', 'openbox', 'wmctrl', 'xdotool', 'imagemagick', 'dunst', 'xfce4-panel'],
  ...['dbus', 'dbus-x11', 'libglib2.0-bin', 'gnome-keyring', 'libsecret-tools'],
  ...['faketime', 'python3-dbusmock', 'fonts-inter', 'fonts-wqy-microhei', 'curl', 'openssl'],
];

/** electron-builder's archiver, `7za`: it would download its own. */
const packagingPrograms = ['p7zip-full'];

/**
 * Java's `keytool`, without its compiler and windows: each Debian release has another version. The web servers without
 * their modules; of Apache the program alone, which starts no service.
 */
const readers = [
  ...['openssl', 'openjdk-25-jre-headless|openjdk-21-jre-headless|openjdk-17-jre-headless'],
  ...['nginx', 'apache2-bin', 'haproxy'],
];

/** Each begins TLS in a way of its own; the tests start them with settings, folders and ports of their own. */
const servers = ['openssl', 'postfix', 'dovecot-imapd', 'dovecot-pop3d', 'postgresql'];

/** Debian's way to say that a package may start no service: invoke-rc.d(8). */
const servicePolicy = '/usr/sbin/policy-rc.d';

const servicesHint =
  'Some of them start as services. The tests do not need that: systemctl disable --now stops each.';

const needed: Readonly<Record<SystemNeed, readonly string[]>> = {
  electron: electronLibraries,
  testDesktop: [...electronLibraries, ...desktopPrograms, ...packagingPrograms],
  packaging: packagingPrograms,
  bench: [...electronLibraries, ...desktopPrograms, 'webhook', 'zip'],
  readers,
  servers,
};

/**
 * Which needs are not met.
 * @param packages Debian names, alternatives divided by `|`
 * @param report what `dpkg-query -W -f '${Package} ${db:Status-Status}\n'` wrote about them
 */
export function missingPackages(packages: readonly string[], report: string): readonly string[] {
  const installed = new Set(
    report
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return packages.filter((entry) => !entry.split('|').some((name) => installed.has(name)));
}

/**
 * Makes sure that the system packages for a command are there: installs them where we are root, else throws
 * `StopError` with the one line to run. Where the system is not a Debian one it says what is needed and goes on.
 */
export async function ensureSystemPackages(need: SystemNeed): Promise<void> {
  if (process.platform !== 'linux') {
    return;
  }
  if (!existsSync('/usr/bin/dpkg-query')) {
    const names = needed[need].map((entry) => entry.split('|').at(-1)).join(' ');
    say(`This is not a Debian system. What is needed goes by these names there: ${names}`);
    return;
  }
  const missing = await findMissing(need);
  if (missing.length === 0) {
    return;
  }
  if (process.getuid?.() !== 0) {
    const names = (await chooseAlternatives(missing)).join(' ');
    const services = need === 'readers' || need === 'servers' ? `\n${servicesHint}\n` : '';
    throw new StopError(
      `System packages are missing. Please run this line, then the command again:\n\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n${services}`,
    );
  }
  await install(need, missing);
}

async function findMissing(need: SystemNeed): Promise<readonly string[]> {
  const names = needed[need].flatMap((entry) => entry.split('|'));
  const format = '$' + '{Package} $' + '{db:Status-Status}\\n';
  return missingPackages(needed[need], (await run('dpkg-query', ['-W', '-f', format, ...names])).output);
}

async function install(need: SystemNeed, missing: readonly string[]): Promise<void> {
  say(`Installing ${missing.length} system packages (apt-get) ...`);
  const hasLists = readdirSync('/var/lib/apt/lists').some((name) => name.endsWith('_Packages'));
  if (hasLists && (await aptInstall(missing)).code === 0) {
    return;
  }
  const update = await aptGet(['update']);
  const result = await aptInstall(missing);
  const left = await findMissing(need);
  if (result.code !== 0 || left.length > 0) {
    say(update.output + result.output);
    throw new StopError(
      `The system packages could not be installed (apt-get's words are above). Still missing: ${left.join(' ')}`,
    );
  }
}

/** The tests start servers of their own: none is to run on the person's computer because of them. */
async function aptInstall(missing: readonly string[]) {
  const names = await chooseAlternatives(missing);
  const isOurs = !existsSync(servicePolicy);
  if (isOurs) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await aptGet(['install', '-y', '--no-install-recommends', ...names]);
  } finally {
    if (isOurs) rmSync(servicePolicy, { force: true });
  }
}

function aptGet(args: readonly string[]) {
  return run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  });
}

/** Of each entry the first name that this release has as a package of its own; the last one where none is known. */
async function chooseAlternatives(entries: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const names = entry.split('|');
      for (const name of names.slice(0, -1)) {
        const { code, output } = await run('apt-cache', ['show', '--no-all-versions', name]);
        if (code === 0 && output.includes(`Package: ${name}\n`)) {
          return name;
        }
      }
      return names.at(-1) ?? entry;
    }),
  );
}
