import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';

interface ExportCounts {
  readonly states: Readonly<Record<ExportItemView['state'], number>>;
  /** Ready, and some of the files exist already. */
  readonly conflicted: number;
  /** Ready, with an incomplete chain. */
  readonly chainless: number;
  /** Written, but verification failed. */
  readonly unproven: number;
}

export function countItems(items: ExportJobView['items']): ExportCounts {
  const states = { pending: 0, ready: 0, written: 0, kept: 0, failed: 0, cancelled: 0 };
  let conflicted = 0;
  let chainless = 0;
  let unproven = 0;
  for (const { state, conflicts, chain, proof } of items) {
    states[state] += 1;
    if (state === 'ready' && conflicts.length > 0) conflicted += 1;
    if (state === 'ready' && !chain.complete) chainless += 1;
    if (proof?.kind === 'notProven') unproven += 1;
  }
  return { states, conflicted, chainless, unproven };
}

const importance = { failed: 0, cancelled: 1, kept: 2, pending: 3, ready: 3, written: 3 } as const;

/** Sorts by importance: failed, not verified, conflicting files, incomplete chain, findings to review, the rest. */
export function mostImportantFirst(items: ExportJobView['items']): ExportJobView['items'] {
  const rank = ({ state, conflicts, chain, proof, review }: ExportItemView) =>
    importance[state] -
    (proof?.kind === 'notProven' ? 0.75 : 0) -
    (conflicts.length > 0 ? 0.5 : 0) -
    (chain.complete ? 0 : 0.25) -
    (review.length > 0 ? 0.2 : 0);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
