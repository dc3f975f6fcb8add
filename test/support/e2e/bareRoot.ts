import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { enterRoot } from '#scripts/lib/enterRoot.ts';
import { runOrThrow } from '#scripts/lib/processes.ts';
import { runsTest } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** A Debian system in a folder, with only what every Debian has and one package with its dependencies. */
export interface BareRoot {
  readonly folder: string;
  /** The program and arguments that start a program in it, beside this computer's display, buses and temporary files. */
  readonly launcher: readonly string[];
  /** Runs a program in it. Throws if it fails. Returns its output. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** All paths, sorted, without what changes by itself. */
  paths(): Promise<readonly string[]>;
}

/** mmdebstrap's way to install a package from a file, as `apt install ./file` does: with its dependencies. */
const localFiles = '/usr/share/mmdebstrap/hooks/file-mirror-automount';

/**
 * Makes a bare root from a Debian mirror and installs a package by its declared dependencies. By root only.
 * @param release Debian's code name
 * @param deb the path of the package
 * @param others names of Debian's packages that are there too
 * @param shared further folders of this computer, each with the existing folder of the system where it appears
 */
export async function makeBareRoot(
  release: string,
  deb: string,
  others: readonly string[] = [],
  shared: Readonly<Record<string, string>> = {},
): Promise<BareRoot> {
  const folder = join(await temporaryFolder(), 'root');
  // Otherwise it goes with the temporary folder.
  if (runsTest()) onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await runOrThrow('mmdebstrap', [
    ...[
      '--mode=root',
      '--variant=minbase',
      `--hook-dir=${localFiles}`,
      `--include=${[...others, deb].join(',')}`,
    ],
    ...[release, folder],
  ]);
  const launcher = enterRoot(folder, { [tmpdir()]: 'tmp', ...shared });
  const [program = '', ...first] = launcher;
  const env = { ...process.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
  const changing = /^\/(?:dev|proc|tmp|run|var\/(?:log|cache|lib\/dpkg|backups))\//u;
  return {
    folder,
    launcher,
    run: (...words) => runOrThrow(program, [...first, ...words], { env }),
    paths: async () => {
      const all = await runOrThrow('find', [folder, '-printf', '/%P\n']);
      return all
        .split('\n')
        .filter((path) => !changing.test(path))
        .sort();
    },
  };
}
