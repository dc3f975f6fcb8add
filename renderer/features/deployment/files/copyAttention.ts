import { type CopyBundleView, type CopyState, needsAttention, worseState } from '#shared/domain/copy.ts';

/** What a person should do something about. */
export type AttentionState = Exclude<CopyState, 'fresh'>;

/** The list comes whole with every change, and is the same until then. */
const known = new WeakMap<readonly CopyBundleView[], ReadonlyMap<string, AttentionState>>();

/** By order: the worst of its copies that need a look. */
export function copyAttention(copies: readonly CopyBundleView[]): ReadonlyMap<string, AttentionState> {
  const before = known.get(copies);
  if (before !== undefined) return before;
  const worst = new Map<string, AttentionState>();
  for (const copy of copies.filter(needsAttention)) {
    const { orderId, state, outdated } = copy;
    const own = worseState(state, outdated ? 'stale' : null);
    const all = worseState(worst.get(orderId) ?? null, own);
    if (all !== null && all !== 'fresh') worst.set(orderId, all);
  }
  known.set(copies, worst);
  return worst;
}

/** The ids of copies that one click brings up to date: nothing is lost, and nothing has to be asked. */
export function refreshable(copies: readonly CopyBundleView[]): readonly string[] {
  return copies
    .filter(
      ({ outdated, state, needsPassphrase }) =>
        !needsPassphrase && state !== 'changed' && (outdated || state === 'missing'),
    )
    .map(({ id }) => id);
}
