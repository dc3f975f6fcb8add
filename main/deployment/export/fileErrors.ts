import { basename } from 'node:path';
import { fileReasonOf, systemCode } from '#main/platform/errors.ts';
import type { AppError, FileReason } from '#shared/errors.ts';
import type { ExportFs } from './exportFs.ts';

/** An error about a file or folder that isn't the system's. */
export function fileError(reason: FileReason, name: string): AppError {
  return { kind: 'fileSystem', reason, code: '', name };
}

/** An `AppError`, thrown so that it unwinds like a system error. */
export class ContentFault extends Error {
  readonly error: AppError;

  constructor(error: AppError, message: string = error.kind) {
    super(message);
    this.error = error;
  }
}

/** A refusal by the export itself. */
export class FileFault extends ContentFault {
  readonly reason: FileReason;

  constructor(reason: FileReason, fileName: string) {
    super(fileError(reason, fileName), `${reason}: ${fileName}`);
    this.reason = reason;
  }
}

/** An error like one of the system, for a rule that the system does not have for this step. */
export function ruleError(code: 'EACCES' | 'ELOOP' | 'EFOREIGNLINK', path: string): Error {
  return Object.assign(new Error(`${code}: '${path}'`), { code, errno: -1, path });
}

/**
 * Turns what a file system step threw into an `AppError`.
 * @param name the folder or file to name, unless the error names one of `files`
 * @throws bugs: anything that is neither a system error nor a fault
 */
export function toFileError(error: unknown, name: string, files: readonly string[] = []): AppError {
  if (error instanceof ContentFault) return error.error;
  const code = systemCode(error);
  if (code === null) throw error;
  const path = basename((error as NodeJS.ErrnoException).path ?? '');
  return {
    kind: 'fileSystem',
    reason: fileReasonOf(code),
    code,
    name: files.includes(path) ? path : name,
  };
}

/** The result of a step; `null` after a system error, or after one with these codes only. */
export async function unlessRefused<T>(step: Promise<T>, codes?: readonly string[]): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    const code = systemCode(error);
    if (code === null || codes?.includes(code) === false) throw error;
    return null;
  }
}

/** `null` instead of ENOENT. */
export function unlessMissing<T>(step: Promise<T>): Promise<T | null> {
  return unlessRefused(step, ['ENOENT']);
}

/** Runs a step whose failure doesn't matter to the user, such as a cleanup: only bugs are thrown. */
export async function quietly(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ContentFault) && systemCode(error) === null) throw error;
  }
}

export async function removeIfThere(fs: Pick<ExportFs, 'unlink'>, path: string): Promise<void> {
  await unlessMissing(fs.unlink(path));
}
