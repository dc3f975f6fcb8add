import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { type RunResult, run, runOrThrow } from '#scripts/lib/processes.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';
import { hasUserManager, systemd } from './userManager.ts';

/** A machine of its own on this kernel and network: systemd is its first process. */
export interface SystemManager {
  /** Where the machine's own folders are. */
  readonly root: string;
  /** Runs a program in it. */
  run(...words: readonly string[]): Promise<RunResult>;
  /** Cuts the power, and starts it again. Its own folders stay. */
  reboot(): Promise<void>;
}

/** Folders that are the machine's own. The others are of this computer, or empty. */
const ownFolders = ['etc', 'opt', 'srv', 'var/lib', 'var/log'];

/** Where the machine has Node and the program without Electron. */
export const machineProgram = ['/opt/node', '/opt/server/notafter-server.js'] as const;

/** What units wait for, with what is in it. The units of this computer do not run. */
const targets = {
  sysinit: '',
  basic: '',
  shutdown: '',
  'network-online': '',
  'multi-user': 'Requires=basic.target\nAfter=basic.target\n',
};

/** The units of the package, and the file of their user. What is changed and enabled there is in `/etc/systemd/system`. */
const packageUnits = join(projectFolder, 'assets', 'package', 'linux', 'systemd', 'system');

const groups = '$(findmnt -nrt cgroup2 -o TARGET | head -n 1)';

const enter = `
  group=${groups}/$GROUP && mkdir -p $group && echo $$ > $group/cgroup.procs || exit 99
  exec unshare -C -m --propagation private -p -f -i -u --kill-child "$@"`;

/**
 * The first process: it mounts what is the machine's own, makes the user of the service, and becomes systemd, whose
 * processes mount credentials for each other.
 */
const boot = `
  set -e
  mount --make-rshared /
  for folder in ${ownFolders.join(' ')}; do mount --bind "$1/$folder" /$folder; done
  mount --bind "$2" ${machineProgram[0]}
  mount -t proc proc /proc
  mount -t tmpfs -o mode=755 none /run
  umount -R /sys/fs/cgroup || true
  mount -t cgroup2 none /sys/fs/cgroup
  systemd-sysusers /etc/units/notafter.sysusers.conf
  chgrp notafter /etc/notafter
  exec env -i PATH=/usr/sbin:/usr/bin container=test SYSTEMD_UNIT_PATH=/etc/systemd/system:/etc/units "$0" --system --unit=multi-user.target --log-target=null --show-status=no`;

/** Leaves no control group behind. Its processes may end a moment after the first one. */
const leave = `
  group=${groups}/$GROUP
  while [ -d $group ]; do find $group -depth -type d -exec rmdir {} + 2> /dev/null || sleep 0.1; done`;

/** What ends the machines of a test file. */
const running = new Set<() => Promise<void>>();

atEndOfFiles(async () => {
  for (const end of running) await end();
  running.clear();
});

/**
 * Starts a machine with the units of the package. It ends with its test file.
 * @param files by absolute paths below its own folders, each with its text
 */
export async function startSystemManager(files: Readonly<Record<string, string>>): Promise<SystemManager> {
  const root = await temporaryFolder();
  await fillFolders(root, files);
  let machine = startMachine(root);
  running.add(() => machine.end());
  await machine.booted();
  return {
    root,
    run: (...words) => machine.run(...words),
    reboot: async () => {
      await machine.end();
      machine = startMachine(root);
      await machine.booted();
    },
  };
}

async function fillFolders(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const folder of ownFolders) await mkdir(join(root, folder), { recursive: true, mode: 0o755 });
  await runOrThrow('cp', ['-a', '/etc/.', join(root, 'etc')]);
  await rm(join(root, 'etc', 'systemd', 'system'), { recursive: true, force: true });
  await cp(join(projectFolder, 'out', 'server'), join(root, 'opt', 'server'), { recursive: true });
  await cp(packageUnits, join(root, 'etc', 'units'), { recursive: true });
  const units = Object.entries(targets).map(
    ([name, text]) => [`/etc/units/${name}.target`, `[Unit]\nDefaultDependencies=no\n${text}`] as const,
  );
  await mkdir(join(root, 'etc', 'notafter'), { mode: 0o750 });
  for (const [path, text] of [...units, [machineProgram[0], ''] as const, ...Object.entries(files)]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** A machine from its start to the end of its power. */
function startMachine(root: string) {
  const env = { ...process.env, GROUP: `notafter-machine-${process.pid}` };
  const words = ['-c', enter, 'sh', 'sh', '-c', boot, systemd, root, process.execPath];
  const child = spawn('sh', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const closed = once(child, 'close');
  const inside = async (...command: readonly string[]) => {
    const first = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim();
    return await run('nsenter', ['-t', first, '-C', '-m', '-p', '-i', '-u', ...command]);
  };
  return {
    run: inside,
    booted: () =>
      vi.waitFor(
        async () => {
          if (child.exitCode !== null) throw new Error(`systemd ended: ${said}`);
          const { code, output } = await inside('systemctl', 'is-active', 'basic.target');
          if (code !== 0) throw new Error(`systemd does not answer: ${output}${said}`);
        },
        { timeout: 60_000, interval: 200 },
      ),
    end: async () => {
      child.kill('SIGKILL');
      await closed;
      await run('sh', ['-c', leave], { env });
    },
  };
}

/** Whether such a machine can run here. */
export function hasSystemManager(): boolean {
  const findsGroups = spawnSync('findmnt', ['-nrt', 'cgroup2']).status === 0;
  return hasUserManager() && findsGroups;
}
