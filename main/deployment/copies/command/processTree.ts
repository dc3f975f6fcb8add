import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import type { Scheduler } from '#main/platform/time.ts';

/** Stops a process with all that it started. */
export interface ProcessTree {
  /**
   * Asks it to end, and ends what is left after `graceMs`. Never rejects.
   * @param pid of a process that leads a group of its own (but on Windows)
   */
  stop(pid: number, graceMs: number): Promise<void>;
}

/** How often it is looked whether a group has ended, in milliseconds. */
const LOOK_MS = 50;

/** The processes of this machine. What leaves its group by itself, as daemons do, is out of reach on POSIX systems. */
export function processTree(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  scheduler: Scheduler,
): ProcessTree {
  return platform === 'win32' ? windowsTree(environment) : groupTree(scheduler);
}

function groupTree(scheduler: Scheduler): ProcessTree {
  const pause = () => new Promise<void>((resolve) => scheduler.after(LOOK_MS, resolve));
  return {
    async stop(pid, graceMs) {
      signalGroup(pid, 'SIGTERM');
      for (let waited = 0; waited < graceMs; waited += LOOK_MS) {
        if (!signalGroup(pid, 0)) return;
        await pause();
      }
      signalGroup(pid, 'SIGKILL');
    },
  };
}

/** @returns whether anybody is in the group of a process */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // Somebody who may not be ended, or on macOS has ended and was not waited for, is still there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** By the tool that Windows has. Never tried on Windows itself. */
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
