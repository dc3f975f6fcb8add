import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/**
 * Runs `use` with the environment of a private desktop (`scripts/testDesktop.ts`, Linux), and stops the desktop.
 * @param options of the desktop's command line, such as `--keyring locked`
 */
export async function withDesktop<T>(
  options: readonly string[],
  use: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  // The command prints its environment, then waits until its input ends.
  const command = ['sh', '-c', 'env -0; printf "\\0"; exec cat'];
  const script = fileURLToPath(import.meta.resolve('#scripts/testDesktop.ts'));
  const desktop = spawn(process.execPath, [script, ...options, '--', ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(desktop, 'exit');
  try {
    return await use(await readEnvironment(desktop.stdout));
  } finally {
    desktop.stdin.end();
    await ended;
  }
}

async function readEnvironment(output: Readable): Promise<NodeJS.ProcessEnv> {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    // The last variable ends with one zero, followed by another.
    if (text.endsWith('\0\0')) break;
  }
  const variables = text.split('\0').filter((line) => line !== '');
  return Object.fromEntries(
    variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
