import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { runCommand } from './lib/interruption.ts';
import { outFolder } from './lib/paths.ts';
import { run } from './lib/processes.ts';
import { StopError, say } from './lib/terminal.ts';

/**
 * Saves the whole screen of a display as an image. Throws `StopError` if that fails.
 * @param file the target; its ending is the format, `.png`
 * @param env names the display (`DISPLAY`, `XAUTHORITY`)
 */
export async function saveScreenshot(file: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const { code, output } = await run('import', ['-silent', '-window', 'root', file], { env });
  if (code !== 0) {
    throw new StopError(
      `No screenshot could be taken of the display ${env['DISPLAY'] ?? '(none)'}:\n${output}`,
    );
  }
}

async function main(): Promise<number> {
  const file = resolve(process.argv[2] ?? resolve(outFolder, 'screenshot.png'));
  await saveScreenshot(file);
  say(`Saved ${file}`);
  return 0;
}

if (import.meta.main) {
  await runCommand(main);
}
