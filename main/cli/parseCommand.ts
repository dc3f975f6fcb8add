import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/result.ts';
import type { Command, ParsedCommand, UsageProblem } from './command.ts';
import { commandList } from './commandList.ts';

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'run'; readonly parsed: ParsedCommand }
  /** Help about these commands; empty: about all. */
  | { readonly kind: 'help'; readonly of: readonly Command[] }
  | { readonly kind: 'version'; readonly of: readonly Command[] };

/** The command that a command line begins with. A name can have two words. @returns `null` if there is none */
export function commandAt(words: readonly string[]): Command | null {
  return (
    commandList.find(({ name }) => name.split(' ').every((word, index) => word === words[index])) ?? null
  );
}

/** The commands whose names begin with this word and have a second one; none: it is no group. */
export function commandsOfGroup(word: string): readonly Command[] {
  return commandList.filter(({ name }) => name.startsWith(`${word} `));
}

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
  const { words: operands, found } = given.value;
  if (found.has('help')) return ok({ kind: 'help', of: [command] });
  if (found.has('version')) return ok({ kind: 'version', of: [command] });
  const problem = operandProblem(command, given.value);
  if (problem !== null) return err(problem);
  const parsed = command.parse(operands, found);
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
function operandProblem({ operands, options: known }: Command, { words, found }: Found): UsageProblem | null {
  const { text, least, most } = operands;
  if (words.length < least) return { kind: 'optionMissing', option: text };
  const extra = words[most];
  if (extra !== undefined) return { kind: 'tooManyWords', word: extra };
  const missing = known.find(({ name, isRequired }) => isRequired && !found.has(name));
  return missing === undefined ? null : { kind: 'optionMissing', option: `--${missing.name}` };
}

/** The words after a command's name, and the options that are there, with their values or empty. */
interface Found {
  readonly words: readonly string[];
  readonly found: ReadonlyMap<string, string>;
}

/** More words than options and their values ever are. */
const OPTION_WORDS_MAX = 1000;

/**
 * Reads the options of a command. Uses the tokens of `parseArgs`: its strict mode throws English sentences. It takes seconds
 * for 50,000 words, so it gets only those that may be options or their values.
 */
function readOptions(args: readonly string[], command: Command): Result<Found, UsageProblem> {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const { name, short, value } of command.options)
    options[name] = {
      type: value === undefined ? 'boolean' : 'string',
      ...(short !== undefined && { short }),
    };
  const end = args.indexOf('--');
  const isOptionLike = (index: number) => args[index]?.startsWith('-') === true;
  const read: number[] = [];
  const operands = new Set<number>();
  for (const index of args.keys()) {
    const isOperand = end !== -1 && index > end;
    if (!isOperand && (isOptionLike(index) || isOptionLike(index - 1))) read.push(index);
    else operands.add(index);
  }
  const taken = read.slice(0, OPTION_WORDS_MAX);
  const { tokens } = parseArgs({
    args: taken.map((index) => args[index] ?? ''),
    options,
    strict: false,
    tokens: true,
  });
  const found = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.add(taken[token.index] ?? 0);
    if (token.kind !== 'option') continue;
    const { name, rawName: option, value: given = null, inlineValue } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) return err({ kind: 'unknownOption', option });
    const mayRepeat = command.options.some((known) => known.name === name && known.mayRepeat === true);
    if (found.has(name) && !mayRepeat) return err({ kind: 'twice', option });
    if (type === 'boolean' && given !== null) return err({ kind: 'valueNotExpected', option });
    // A value that looks like an option counts as missing, unless it follows "=".
    const isMissing = given === null || given === '' || (inlineValue !== true && given.startsWith('-'));
    if (type === 'string' && isMissing) return err({ kind: 'valueMissing', option });
    found.set(name, given ?? '');
  }
  const left = read[OPTION_WORDS_MAX];
  if (left !== undefined) return err({ kind: 'tooManyWords', word: args[left] ?? '' });
  return ok({ words: args.filter((_, index) => operands.has(index)), found });
}
