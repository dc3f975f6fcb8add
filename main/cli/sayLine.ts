import type { Translate } from '#shared/i18n/types.ts';
import type { ParsedCommand } from './command.ts';
import { commandList } from './commandList.ts';
import { exitCodes } from './exitCodes.ts';
import { sayUnknown } from './noAnswer.ts';
import { parseCommand } from './parseCommand.ts';
import type { CommandOutput } from './protocol.ts';

/**
 * Prints what a command line asks for without an app: help, the version, a text such as completions, or what is wrong with it.
 * @param version of this program
 * @returns the exit code, or the command that has to run
 */
export async function sayLine(
  words: readonly string[],
  version: string,
  t: Translate,
  output: CommandOutput,
): Promise<number | ParsedCommand> {
  const line = parseCommand(words);
  if (!line.ok) {
    const { usageText } = await import('./usage.ts');
    const code = sayUnknown(usageText(line.error, words, t), words, output);
    output.err(`${t('cli.usage.more')}\n`);
    return code;
  }
  if (line.value.kind !== 'run') {
    const { kind, of } = line.value;
    output.out(kind === 'help' ? (await import('./usage.ts')).helpText(of, t) : `NotAfter ${version}\n`);
    // The guidelines of monitoring plugins have a code of their own for it.
    return words[0] === 'check' ? exitCodes.unknown : exitCodes.fine;
  }
  const { parsed } = line.value;
  const print = await parsed.print?.();
  if (print === undefined) return parsed;
  const { text, hint } = print(t, commandList);
  output.out(text);
  if (hint !== undefined) output.err(`${hint}\n`);
  return exitCodes.fine;
}
