import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The project's root folder, with package.json. */
export const projectFolder = resolve(import.meta.dirname, '..', '..');

/** The output folder of all commands; ignored by git. */
export const outFolder = join(projectFolder, 'out');

/** The environment variable that names the folder for downloads, where a private desktop has an empty cache. */
export const cacheVariable = 'NOTAFTER_CACHE';

/**
 * The folder for downloads that several clones share, by the XDG base directory specification.
 * @param env may contain `XDG_CACHE_HOME`, or `NOTAFTER_CACHE`
 */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return env[cacheVariable] || join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'notafter');
}
