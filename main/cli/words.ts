/** Options that are commands themselves. */
const commandOptions: ReadonlySet<string> = new Set(['--help', '-h', '--version']);

/** A path or link: another program started the app with it, for example by drag and drop. */
const isPlace = /[\\/:.]/u;

/** The start arguments, divided. */
export interface StartArguments {
  /** Options of Chromium before the words, or all arguments of an ordinary start. */
  readonly switches: readonly string[];
  /**
   * The words of a command, from its name on. `null` for an ordinary start: no arguments, Chromium's switches, autostart,
   * or a file.
   */
  readonly words: readonly string[] | null;
  /** Whether Chromium took none of the words for a switch: it reads no switches after `--`. */
  readonly isSealed: boolean;
}

/** @param args without the executable, and without the app's folder in development */
export function divideArguments(args: readonly string[]): StartArguments {
  const start = args.findIndex((arg) => !arg.startsWith('--') || commandOptions.has(arg));
  const end = args.indexOf('--');
  const isSealed = end !== -1 && (start === -1 || end < start);
  const switches = args.slice(0, isSealed ? end : Math.max(start, 0));
  const words = args.slice(isSealed ? end + 1 : Math.max(start, 0));
  if (!isCommand(words, isSealed)) return { switches: args, words: null, isSealed };
  return { switches, words, isSealed: isSealed || !words.some((word) => isSwitch.test(word)) };
}

const ASKED = '--asked=';

/**
 * How the request of the native client ended, which started this process to say it: `silent`, `cut`, `failed`, `timedOut`, or
 * `lost:` with the system's code of the error of standard output. `null`: it asked nothing, or no process answered.
 */
export function askedOf(switches: readonly string[]): string | null {
  return switches.findLast((given) => given.startsWith(ASKED))?.slice(ASKED.length) ?? null;
}

/** What Chromium takes for a switch: on Windows also what begins with a slash (base::CommandLine). */
const isSwitch = /^[-/]./u;

function isCommand([first = '']: readonly string[], isSealed: boolean): boolean {
  if (!first.startsWith('-')) return first !== '' && !isPlace.test(first);
  // Systems add words such as `-psn_0_1` (macOS), and Chromium's switches are options of the app.
  return isSealed || commandOptions.has(first);
}

/**
 * Names of the environment variables that pass a command's words to the process that replaces this one, and so has its
 * number. They are not passed as arguments because Chromium hands those to the first instance and kills it if they exceed
 * 32 KiB (process_singleton_posix.cc).
 */
const variable = (index: number) => `NOTAFTER_COMMAND_${process.pid}_${index}`;

/** Characters per variable, of up to six bytes each. Linux allows 128 KiB (MAX_ARG_STRLEN). */
const VARIABLE_MAX = 16_384;

/** The words as environment variables. @param words each at most 4,096 characters long */
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

/** Removes the words from the environment, so that child processes do not inherit them. `null`: there are none. */
export function takeWordsFromEnvironment(environment: NodeJS.ProcessEnv): readonly string[] | null {
  const words: string[] = [];
  for (let index = 0; ; index += 1) {
    const group = readWords(environment[variable(index)]);
    if (group === null) return index === 0 ? null : words;
    delete environment[variable(index)];
    words.push(...group);
  }
}

/** The words of one variable; `null` if it has none. Without zod, which every start of the app would load for this. */
function readWords(text: string | undefined): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(text ?? '');
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
  } catch {
    return null;
  }
}

/** Whether a monitoring system reads the first line of standard output. The words need not parse. */
export function isForMonitoring(words: readonly string[]): boolean {
  if (words[0] === 'check') return true;
  return optionWords(words).some((word) => /^--fail-within(?:=|$)/u.test(word)) && !isJsonAsked(words);
}

/** Whether a program reads JSON. The words need not parse. */
export function isJsonAsked(words: readonly string[]): boolean {
  return optionWords(words).includes('--json');
}

function optionWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
