import { resolve } from 'node:path';
import { app } from 'electron';
import {
  askedOf,
  divideArguments,
  type StartArguments,
  takeWordsFromEnvironment,
  wordsToEnvironment,
} from '#main/cli/words.ts';

/** How this process was started. Its words are taken out of the environment, so that child processes do not inherit them. */
export const started: StartArguments = readStart();

function readStart(): StartArguments {
  const args = process.argv.slice(1);
  const handedOn = takeWordsFromEnvironment(process.env);
  if (handedOn !== null) return { switches: args, words: handedOn, isSealed: true };
  if (app.isPackaged) return divideArguments(args);
  // In development the app's folder is an argument of Electron.
  const end = args.findIndex((arg) => resolve(arg) === app.getAppPath()) + 1;
  const { switches, words } = divideArguments(end === 0 ? [] : args.slice(end));
  return { switches: [...args.slice(0, end), ...switches], words, isSealed: true };
}

/** Why the words of a command cannot be used: Chromium has read an option that was given. */
export interface WordsProblem {
  readonly kind: 'foreignOption' | 'unsealed';
  readonly option: string;
}

/** What the starters of the packages and this file add. */
const ownSwitches: ReadonlySet<string> = new Set([
  '--no-sandbox',
  '--no-zygote',
  '--log-level=3',
  '--ozone-platform=headless',
]);

/** No command has longer words. The environment can carry these. */
const WORD_MAX = 4096;

/**
 * Makes sure that no word of a command is a switch of Chromium. If the program was started without a starter that puts
 * `--` before the words, the process is replaced by itself without them.
 * @returns why that cannot be, or `null`
 */
export function sealWords(): WordsProblem | null {
  const { switches, words, isSealed } = started;
  if (!app.isPackaged || words === null) return null;
  const option = switches.find((given) => !ownSwitches.has(given) && askedOf([given]) === null);
  if (option !== undefined) return { kind: 'foreignOption', option };
  if (isSealed) return null;
  if (words.every((word) => word.length <= WORD_MAX)) replaceProcess(switches, words);
  return { kind: 'unsealed', option: words.find((word) => word.startsWith('-')) ?? '' };
}

/** Replaces the process by itself, which keeps its terminal and number. Returns where the system cannot do it: Windows. */
export function replaceProcess(switches: readonly string[], words: readonly string[]): void {
  const { env, execPath, argv } = process;
  const environment = { ...env, ...wordsToEnvironment(words) };
  process.execve?.(execPath, [argv[0] ?? execPath, ...switches], environment);
}
