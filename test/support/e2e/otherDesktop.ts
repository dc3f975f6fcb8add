import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Kills a panel, like a crash. */
export async function endPanel(panel: ChildProcess): Promise<void> {
  const ended = once(panel, 'exit');
  panel.kill('SIGKILL');
  await ended;
}
