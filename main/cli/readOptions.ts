import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/result.ts';
import type { Command, Given, UsageProblem } from './command.ts';

/** More words than options and their values ever are. */
const OPTION_WORDS_MAX = 1000;

/**
 * Reads the options of a command. Uses the tokens of `parseArgs`: its strict mode throws English sentences. It takes seconds
 * for 50,000 words, so it gets only those that may be options or their values.
 */
export function readOptions(args: readonly string[], command: Command): Result<Given, UsageProblem> {
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
    ...{ options, strict: false, tokens: true },
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
  return ok({ words: args.filter((_, index) => operands.has(index)), options: found });
}
