import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of the project: where package.json is. */
export const projectFolder = resolve(import.meta.dirname, '..', '..');

/** Where everything that commands produce is put; ignored by git. */
export const outFolder = join(projectFolder, 'out');

/**
 * Where downloads that several clones can share are kept, by the XDG base directory rules.
 * @param env the environment that may name `XDG_CACHE_HOME`
 */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'notafter');
}
