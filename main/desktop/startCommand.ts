import { beginCommand } from '#main/cli/commandLine.ts';
import { outputFinished } from '#main/cli/terminalOutput.ts';
import { commandHost } from './cliStart.ts';

/**
 * Runs a command and exits with its code. Called before Electron is ready, which it becomes after the first part. What runs
 * a command here is most of the program, so it is loaded only when no other process answers.
 */
export async function startCommand(words: readonly string[]): Promise<void> {
  const begun = await beginCommand(words, commandHost());
  if (typeof begun === 'number') process.exit(await outputFinished(begun));
  const { finishCommand } = await import('./cliProcess.ts');
  // Not awaited: Electron becomes ready only after the entry module has finished.
  finishCommand(begun);
}
