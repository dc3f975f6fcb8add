import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import { withDesktop } from '../testDesktop.ts';

/**
 * Runs `use` on its own private desktop: until it ends, whatever is started or read is on that one.
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

/** Starts a panel that shows tray icons. It is ended with the desktop at the latest. */
export function startPanel(): ChildProcess {
  return spawn('xfce4-panel', ['--disable-wm-check'], { stdio: 'ignore' });
}

/** Ends a panel, as one does that crashes. */
export async function endPanel(panel: ChildProcess): Promise<void> {
  const ended = once(panel, 'exit');
  panel.kill('SIGKILL');
  await ended;
}
