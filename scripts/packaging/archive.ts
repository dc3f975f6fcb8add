import { runOrThrow } from '../lib/processes.ts';

/**
 * Makes a tar.gz of a folder whose bytes depend on nothing but its content: not on the clock, the user or the order of the
 * files.
 * @param folder its content
 * @param file its path
 * @param options `top`: the folder inside; `epoch`: the time of all files, in seconds; `level`: of gzip, 1 to 9; `without`:
 * paths below the folder that are left out
 */
export async function makeArchive(
  folder: string,
  file: string,
  options: {
    readonly top: string;
    readonly epoch: number;
    readonly level: number;
    readonly without?: readonly string[];
  },
): Promise<void> {
  const { top, epoch, level, without = [] } = options;
  await runOrThrow('tar', [
    ...['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'],
    // The targets of links stay as they are.
    ...['--mode=u=rwX,go=rX', `--transform=s,^\\.,${top},S`, ...without.map((path) => `--exclude=./${path}`)],
    ...['-I', `gzip -n${level}`, '-cf', file, '-C', folder, '.'],
  ]);
}
