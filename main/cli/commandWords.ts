/** Options that are commands themselves. */
const commandOptions: ReadonlySet<string> = new Set(['--help', '-h', '--version']);

/** A path or link: another program started the app with it, for example by drag and drop. */
const isPlace = /[\\/:.]/u;

/**
 * The words of a command among the start arguments, from the command's name on. `null` for an ordinary start: no
 * arguments, Chromium's switches, autostart, or a file.
 * @param args without the executable, and without the app's folder in development
 */
export function commandWords(args: readonly string[]): readonly string[] | null {
  const start = args.findIndex((arg) => !arg.startsWith('--') || commandOptions.has(arg));
  const first = args[start];
  if (first === undefined || first === '' || isPlace.test(first)) return null;
  // Systems add words such as `-psn_0_1` (macOS).
  if (first.startsWith('-') && !commandOptions.has(first)) return null;
  return args.slice(start);
}

/**
 * Names of the environment variables that pass a command's words to the process that replaces this one. They are not
 * passed as arguments because Chromium hands those to the first instance and kills it if they exceed 32 KiB
 * (process_singleton_posix.cc).
 */
const variable = (index: number) => `NOTAFTER_COMMAND_${index}`;

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
