import { dirname } from 'node:path';
import type { ExportFs } from '../exportFs.ts';

/** Read access for guards. Methods throw system errors. */
export interface GuardFs extends Pick<ExportFs, 'facts' | 'list' | 'realpath'> {
  /** The file system type of Linux, see statfs(2). */
  fileSystemType(path: string): Promise<number>;
  readText(path: string): Promise<string>;
}

export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program, by its absolute path or its name on the PATH, without a shell. Never rejects. `null`: not found, not
 * executable, timed out, too much output, or ended by a signal.
 */
export type RunCommand = (
  program: string,
  args: readonly string[],
  options: CommandOptions,
) => Promise<ProgramOutput | null>;

/** Where private keys will be written. */
export interface GuardedTarget {
  /** Absolute. */
  readonly directory: string;
  /** Paths of the files with a private key, relative to the directory, with `/`. */
  readonly secrets: readonly string[];
  /** Replaced files are kept beside them, in hidden directories. */
  readonly keepsPrevious: boolean;
}

/** A directory and its ancestors, nearest first. */
export function ancestorsOf(directory: string): readonly string[] {
  const ancestors = [directory];
  for (let parent = dirname(directory); parent !== ancestors.at(-1); parent = dirname(parent)) {
    ancestors.push(parent);
  }
  return ancestors;
}
