import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, type RunResult, run, runOrThrow } from '#scripts/lib/processes.ts';
import { hasOwnMounts, ownMounts } from '../mounts.ts';
import { atEndOfFiles } from './endings.ts';

/** A copy of this computer's system, without its services and its kernel's settings. What is changed in it ends with the test file. */
export interface SystemCopy {
  /** The program and arguments that start a program in it, beside this computer's display and temporary files. */
  readonly launcher: readonly string[];
  /** Runs a program in it, as root. */
  run(...words: readonly string[]): Promise<RunResult>;
  /** The same. Throws if it fails. Returns its output. */
  fine(...words: readonly string[]): Promise<string>;
  /** What was added or changed, as sorted paths. */
  changes(): Promise<readonly string[]>;
}

/** Mounts a copy of the root in the first word, and stays in it. */
const enter = `
  mount -t overlay none -o "lowerdir=/,upperdir=$0/changed,workdir=$0/work" "$0/root" && cd "$0/root" || exit 1
  mount --rbind /dev dev && mount --rbind /proc proc && mount --bind "$1" ".$1" && mount -t tmpfs none run || exit 1
  exec chroot . sh -c 'echo entered; exec sleep infinity'`;

const env = {
  HOME: '/root',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

const endings: (() => Promise<void>)[] = [];
atEndOfFiles(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Makes a copy. By root who may mount an overlay. */
export async function copySystem(): Promise<SystemCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-system-'));
  for (const name of ['changed', 'work', 'root']) await mkdir(join(folder, name));
  const stay = spawn('unshare', [...ownMounts, 'sh', '-c', enter, folder, tmpdir()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endings.push(async () => {
    await endProcess(stay);
    await rm(folder, { recursive: true, force: true });
  });
  await Promise.race([
    once(stay.stdout, 'data'),
    once(stay, 'exit').then(() => {
      throw new Error('The copy of the system could not be mounted');
    }),
  ]);
  const launcher = ['nsenter', '--target', String(stay.pid), '--mount', '--root', '--wd'];
  const [program = '', ...first] = launcher;
  return {
    launcher,
    run: (...words) => run(program, [...first, ...words], { env }),
    fine: (...words) => runOrThrow(program, [...first, ...words], { env }),
    changes: async () => {
      const changed = join(folder, 'changed');
      // A removed file of this computer is a device there.
      const found = await runOrThrow('find', [
        changed,
        '-mindepth',
        '1',
        '!',
        '-type',
        'c',
        '-printf',
        '/%P\n',
      ]);
      return found.split('\n').filter(Boolean).sort();
    },
  };
}

/** Whether that works here: by root, with Debian's package manager, where an overlay can be mounted on the temporary folder. */
export function canCopySystem(): boolean {
  if (process.getuid?.() !== 0 || !hasOwnMounts) return false;
  const probe = `
    folder=$(mktemp -d) && mkdir "$folder/changed" "$folder/work" "$folder/root" &&
    mount -t overlay none -o "lowerdir=/,upperdir=$folder/changed,workdir=$folder/work" "$folder/root" &&
    "$folder/root/usr/bin/dpkg" --version; code=$?
    umount "$folder/root"; rm -rf "$folder"; exit $code`;
  return spawnSync('unshare', [...ownMounts, 'sh', '-c', probe]).status === 0;
}
