import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunResult, run } from '#scripts/lib/processes.ts';
import { hasOwnMounts, ownMounts } from '../mounts.ts';

/** The program of systemd; empty: there is none. */
export const systemd =
  ['/usr/lib/systemd/systemd', '/lib/systemd/systemd'].find((path) => existsSync(path)) ?? '';

/**
 * Moves into a control group and mounts of its own, as a system that systemd started: sd_booted(3). Credentials are mounted
 * by a process that shares its mounts.
 */
const enter = `
  mount --make-rshared / && mount -t tmpfs none /run && mkdir -p /run/systemd/system && mkdir -m 700 /run/user || exit 99
  groups=/sys/fs/cgroup; [ ! -d $groups/systemd ] || groups=$groups/systemd
  mkdir -p $groups/$GROUP && echo $$ > $groups/$GROUP/cgroup.procs && exec unshare -C "$@" || exit 99`;

/** Starts the manager of a user's units, runs the words, and stops it. */
const serve = `
  "$0" --user --log-target=null & manager=$!
  tries=0
  until systemctl --user list-units > /dev/null 2>&1; do
    tries=$((tries + 1)); [ $tries -lt 50 ] || exit 99
    sleep 0.2
  done
  "$@"; code=$?
  systemctl --user exit; wait $manager
  exit $code`;

/** Leaves no control group behind. */
const leave = `find /sys/fs/cgroup -depth -type d -path "*/$GROUP*" -exec rmdir {} + 2> /dev/null; true`;

/** Runs a line of a shell where a systemd of its own manages the units of a user, with nothing of our environment. */
export async function withUserManager(home: string, line: string): Promise<RunResult> {
  const env = { ...process.env, GROUP: `notafter-test-${process.pid}` };
  const clean = ['env', '-i', `HOME=${home}`, 'XDG_RUNTIME_DIR=/run/user', 'PATH=/usr/bin:/bin'];
  const inside = [...clean, 'sh', '-c', serve, systemd, 'sh', '-c', line];
  try {
    return await run('unshare', [...ownMounts, 'sh', '-c', enter, 'sh', ...inside], { env });
  } finally {
    await run('sh', ['-c', leave], { env });
  }
}

/** Whether a systemd of its own can run here: by root who may mount and make control groups. */
export function hasUserManager(): boolean {
  if (systemd === '' || process.getuid?.() !== 0 || !hasOwnMounts) return false;
  const probe = 'g=/sys/fs/cgroup; [ ! -d $g/systemd ] || g=$g/systemd; mkdir $g/$0 && rmdir $g/$0';
  return spawnSync('sh', ['-c', probe, `notafter-probe-${process.pid}`]).status === 0;
}

/** Writes a file of a home folder, which only its user can read. */
export function writeAtHome(home: string, path: string, text: string): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o600);
}
