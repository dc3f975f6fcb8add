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
