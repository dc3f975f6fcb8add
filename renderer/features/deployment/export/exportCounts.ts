import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';

/** Counts the items of a job by state, and by what the user has to know. */
export function countItems(items: ExportJobView['items']) {
  const states = { pending: 0, ready: 0, written: 0, current: 0, kept: 0, failed: 0, cancelled: 0 };
  for (const { state } of items) states[state] += 1;
  const ready = items.filter(({ state }) => state === 'ready');
  return {
    states,
    /** Ready, and some of the files exist already, and are not the order’s own. */
    conflicted: ready.filter(({ conflicts, isUpdate }) => conflicts.length > 0 && !isUpdate).length,
    /** Ready, with an incomplete chain. */
    chainless: ready.filter(({ chain }) => !chain.complete).length,
    /** Written, but verification failed. */
    unproven: items.filter(({ proof }) => proof?.kind === 'notProven').length,
  };
}

const importance = {
  failed: 0,
  cancelled: 1,
  kept: 2,
  pending: 3,
  ready: 3,
  written: 3,
  current: 3,
} as const;

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
