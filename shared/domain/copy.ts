import type { AppError } from '../errors.ts';
import type { ExportProof } from './export.ts';
import type { ReviewFinding } from './finding.ts';

/**
 * What a look at a written file found, from good to bad. `stale`: as written, but the order has a newer leaf. `wider`:
 * it has permissions that it was not written with. `changed`: by another hand, also into a link or a folder.
 */
export const copyStates = ['fresh', 'stale', 'wider', 'unreadable', 'missing', 'changed'] as const;
export type CopyState = (typeof copyStates)[number];

/** One file that an export wrote. */
export interface CopyFileView {
  readonly name: string;
  /** A private key is in it. */
  readonly hasKey: boolean;
  /** `null` before the first look of this session. */
  readonly state: CopyState | null;
}

/** What became of the command of a copy. Times in Unix ms. */
export type CommandRun = { readonly startedAt: number } & (
  | { readonly kind: 'running' }
  | {
      readonly kind: 'ended';
      readonly endedAt: number;
      /** `notStarted`: the system's code, such as `ENOENT`. `timedOut`: it and all that it started were stopped. */
      readonly outcome:
        | { readonly kind: 'exited'; readonly code: number }
        | { readonly kind: 'signalled'; readonly signal: string }
        | { readonly kind: 'timedOut' }
        | { readonly kind: 'notStarted'; readonly code: string };
      /** What it printed, both streams in the order in which they came, without control characters. */
      readonly output: string;
      /** The beginning of the output was left out. */
      readonly isCut: boolean;
    }
  /** Not run: a server and a client would not take the files. */
  | { readonly kind: 'skipped' }
);

/** Whether a command did what it should; one that is running may still. */
export function isCommandFine(run: CommandRun): boolean {
  return (
    run.kind === 'running' ||
    (run.kind === 'ended' && run.outcome.kind === 'exited' && run.outcome.code === 0)
  );
}

/** The most arguments of a command with its program, and the longest. */
export const COMMAND_ARGUMENTS_MAX = 11;
export const COMMAND_ARGUMENT_MAX = 500;

/** The files that were in the place of a copy before it, which can be put back. */
export interface FormerCopyView {
  /** Of the leaf in them, and when they were written, Unix ms; `null`: another hand had made them. */
  readonly leaf: { readonly notAfter: number; readonly writtenAt: number } | null;
}

/** The files of one order that one export wrote into a folder. */
export interface CopyBundleView {
  readonly id: string;
  readonly orderId: string;
  /** Where the files are, for display: the home folder is `~`. */
  readonly folder: string;
  readonly presetId: string;
  readonly files: readonly CopyFileView[];
  /** The worst of its files; `null` before the first look of this session. */
  readonly state: CopyState | null;
  /** The order has a newer leaf than these files, whatever else is said of them. */
  readonly outdated: boolean;
  /** Of the leaf in the files, Unix ms. */
  readonly notAfter: number;
  readonly writtenAt: number;
  /** When the files were last looked at, Unix ms; `null` before the first look of this session. */
  readonly lookedAt: number | null;
  /** They are rewritten when the order is renewed. */
  readonly keepFresh: boolean;
  /** They hold PKCS#12, so that writing them anew takes a passphrase, and an export of its own. */
  readonly needsPassphrase: boolean;
  /** `null`: there is nothing to put back. */
  readonly former: FormerCopyView | null;
  /** The program and its arguments that are run after these files were written anew; `null`: none. */
  readonly command: readonly string[] | null;
  /** Of this session; `null`: it was not run. */
  readonly lastRun: CommandRun | null;
}

/** A copy was left as it is, as a person should review the certificate first. SHA-256 fingerprint of its leaf. */
export interface CopyReview {
  readonly kind: 'needsReview';
  readonly fingerprint256: string;
  /** Empty: it is not valid now. */
  readonly findings: readonly ReviewFinding[];
}

/** What became of one bundle that was to be written anew. */
export type CopyRefresh = {
  readonly id: string;
} /** `proof`: what a server and a client made of the files; those that are not proven stay as they are. */ & (
  | { readonly kind: 'refreshed'; readonly proof: ExportProof; readonly run: CommandRun | null }
  /**
   * `changed`: a file was changed by another hand, and it was not said that it may be overwritten. `olderLeaf`: the
   * service gives one that ends before the one in the files. `chainIncomplete`: it was complete in the files.
   * `targetAsks`: there is something new about the folder that an export asks of a person.
   */
  | {
      readonly kind: 'refused';
      readonly reason: 'changed' | 'olderLeaf' | 'chainIncomplete' | 'targetAsks';
    }
  | CopyReview
  /** Nothing was done: the export dialog is the way. */
  | { readonly kind: 'needsPassphrase' }
  | { readonly kind: 'failed'; readonly error: AppError }
);

/**
 * What became of a copy whose former files were to be put back. `run`: what became of its command. `changed`,
 * `targetAsks`: as of `CopyRefresh`.
 */
export type CopyPutBack =
  | { readonly kind: 'putBack'; readonly run: CommandRun | null }
  | { readonly kind: 'refused'; readonly reason: 'changed' | 'targetAsks' };

/** The worse of two states; what was not looked at says nothing. */
export function worseState(one: CopyState | null, other: CopyState | null): CopyState | null {
  if (one === null || other === null) return one ?? other;
  return copyStates.indexOf(one) >= copyStates.indexOf(other) ? one : other;
}

/** Whether a person should do something about a copy. */
export function needsAttention({ state, outdated }: Pick<CopyBundleView, 'state' | 'outdated'>): boolean {
  return outdated || (state !== null && state !== 'fresh');
}
