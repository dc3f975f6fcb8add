import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './lib/processes.ts';
import { StopError, say } from './lib/terminal.ts';
import { startedServer, webServers } from './vitest/presetServers.ts';

/**
 * What a command needs of the operating system. `electron`: libraries of Electron; `unit`: these and the programs of the
 * unit tests; `testDesktop`: the private desktop; `packaging`: the archiver; `packageCheckers`: what makes and checks deb
 * and rpm; `serverPackages`: what makes those of the program without Electron;
 * `bareSystems`: what makes a bare Debian to install in; `containers`: what builds and runs a container; `repository`: what makes a repository
 * for apt and dnf, with a key made for that; `packageManagers`: what installs from it; `otherProcessor`: what compiles for arm64 and runs it, and
 * what makes and reads the file system of an AppImage; `readers`: programs that read what the app writes;
 * `servers`: servers that the app probes; `senders`: programs that deliver to the app; `metrics`: programs that read its
 * metrics; `plugins`: engines that run its check; `receivers`: programs that take its events and exported files; `browser`: a newer Chromium, where the system has its package;
 * `terminal`: shells that complete its command, readers of its manual
 * page, and systemd for its units with the bus and polkit for its rule; `commandClient`: the compiler of the native client; `bench`: the desktop and the programs that figures are compared with;
 * `peers`: what people would use instead.
 */
export type SystemNeed =
  | 'electron'
  | 'unit'
  | 'testDesktop'
  | 'packaging'
  | 'packageCheckers'
  | 'serverPackages'
  | 'bareSystems'
  | 'containers'
  | 'repository'
  | 'packageManagers'
  | 'otherProcessor'
  | 'bench'
  | 'readers'
  | 'servers'
  | 'senders'
  | 'metrics'
  | 'plugins'
  | 'receivers'
  | 'browser'
  | 'terminal'
  | 'commandClient';

/**
 * Debian packages and the programs that are used from them. Alternatives are separated by `|`, the newer release first.
 */
type SystemParts = { readonly packages: readonly string[]; readonly programs: readonly string[] };

const electron: SystemParts = {
  packages: [
    ...['libnss3', 'libgbm1', 'libdrm2', 'libxss1', 'libnotify4', 'libsecret-1-0'],
    ...['libgtk-3-0t64|libgtk-3-0', 'libasound2t64|libasound2', 'libatk-bridge2.0-0t64|libatk-bridge2.0-0'],
  ],
  programs: [],
};

/** GLib reads the app's autostart entries, Python its ZIP files, and git answers what it ignores. */
const unit: SystemParts = {
  packages: [...electron.packages, 'libglib2.0-bin', 'python3', 'git'],
  programs: ['gio', 'python3', 'git'],
};

const desktop: SystemParts = {
  packages: [
    ...electron.packages,
    ...[
      'xvfb',
      'xauth',
      'x11-xkb-utils',
      'openbox',
      'wmctrl',
      'xdotool',
      'x11-utils',
      'imagemagick',
      'dunst',
      'xfce4-panel',
    ],
    ...['dbus', 'dbus-x11', 'libglib2.0-bin', 'gnome-keyring', 'libsecret-tools', 'procps', 'mount'],
    ...[
      'faketime',
      'python3-dbusmock',
      'fonts-inter',
      'fonts-wqy-microhei',
      'curl',
      'openssl',
      'libnss3-tools',
    ],
    // Provides `7za`, the archiver of electron-builder, which would download another one.
    'p7zip-full',
  ],
  programs: [
    ...[
      'Xvfb',
      'xauth',
      'setxkbmap',
      'openbox',
      'wmctrl',
      'xdotool',
      'xprop',
      'import',
      'convert',
      'dunst',
      'xfce4-panel',
    ],
    ...['dbus-daemon', 'dbus-monitor', 'gdbus', 'gnome-keyring-daemon', 'secret-tool', 'pgrep', 'setpriv'],
    ...['mount', 'umount', 'unshare', 'faketime', 'python3', 'curl', 'openssl', 'certutil', '7za'],
  ],
};

/** The servers of presets. */
const presetServers = webServers.flatMap((server) => {
  const { debianPackage, program } = startedServer(server);
  return debianPackage === undefined ? [] : [{ debianPackage, program }];
});

const needs: Readonly<Record<SystemNeed, SystemParts>> = {
  electron,
  unit,
  testDesktop: desktop,
  packaging: { packages: ['p7zip-full', 'tar', 'gzip'], programs: ['7za', 'tar', 'gzip'] },
  packageCheckers: {
    packages: ['dpkg', 'rpm', 'lintian', 'desktop-file-utils', 'appstream', 'binutils'],
    programs: [
      ...['dpkg', 'dpkg-deb', 'rpmbuild', 'rpm', 'lintian', 'desktop-file-validate', 'appstreamcli'],
      ...['readelf', 'ar'],
    ],
  },
  serverPackages: {
    packages: ['dpkg', 'tar', 'gzip', 'binutils-x86-64-linux-gnu', 'binutils-aarch64-linux-gnu'],
    programs: ['dpkg-deb', 'tar', 'gzip', 'x86_64-linux-gnu-strip', 'aarch64-linux-gnu-strip'],
  },
  bareSystems: { packages: ['mmdebstrap'], programs: ['mmdebstrap'] },
  // Some 90 MB.
  containers: { packages: ['podman', 'runc', 'catatonit'], programs: ['podman', 'runc'] },
  repository: {
    packages: ['dpkg-dev', 'createrepo-c', 'gpg', 'gpg-agent', 'gpgconf', 'gpgv', 'tar', 'gzip'],
    programs: ['dpkg-scanpackages', 'createrepo_c', 'gpg', 'gpgconf', 'gpgv', 'tar', 'gzip'],
  },
  // Some 130 MB, most of it the compiler.
  otherProcessor: {
    packages: [
      ...['gcc-aarch64-linux-gnu', 'libc6-dev-arm64-cross', 'libstdc++6-arm64-cross', 'qemu-user-static'],
      'squashfs-tools',
    ],
    programs: ['aarch64-linux-gnu-gcc', 'qemu-aarch64-static', 'mksquashfs', 'unsquashfs'],
  },
  // Some 30 MB, most of it Python.
  packageManagers: { packages: ['dnf'], programs: ['dnf'] },
  bench: { packages: [...desktop.packages, 'gh'], programs: [...desktop.programs, 'gh'] },
  // Java's `keytool` without a compiler; each release has another version.
  readers: {
    packages: [
      ...['openssl', 'openjdk-25-jre-headless|openjdk-21-jre-headless|openjdk-17-jre-headless'],
      ...['libnss3-tools', ...presetServers.map(({ debianPackage }) => debianPackage)],
    ],
    programs: ['openssl', 'keytool', 'pk12util', ...presetServers.map(({ program }) => program)],
  },
  // Each uses another STARTTLS protocol. The tests start them with their own settings, folders and ports.
  servers: {
    packages: ['openssl', 'postfix', 'dovecot-imapd', 'dovecot-pop3d', 'postgresql'],
    programs: ['openssl', 'postfix', 'dovecot'],
  },
  // Some 60 MB. Go and a Java compiler would be ten times that, so the tests use recorded requests of these.
  senders: {
    packages: ['php-cli', 'php-curl', 'python3', 'python3-requests', 'curl', 'nginx', 'caddy', 'haproxy'],
    programs: ['php', 'python3', 'curl', 'nginx', 'caddy', 'haproxy'],
  },
  // Some 200 MB. The tests start them with their own settings, folders and ports.
  metrics: {
    packages: ['prometheus', 'prometheus-node-exporter', 'prometheus-alertmanager'],
    programs: ['promtool', 'amtool', 'prometheus', 'prometheus-node-exporter', 'prometheus-alertmanager'],
  },
  // Some 40 MB: the engines without their web pages, and `negate`, which reads the state of another plugin.
  plugins: {
    packages: ['nagios4-core', 'monitoring-plugins-basic', 'icinga2-bin'],
    programs: ['nagios4', 'icinga2'],
  },
  // Some 80 MB, most of it Python and Ansible.
  receivers: {
    packages: [
      ...['python3', 'jq', 'curl', 'apprise', 'webhook', 'msmtp'],
      ...['ansible-core', 'rsync', 'openssh-client', 'openssh-server'],
    ],
    programs: [
      ...['python3', 'jq', 'curl', 'apprise', 'webhook', 'msmtp'],
      ...['ansible-playbook', 'rsync', 'ssh', 'ssh-keygen', 'sshd'],
    ],
  },
  // Some 400 MB. Without it, its tests are skipped.
  browser: { packages: ['chromium'], programs: [] },
  terminal: {
    packages: ['bash', 'zsh', 'fish', 'man-db', 'mandoc', 'systemd', 'dbus', 'polkitd'],
    programs: ['bash', 'zsh', 'fish', 'man', 'mandoc', 'systemd-analyze', 'dbus-daemon'],
  },
  commandClient: { packages: ['musl-tools'], programs: ['musl-gcc'] },
};

/** All programs of all needs. */
export const neededPrograms: ReadonlySet<string> = new Set(
  Object.values(needs).flatMap(({ programs }) => programs),
);

/** With this file packages start no services: invoke-rc.d(8). */
const servicePolicy = '/usr/sbin/policy-rc.d';

const servicesHint =
  'Some of them start as services. The tests do not need that: systemctl disable --now stops each.';

/**
 * The packages that are not installed.
 * @param packages Debian names, alternatives separated by `|`
 * @param report output of `dpkg-query -W -f '${Package} ${db:Status-Status}\n'` about them
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

/** The needs whose packages have servers that start with the system. */
const withServices: readonly SystemNeed[] = [
  'readers',
  'servers',
  'senders',
  'metrics',
  'plugins',
  'receivers',
];

/**
 * Makes sure that the system has what a command needs: installs the packages on Debian if we are root.
 * @throws StopError with the command to run, or on other systems with the missing programs: of all needs at once
 */
export async function ensureSystemPackages(needed: readonly SystemNeed[]): Promise<void> {
  if (process.platform !== 'linux') {
    return;
  }
  if (existsSync('/usr/bin/dpkg-query')) {
    await ensureDebianPackages(needed);
  }
  const missingOf = (need: SystemNeed) => missingPrograms(needs[need].programs, process.env['PATH'] ?? '');
  const missing = [...new Set(needed.flatMap(missingOf))];
  if (missing.length > 0) {
    const packages = packagesOf(needed.filter((need) => missingOf(need).length > 0));
    const names = packages.map((entry) => entry.split('|').at(-1)).join(' ');
    throw new StopError(
      `These programs are missing: ${missing.join(', ')}.\n` +
        `Please install them, then run the command again. The Debian packages that have them: ${names}`,
    );
  }
}

/**
 * The programs that are neither in a folder of the path nor in the `sbin` folders.
 * @param path the value of `PATH`
 */
export function missingPrograms(programs: readonly string[], path: string): readonly string[] {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
}

/** The packages of several needs, each once. */
function packagesOf(needed: readonly SystemNeed[]): readonly string[] {
  return [...new Set(needed.flatMap((need) => needs[need].packages))];
}

/** The needs that a derivative of Debian may have no package for. */
const optional: readonly SystemNeed[] = ['browser'];

/** Leaves out what this release has no package for, if tests can do without it. */
async function available(needed: readonly SystemNeed[]): Promise<readonly SystemNeed[]> {
  const checked = await Promise.all(
    needed.map(async (need) => {
      const known = optional.includes(need) ? await Promise.all(needs[need].packages.map(isKnown)) : [];
      return known.includes(false) ? [] : [need];
    }),
  );
  return checked.flat();
}

async function ensureDebianPackages(asked: readonly SystemNeed[]): Promise<void> {
  const needed = await available(asked);
  const missing = await findMissing(packagesOf(needed));
  if (missing.length === 0) {
    return;
  }
  if (process.getuid?.() !== 0) {
    const names = (await chooseAlternatives(missing)).join(' ');
    const services = needed.some((need) => withServices.includes(need)) ? `\n${servicesHint}\n` : '';
    throw new StopError(
      `System packages are missing. Please run this line, then the command again:\n\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n${services}`,
    );
  }
  await install(missing);
}

async function findMissing(packages: readonly string[]): Promise<readonly string[]> {
  const names = packages.flatMap((entry) => entry.split('|'));
  const format = '$' + '{Package} $' + '{db:Status-Status}\\n';
  return missingPackages(packages, (await run('dpkg-query', ['-W', '-f', format, ...names])).output);
}

async function install(missing: readonly string[]): Promise<void> {
  say(`Installing ${missing.length} system packages (apt-get) ...`);
  const hasLists = readdirSync('/var/lib/apt/lists').some((name) => name.endsWith('_Packages'));
  if (hasLists && (await aptInstall(missing)).code === 0) {
    return;
  }
  const update = await aptGet(['update']);
  const result = await aptInstall(missing);
  const left = await findMissing(missing);
  if (result.code !== 0 || left.length > 0) {
    say(update.output + result.output);
    throw new StopError(
      `The system packages could not be installed (see the output of apt-get above). Still missing: ${left.join(' ')}`,
    );
  }
}

/** Installs without starting services: the tests start their own servers. */
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

/** For each entry the first name that this release has as a package; the last one if none is known. */
async function chooseAlternatives(entries: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const names = entry.split('|');
      for (const name of names.slice(0, -1)) {
        if (await isKnown(name)) return name;
      }
      return names.at(-1) ?? entry;
    }),
  );
}

/** Whether this release has a package of this name. */
async function isKnown(name: string): Promise<boolean> {
  const { code, output } = await run('apt-cache', ['show', '--no-all-versions', name]);
  return code === 0 && output.includes(`Package: ${name}\n`);
}
