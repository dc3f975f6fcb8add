import { lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { nameSessionBus } from './busAddress.ts';
import { codeOf } from './errors.ts';
import { type FolderProblem, type FolderUse, folderProblem } from './folderTrust.ts';

/** Why the program does not start. `noHome`: neither `HOME` nor the user database names a home folder. */
export type StartProblem = FolderProblem | { readonly kind: 'noHome' };

/** Variables that name folders of the user. One that names somebody else's is left out, as if it were not set. */
const folderVariables: Readonly<Record<string, FolderUse>> = {
  XDG_RUNTIME_DIR: 'data',
  XDG_CACHE_HOME: 'home',
  XDG_DATA_HOME: 'home',
  XDG_STATE_HOME: 'home',
  TMPDIR: 'shared',
  TMP: 'shared',
  TEMP: 'shared',
  // Of root, and open to all with the sticky bit, where Kubernetes mounts a Secret.
  CREDENTIALS_DIRECTORY: 'shared',
};

/**
 * Makes sure that what this process reads from now on is the user's own: the home and data folders, which are created, and
 * the folders that variables name. To be called before anything is read from them: Electron reads its profile, and Node
 * compiled code, only after the first lines of main.
 * @param dataFolder called when the home folder is known
 * @returns why the program must stop, or `null`
 */
export function prepareFolders(dataFolder: () => string): StartProblem | null {
  if (process.platform === 'win32') return createOwn(dataFolder());
  const home = giveHome(process.env);
  if (home === null) return { kind: 'noHome' };
  leaveOutForeign(process.env);
  return folderProblem(home, 'home') ?? createOwn(dataFolder());
}

/** The home folder of this user; without one in the variable, that of the user database, for Chromium too. */
function giveHome(environment: NodeJS.ProcessEnv): string | null {
  const named = environment['HOME'] ?? '';
  if (isAbsolute(named)) return named;
  try {
    const { homedir } = userInfo();
    if (!isAbsolute(homedir)) return null;
    environment['HOME'] = homedir;
    return homedir;
  } catch {
    // No entry in the user database.
    return null;
  }
}

function leaveOutForeign(environment: NodeJS.ProcessEnv): void {
  for (const [name, use] of Object.entries(folderVariables)) {
    const folder = environment[name];
    if (folder !== undefined && (!isAbsolute(folder) || folderProblem(folder, use) !== null))
      delete environment[name];
  }
  // Child processes of Node would take compiled code from there. The starters of the packages have no such variable.
  delete environment['NODE_COMPILE_CACHE'];
  // Relative paths are invalid (XDG Base Directory Specification), and Chromium takes them from the current folder.
  if (!isAbsolute(environment['XDG_CONFIG_HOME'] ?? '/')) delete environment['XDG_CONFIG_HOME'];
  if (process.platform === 'linux') nameSessionBus(environment, isOwnSocket);
}

function isOwnSocket(path: string): boolean {
  if (folderProblem(dirname(path), 'shared') !== null) return false;
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts === undefined || facts.uid === 0 || facts.uid === process.geteuid?.();
  } catch {
    // In a folder that only another user may enter.
    return false;
  }
}

/** Makes sure that a folder is this user's own alone, and creates it if it is missing. @returns why it is not, or `null` */
export function createOwn(folder: string): FolderProblem | null {
  const problem = folderProblem(folder, 'data');
  if (problem !== null || lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return problem;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { kind: 'unusable', place: folder, code: codeOf(error) };
  }
  // Another user may have been faster in a folder such as the one for temporary files.
  return folderProblem(folder, 'data');
}
