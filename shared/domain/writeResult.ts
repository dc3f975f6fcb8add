import type { AppError } from '../errors.ts';
import { type ExportProof, speaksAgainstFiles } from './exportProof.ts';
import type { ReviewFinding } from './finding.ts';
import { isRunFine, type ProgramRun } from './programRun.ts';

/** Files of one order that were written, with what was done after that. */
export interface Written {
  /** Their paths, relative to the chosen folder, with `/`. */
  readonly files: readonly string[];
  /** The files before can be restored. */
  readonly canUndo: boolean;
  /** Of the written files, which stay even if it failed. */
  readonly proof: ExportProof;
  /** Of their command; `null`: it has none. */
  readonly run: ProgramRun | null;
}

/** Every way in which a write of the files of one order ends. */
type AnyResult<Files> =
  | ({ readonly kind: 'written' } & Files)
  /** The files have this content already, since `writtenAt` (Unix ms); nothing was written. */
  | { readonly kind: 'current'; readonly writtenAt: number }
  /** The user keeps the existing files; nothing was written. */
  | { readonly kind: 'kept' }
  /**
   * `changed`: another program changed a file, and the user did not agree to overwrite it. `olderLeaf`: the service's
   * certificate is older than the one in the files. `targetAsks`: the folder has a new warning that an export would show.
   */
  | { readonly kind: 'refused'; readonly reason: 'changed' | 'olderLeaf' | 'targetAsks' }
  /** The user should review the certificate first. `findings` are empty: it is not valid now. */
  | {
      readonly kind: 'needsReview';
      readonly fingerprint256: string;
      readonly findings: readonly ReviewFinding[];
    }
  /** Only an export in the window can ask for the passphrase. */
  | { readonly kind: 'needsPassphrase' }
  /** The order was not exported to a folder yet. */
  | { readonly kind: 'noDestination' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

type WriteKind = AnyResult<unknown>['kind'];

/**
 * How the write of the files of one order ended: an export, an update, or a restore.
 * @typeParam Kind the ways that are possible
 * @typeParam Files what is known of written files
 */
export type WriteResult<Kind extends WriteKind = WriteKind, Files = Written> = Extract<
  AnyResult<Files>,
  { readonly kind: Kind }
>;

/** The result for the files of an order in one folder, which `copyId` tracks; `null`: there is no such folder yet. */
export type OrderWrite = { readonly orderId: string; readonly copyId: string | null } & WriteResult;

/** How the restore of previous files ended. */
export type RestoreResult = WriteResult<'written' | 'refused', Pick<Written, 'run'>>;

/** Whether the files have the order's certificate now. */
export function isInPlace(result: WriteResult): result is WriteResult<'written' | 'current'> {
  return result.kind === 'written' || result.kind === 'current';
}

/** What went wrong after files were written: a client would not accept them, or their command failed. */
export type WrittenProblem = 'unproven' | 'commandFailed';

export function writtenProblem({ proof, run }: Pick<Written, 'proof' | 'run'>): WrittenProblem | null {
  if (speaksAgainstFiles(proof)) return 'unproven';
  return run === null || isRunFine(run) ? null : 'commandFailed';
}

/**
 * How an automatic update ended, in stored words. `rewritten`: as it should. `changed`, `held`, `failed`: nothing was
 * written, because another program changed or removed the files, the certificate needs a review first, or of an error.
 */
export type UpdateOutcome = 'rewritten' | WrittenProblem | 'changed' | 'held' | 'failed';

export type UpdateFailure = Exclude<UpdateOutcome, 'rewritten'>;

export function updateOutcome(result: WriteResult): UpdateOutcome {
  switch (result.kind) {
    case 'written':
      return writtenProblem(result) ?? 'rewritten';
    case 'needsReview':
      return 'held';
    case 'refused':
      return result.reason === 'changed' ? 'changed' : 'failed';
    default:
      return 'failed';
  }
}
