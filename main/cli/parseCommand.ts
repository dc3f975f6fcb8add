import { err, ok, type Result } from '#shared/result.ts';
import type { Command, Given, ParsedCommand, UsageProblem } from './command.ts';
import { commandAt, commandsOfGroup } from './commandList.ts';
import { readOptions } from './readOptions.ts';

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'run'; readonly parsed: ParsedCommand }
  /** Help about these commands; empty: about all. */
  | { readonly kind: 'help'; readonly of: readonly Command[] }
  | { readonly kind: 'version'; readonly of: readonly Command[] };

/** Parses a command line, starting at the command's name. */
export function parseCommand(words: readonly string[]): Result<CommandLine, UsageProblem> {
  const [first = ''] = words;
  if (first === '--version') return ok({ kind: 'version', of: [] });
  if (first === '--help' || first === '-h') return ok({ kind: 'help', of: [] });
  if (first === 'help') return helpAbout(words.slice(1));
  const command = commandAt(words);
  if (command === null) return unknownCommand(words);
  const given = readOptions(words.slice(command.name.split(' ').length), command);
  if (!given.ok) return given;
  if (given.value.options.has('help')) return ok({ kind: 'help', of: [command] });
  if (given.value.options.has('version')) return ok({ kind: 'version', of: [command] });
  const problem = operandProblem(command, given.value);
  if (problem !== null) return err(problem);
  const parsed = command.parse(given.value);
  return parsed.ok ? ok({ kind: 'run', parsed: parsed.value }) : parsed;
}

/** `notafter help`, alone or with the words of a command or group. */
function helpAbout(words: readonly string[]): Result<CommandLine, UsageProblem> {
  const [first = ''] = words;
  if (first === '' || first.startsWith('-')) return ok({ kind: 'help', of: [] });
  const command = commandAt(words);
  return command === null ? unknownCommand(words) : ok({ kind: 'help', of: [command] });
}

/** A group without a verb lists its verbs. */
function unknownCommand([first = '', second = '--help']: readonly string[]): Result<
  CommandLine,
  UsageProblem
> {
  const group = commandsOfGroup(first);
  if (group.length === 0) return err({ kind: 'unknownCommand', word: first });
  const isHelp = second === '--help' || second === '-h';
  return isHelp
    ? ok({ kind: 'help', of: group })
    : err({ kind: 'unknownCommand', word: `${first} ${second}` });
}

/** What is missing of a command, or too much. */
function operandProblem(
  { operands, options: known }: Command,
  { words, options }: Given,
): UsageProblem | null {
  const { text, least, most } = operands;
  if (words.length < least) return { kind: 'optionMissing', option: text };
  const extra = words[most];
  if (extra !== undefined) return { kind: 'tooManyWords', word: extra };
  const missing = known.find(({ name, isRequired }) => isRequired && !options.has(name));
  return missing === undefined ? null : { kind: 'optionMissing', option: `--${missing.name}` };
}
