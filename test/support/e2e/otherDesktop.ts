import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { vi } from 'vitest';
import { withDesktop } from '../testDesktop.ts';

/**
 * Runs `use` on its own private desktop, which all helpers use until it ends.
 * @param options of the desktop's command line, such as `--no-tray`
 */
export async function onDesktop(options: readonly string[], use: () => Promise<void>): Promise<void> {
  await withDesktop(options, async (env) => {
    for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) vi.stubEnv(name, value);
    try {
      await use();
    } finally {
      vi.unstubAllEnvs();
    }
  });
}

/** Starts a panel that shows tray icons. It ends with the desktop at the latest. */
export function startPanel(): ChildProcess {
  return spawn('xfce4-panel', ['--disable-wm-check'], { stdio: 'ignore' });
}

/** Starts the notification daemon of the current desktop. It ends with the desktop at the latest. */
export function startNotificationDaemon(): ChildProcess {
  const file = join(process.env['XDG_CONFIG_HOME'] ?? '', '..', 'dunstrc');
  return spawn('dunst', ['-config', file], { stdio: 'ignore' });
}

/** Kills a panel or a notification daemon, like a crash. */
export async function endPart(part: ChildProcess): Promise<void> {
  const ended = once(part, 'exit');
  part.kill('SIGKILL');
  await ended;
}
