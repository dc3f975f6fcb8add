import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The arguments for unshare(1) to run a command in its own mount namespace. As an
 * ordinary user the command is root in a user namespace. The root of a chroot is no mount point, so its propagation
 * cannot be set; its mounts stay inside nevertheless, unless an enclosing mount is shared.
 */
export const ownMounts: readonly string[] = [
  ...(process.getuid?.() === 0 ? [] : ['-r']),
  ...['-m', '--propagation', isChroot() ? 'unchanged' : 'private'],
];

/** Whether `ownMounts` works: containers without privileges, and systems other than Linux, cannot mount. */
export const hasOwnMounts =
  !(isChroot() && mountInfo().some((fields) => fields.some((field) => field.startsWith('shared:')))) &&
  spawnSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Whether a file system can be mounted where everything sees it, as only root can. */
export function canMountForAll(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    return (
      spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0 &&
      spawnSync('umount', [folder]).status === 0
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The skip reason of tests that need a mount. */
export const noMounts = 'this process may not mount file systems';

function isChroot(): boolean {
  const mounts = mountInfo();
  return mounts.length > 0 && !mounts.some(([, , , , mountPoint]) => mountPoint === '/');
}

/** The mounts of this process, each as the fields of a line: proc_pid_mountinfo(5). */
function mountInfo(): readonly (readonly string[])[] {
  if (process.platform !== 'linux') return [];
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => line.split(' '));
}
