import type { ChainEnd } from './chainEnd.ts';
import type { ProgramRun } from './programRun.ts';

/**
 * The state of an exported file, from good to bad. `stale`: as written, but the order has a newer certificate. `wider`: it
 * has more permissions than it was written with. `changed`: another program changed it, or replaced it by a link or folder.
 */
export const copyStates = ['fresh', 'stale', 'wider', 'unreadable', 'missing', 'changed'] as const;
export type CopyState = (typeof copyStates)[number];

interface CopyFileView {
  readonly name: string;
  readonly hasKey: boolean;
  /** `null`: not checked yet since the start. */
  readonly state: CopyState | null;
}

/** The files that a copy replaced, which can be restored. */
export interface PreviousFilesView {
  /** Times in Unix ms; `null`: another program wrote them. */
  readonly leaf: { readonly notAfter: number; readonly writtenAt: number } | null;
}

/** The files of one order that one export wrote into a folder. */
export interface CopyBundleView {
  readonly id: string;
  readonly orderId: string;
  /** For display: the home folder is `~`. */
  readonly folder: string;
  /** The chosen folder that `folder` is in or equals, for display. */
  readonly target: string;
  readonly presetId: string;
  readonly files: readonly CopyFileView[];
  /** The worst of its files. */
  readonly state: CopyState | null;
  /** The order has a newer certificate, or a chain that expires later. */
  readonly outdated: boolean;
  /** Of the leaf in the files, Unix ms. */
  readonly notAfter: number;
  /** Of the chain in the files. */
  readonly chainEnd: ChainEnd | null;
  readonly writtenAt: number;
  /** Time of the last check, Unix ms; `null`: not checked yet since the start. */
  readonly checkedAt: number | null;
  readonly autoRefresh: boolean;
  /** They are PKCS#12: an update needs a passphrase, and so a new export. */
  readonly needsPassphrase: boolean;
  /** `null`: there is no backup. */
  readonly previous: PreviousFilesView | null;
  /** Run after an update: the program and its arguments; `null`: none. */
  readonly command: readonly string[] | null;
  /** Since the start, or a failure before that; `null`: none. */
  readonly lastRun: ProgramRun | null;
}

/** The copy that was written last, which is an order's destination; `null`: none. @param copies of one order */
export function lastDestination<Copy extends Pick<CopyBundleView, 'id' | 'writtenAt'>>(
  copies: readonly Copy[],
): Copy | null {
  const later = (one: Copy, other: Copy) => other.writtenAt - one.writtenAt || (one.id < other.id ? -1 : 1);
  return copies.toSorted(later)[0] ?? null;
}

/** The worse of two states; `null` is ignored. */
export function worseState(one: CopyState | null, other: CopyState | null): CopyState | null {
  if (one === null || other === null) return one ?? other;
  return copyStates.indexOf(one) >= copyStates.indexOf(other) ? one : other;
}

/** Whether the user should do something about a copy. */
export function needsAttention({ state, outdated }: Pick<CopyBundleView, 'state' | 'outdated'>): boolean {
  return outdated || (state !== null && state !== 'fresh');
}

/** The ids of the copies that can be updated without a question and without losing changes. */
export function refreshable(copies: readonly CopyBundleView[]): readonly string[] {
  return copies
    .filter(
      ({ outdated, state, needsPassphrase }) =>
        !needsPassphrase && state !== 'changed' && (outdated || state === 'missing'),
    )
    .map(({ id }) => id);
}
