import { type RunResult, runIntoFile } from '#scripts/lib/processes.ts';
import { wineCommand, wineRootVariable } from '#scripts/windows/wine.ts';

/** The program and arguments, and the environment, that run a program for Windows on the test's display. */
export function inWine(...words: readonly string[]) {
  const { DISPLAY, XAUTHORITY } = process.env;
  return wineCommand(process.env[wineRootVariable] ?? '', ['wine', ...words], {
    env: { DISPLAY, XAUTHORITY },
  });
}

/** Runs a program for Windows to its end. Returns its exit code and what it printed. */
export function runInWine(...words: readonly string[]): Promise<RunResult> {
  const command = inWine(...words);
  const [program = '', ...args] = command.words;
  return runIntoFile(program, args, { env: command.env });
}
