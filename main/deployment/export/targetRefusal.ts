import { basename } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import type { AppError, FileReason } from '#shared/errors.ts';
import type { ExportDestination } from './exportDestination.ts';

/** Where something is to be done again that a person once agreed to. */
interface AgreedTarget {
  /** An absolute path without links. */
  readonly target: string;
  /** Kinds of warnings. */
  readonly agreed: readonly string[];
}

/** An error of the system's kind about a file or folder, by its name. */
export function fileRefusal(name: string, reason: FileReason): AppError {
  return { kind: 'fileSystem', reason, code: '', name };
}

/**
 * Why a target is not to be written to without a person: it is not the very folder that was chosen, or there is something
 * new about it that a person would be asked. `null`: nothing is in the way.
 */
export function targetRefusal(
  destination: Pick<ExportDestination, 'root'>,
  warnings: readonly ExportWarning[],
  { target, agreed }: AgreedTarget,
):
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly reason: 'targetAsks' }
  | null {
  const name = basename(target);
  // Links are resolved there: another path means that one is on the way now.
  if (destination.root() !== target) return { kind: 'failed', error: fileRefusal(name, 'symlink') };
  const news = warnings.find(({ kind }) => !agreed.includes(kind));
  if (news === undefined) return null;
  if (news.kind === 'modeNotKept' || news.kind === 'writableByOthers')
    return { kind: 'failed', error: fileRefusal(name, news.kind) };
  return { kind: 'refused', reason: 'targetAsks' };
}
