import { join } from 'node:path';
import { beginCommand, type CommandHost } from '#main/cli/commandLine.ts';
import { shellWord } from '#main/cli/context.ts';
import { sayUnknown } from '#main/cli/noAnswer.ts';
import { terminalFacts } from '#main/cli/terminalFacts.ts';
import { outputFinished, terminalOutput } from '#main/cli/terminalOutput.ts';
import { Language } from '#main/platform/language.ts';
import type { StartProblem } from '#main/platform/ownFolders.ts';
import type { ServerArguments } from './startArguments.ts';
import { version } from './version.ts';

/** Runs a command and exits with its code. @param problem why it must not run */
export async function startServer(
  { words, unknownOption }: ServerArguments,
  userData: string,
  problem: StartProblem | null,
): Promise<void> {
  const code = await run(words.length === 0 ? ['--help'] : words, unknownOption, userData, problem);
  process.exit(await outputFinished(code));
}

async function run(
  words: readonly string[],
  unknownOption: string | null,
  userData: string,
  problem: StartProblem | null,
): Promise<number> {
  if (problem !== null || unknownOption !== null) {
    const { t } = await Language.load(terminalFacts().locales, 'system');
    if (problem === null)
      return sayUnknown(
        t('dialogs.refusedStart.foreignOption', { option: shellWord(unknownOption ?? '') }),
        words,
        terminalOutput,
      );
    // Help, the version and texts need no folder, such as before the first start of the service.
    const { sayLine } = await import('#main/cli/sayLine.ts');
    const line = unknownOption === null ? await sayLine(words, version, t, terminalOutput) : null;
    if (typeof line === 'number') return line;
    const { startProblemText } = await import('#main/cli/startProblem.ts');
    return sayUnknown(startProblemText(problem, t), words, terminalOutput);
  }
  const host: CommandHost = {
    version,
    userData,
    asked: null,
    logFile: join(userData, 'logs', 'notafter.log'),
    mustStartHeadless: () => false,
    startHeadless: () => undefined,
    startHiddenApp: null,
  };
  const begun = await beginCommand(words, host);
  if (typeof begun === 'number') return begun;
  const { runInServer } = await import('./serverProcess.ts');
  return await runInServer(begun, host);
}
