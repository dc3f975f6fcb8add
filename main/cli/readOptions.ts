import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/result.ts';
import { type CommandName, optionsOf } from './commandTable.ts';

/** What is wrong with a command line. */
export type UsageProblem =
  | {
      readonly kind: 'unknownCommand' | 'unknownShell' | 'badDuration' | 'tooManyWords';
      readonly word: string;
    }
  | {
      readonly kind: 'unknownOption' | 'valueMissing' | 'valueNotExpected' | 'optionMissing' | 'twice';
      readonly option: string;
    }
  | { readonly kind: 'criticalAboveWarning' | 'tokenAsArgument' }
  | { readonly kind: 'notBoth'; readonly one: string; readonly other: string };

/** The words and options of a command. */
export interface Given {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Reads the options of a command. Uses the tokens of `parseArgs`: its strict mode throws English sentences. */
export function readOptions(args: readonly string[], command: CommandName): Result<Given, UsageProblem> {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const { name, short, value } of optionsOf(command))
    options[name] = {
      type: value === undefined ? 'boolean' : 'string',
      ...(short !== undefined && { short }),
    };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const words: string[] = [];
  const found = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName: option, value: given = null, inlineValue } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) return err({ kind: 'unknownOption', option });
    const mayRepeat = optionsOf(command).some((known) => known.name === name && known.mayRepeat === true);
    if (found.has(name) && !mayRepeat) return err({ kind: 'twice', option });
    if (type === 'boolean' && given !== null) return err({ kind: 'valueNotExpected', option });
    // A value that looks like an option counts as missing, unless it follows "=".
    const isMissing = given === null || given === '' || (inlineValue !== true && given.startsWith('-'));
    if (type === 'string' && isMissing) return err({ kind: 'valueMissing', option });
    found.set(name, given ?? '');
  }
  return ok({ words, options: found });
}
