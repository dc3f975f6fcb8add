import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import type { Scheduler } from '#main/platform/time.ts';

/** Stops a process with its child processes. */
export interface ProcessTree {
  /**
   * Sends SIGTERM, and SIGKILL after `graceMs`. Never rejects.
   * @param pid of a process group leader (except on Windows)
   */
  stop(pid: number, graceMs: number): Promise<void>;
}

/** Interval of checks whether the group has ended, in ms. */
const POLL_MS = 50;

/** Stops processes of this computer. On POSIX systems, daemons that leave the group are out of reach. */
export function processTree(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  scheduler: Scheduler,
): ProcessTree {
  return platform === 'win32' ? windowsTree(environment) : groupTree(scheduler);
}

function groupTree(scheduler: Scheduler): ProcessTree {
  const pause = () => new Promise<void>((resolve) => scheduler.after(POLL_MS, resolve));
  return {
    async stop(pid, graceMs) {
      signalGroup(pid, 'SIGTERM');
      for (let waited = 0; waited < graceMs; waited += POLL_MS) {
        if (!signalGroup(pid, 0)) return;
        await pause();
      }
      signalGroup(pid, 'SIGKILL');
    },
  };
}

/** @returns whether the group still has processes */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: a process that we may not signal or, on macOS, a zombie.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Uses taskkill. Never run on real Windows yet. */
function windowsTree(environment: Readonly<Record<string, string | undefined>>): ProcessTree {
  const root = environment['SystemRoot'] ?? 'C:\\Windows';
  return {
    stop: (pid) =>
      new Promise((resolve) => {
        const taskkill = win32.join(root, 'System32', 'taskkill.exe');
        execFile(taskkill, ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
      }),
  };
}
