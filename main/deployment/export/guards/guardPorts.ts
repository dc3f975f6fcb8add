import type { ExportFs } from '../exportFs.ts';

/** What guards look at; nothing is changed. Methods throw system errors. */
export interface GuardFs extends Pick<ExportFs, 'facts' | 'list' | 'realpath'> {
  /** The number by which Linux names a file system's kind, see statfs(2). */
  fileSystemType(path: string): Promise<number>;
  readText(path: string): Promise<string>;
}

/** What a program said. */
export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program without a shell. `null`: it is not there, could not be run, took too long, said too much, or was ended
 * by a signal. Never rejects.
 * @param program a plain name, found on the PATH, or an absolute path
 */
export type RunCommand = (
  program: string,
  args: readonly string[],
  options: CommandOptions,
) => Promise<CommandOutput | null>;

/** Where files with private keys are to be written. */
export interface GuardedTarget {
  /** An absolute directory, links resolved. */
  readonly directory: string;
  /** Paths of the files with a private key, relative to the directory, with `/`. */
  readonly secrets: readonly string[];
  /** Files that these replace are kept beside them, in hidden directories. */
  readonly keepsPrevious: boolean;
}
