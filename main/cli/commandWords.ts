import { z } from 'zod';
import { readMessage } from './protocol.ts';

/** Options that are a command of their own. */
const commandOptions: ReadonlySet<string> = new Set(['--help', '-h', '--version']);

/** Another program started the app with a file or a link, such as an icon on which something was dropped. */
const isPlace = /[\\/:.]/u;

/**
 * The words of a command among the arguments of a start, from the command's name on; `null` for an ordinary start, such
 * as one without arguments, with Chromium's switches alone, at login, or with a file.
 * @param args without the program, and without the app's folder in development
 */
export function commandWords(args: readonly string[]): readonly string[] | null {
  const start = args.findIndex((arg) => !arg.startsWith('--') || commandOptions.has(arg));
  const first = args[start];
  if (first === undefined || first === '' || isPlace.test(first)) return null;
  // Systems have words of their own, such as `-psn_0_1` of macOS.
  if (first.startsWith('-') && !commandOptions.has(first)) return null;
  return args.slice(start);
}

/**
 * The words of a command on their way from a process to the one that replaces it, in variables of its environment.
 * Chromium sends the arguments of a second instance to the first one, and kills the first one when they are longer than
 * 32 KiB (process_singleton_posix.cc): many words must not be among them.
 */
const variable = (index: number) => `NOTAFTER_COMMAND_${index}`;

/** One variable may have 128 KiB on Linux (MAX_ARG_STRLEN); a character is three bytes at most, or six when it is escaped. */
const VARIABLE_MAX = 16_384;

/** Gives the words as variables. @param words each at most 4,096 characters long */
export function wordsToEnvironment(words: readonly string[]): Readonly<Record<string, string>> {
  const groups: string[][] = [];
  let length = VARIABLE_MAX;
  for (const word of words) {
    if (length + word.length > VARIABLE_MAX) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(word);
    length += word.length;
  }
  return Object.fromEntries(groups.map((group, index) => [variable(index), JSON.stringify(group)]));
}

/**
 * Takes the words out of the environment, so that programs that this process starts do not inherit them.
 * @returns `null` where there are none
 */
export function takeWordsFromEnvironment(environment: NodeJS.ProcessEnv): readonly string[] | null {
  const words: string[] = [];
  for (let index = 0; ; index += 1) {
    const group = readMessage(z.array(z.string()), environment[variable(index)] ?? '');
    if (group === null) return index === 0 ? null : words;
    delete environment[variable(index)];
    words.push(...group);
  }
}
