import { isAbsolute, join, resolve } from 'node:path';
import { divideArguments } from '#main/cli/words.ts';

/** How the server was started. */
export interface ServerArguments {
  /** The words of a command; none: it asks for the help. */
  readonly words: readonly string[];
  /** `null`: the default. */
  readonly userData: string | null;
  /** The first option before the command that there is not. */
  readonly unknownOption: string | null;
}

const DATA_OPTION = '--user-data-dir=';

/** @param args without Node and the program */
export function readServerArguments(args: readonly string[]): ServerArguments {
  const { switches, words } = divideArguments(args);
  // Without a command all are switches: what is no option of the program is a word that no command has.
  const start = words === null ? switches.findIndex((given) => !given.startsWith('--')) : switches.length;
  const options = start === -1 ? switches : switches.slice(0, start);
  const given = options.findLast((option) => option.startsWith(DATA_OPTION))?.slice(DATA_OPTION.length) ?? '';
  return {
    words: words ?? switches.slice(options.length),
    userData: given === '' ? null : resolve(given),
    unknownOption: options.find((option) => !option.startsWith(DATA_OPTION)) ?? null,
  };
}

/**
 * Where the data is: the folder that was named, the first that systemd gives a service (`StateDirectory=`), or that of
 * the app with a window, so that one profile serves both.
 * @param environment checked by `prepareFolders`, with a home folder
 */
export function dataFolderOf(named: string | null, environment: NodeJS.ProcessEnv): string {
  if (named !== null) return named;
  const [state = ''] = (environment['STATE_DIRECTORY'] ?? '').split(':');
  if (isAbsolute(state)) return state;
  const configuration = environment['XDG_CONFIG_HOME'] ?? '';
  return join(configuration === '' ? join(environment['HOME'] ?? '/', '.config') : configuration, 'NotAfter');
}
