import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterRoot } from '../lib/enterRoot.ts';
import { outFolder } from '../lib/paths.ts';
import { type RunResult, runIntoFile } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';
import { wineRoot } from './wineRoot.ts';

/** The folder of this clone for everything of Windows. In Wine's system it is `/mnt`. */
export const windowsFolder = join(outFolder, 'windows');

/** Windows' drive C as a folder of this computer. */
export const driveC = join(windowsFolder, 'prefix', 'drive_c');

/** Environment variable with the folder of Wine's system, for the end-to-end tests. */
export const wineRootVariable = 'NOTAFTER_WINE_ROOT';

/** A program for Windows and its circumstances. */
export type WineOptions = {
  /** A path on drive C, with `/`; default its root. */
  readonly folder?: string;
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv;
};

/** The command and environment that run a program for Windows in Wine. @param root the folder of Wine's system */
export function wineCommand(root: string, words: readonly string[], { folder = '', env }: WineOptions = {}) {
  const change = ['sh', '-c', 'cd "$0" && exec "$@"', `/mnt/prefix/drive_c/${folder}`];
  return {
    words: [...enterRoot(root, { [tmpdir()]: 'tmp', [windowsFolder]: 'mnt' }), ...change, ...words],
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      XDG_RUNTIME_DIR: '/mnt/runtime',
      WINEPREFIX: '/mnt/prefix',
      WINEDEBUG: '-all',
      ...env,
    },
  };
}

/** A shell script that is a `wine` for other programs. Paths below the folder for temporary files are the same in Wine. */
export function wineScript(root: string, display: NodeJS.ProcessEnv): string {
  const { words, env } = wineCommand(root, ['wine'], { env: display });
  const variables = Object.entries(env).map(([name, value = '']) => `${name}=${value}`);
  const quoted = ['env', '-i', ...variables, ...words].map(
    (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  return `#!/bin/sh\nexec ${quoted.join(' ')} "$@" </dev/null\n`;
}

/** Runs programs for Windows. */
export type Wine = {
  /** The folder of its system. */
  readonly root: string;
  /** Runs a program to its end. Its output goes through files, because Node in Wine can't use the pipes of Linux. */
  run(words: readonly string[], options?: WineOptions): Promise<RunResult>;
};

/**
 * Runs `use` with a new Windows: an empty drive C and a new registry. All its programs are ended afterwards.
 * @param display the environment that names the display
 */
export async function withWine<T>(display: NodeJS.ProcessEnv, use: (wine: Wine) => Promise<T>): Promise<T> {
  const root = await wineRoot();
  const end = () => {
    const [program = '', ...args] = wineCommand(root, ['wineserver', '-k']).words;
    spawnSync(program, args, { env: wineCommand(root, []).env, stdio: 'ignore' });
  };
  const run = async (words: readonly string[], options: WineOptions = {}) => {
    const command = wineCommand(root, words, { ...options, env: { ...display, ...options.env } });
    const [program = '', ...args] = command.words;
    return runIntoFile(program, args, { env: command.env });
  };
  await mkdir(join(windowsFolder, 'runtime'), { recursive: true, mode: 0o700 });
  await rm(join(windowsFolder, 'prefix'), { recursive: true, force: true });
  await mkdir(driveC, { recursive: true });
  try {
    const { code, output } = await run(['wine', 'wineboot', '--init'], {
      env: { WINEDLLOVERRIDES: 'mscoree=;mshtml=' },
    });
    if (code !== 0) throw new StopError(`Wine could not make its drive. Output of wineboot:\n${output}`);
    return await use({ root, run: (words, options) => run(['wine', ...words], options) });
  } finally {
    end();
  }
}
