import type { AppError } from '../errors.ts';
import type { ExportProof } from './export.ts';

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
}

/** What became of one bundle that was to be written anew. */
export type CopyRefresh = {
  readonly id: string;
} /** `proof`: what a server and a client made of the files; those that are not proven stay as they are. */ & (
  | { readonly kind: 'refreshed'; readonly proof: ExportProof }
  /**
   * `changed`: a file was changed by another hand, and it was not said that it may be overwritten. `olderLeaf`: the
   * service gives one that ends before the one in the files. `chainIncomplete`: it was complete in the files.
   * `targetAsks`: there is something new about the folder that an export asks of a person.
   */
  | {
      readonly kind: 'refused';
      readonly reason: 'changed' | 'olderLeaf' | 'chainIncomplete' | 'targetAsks';
    }
  /** Nothing was done: the export dialog is the way. */
  | { readonly kind: 'needsPassphrase' }
  | { readonly kind: 'failed'; readonly error: AppError }
);

/** The worse of two states; what was not looked at says nothing. */
export function worseState(one: CopyState | null, other: CopyState | null): CopyState | null {
  if (one === null || other === null) return one ?? other;
  return copyStates.indexOf(one) >= copyStates.indexOf(other) ? one : other;
}

/** Whether a person should do something about a copy. */
export function needsAttention({ state, outdated }: Pick<CopyBundleView, 'state' | 'outdated'>): boolean {
  return outdated || (state !== null && state !== 'fresh');
}
