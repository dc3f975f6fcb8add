import { remembered } from '#renderer/stores/remembered.ts';
import { type CopyBundleView, type CopyState, needsAttention, worseState } from '#shared/domain/copy.ts';

/** A state that the user should do something about. */
export type AttentionState = Exclude<CopyState, 'fresh'>;

/** The worst state of the exported files of each order that needs attention. */
export const copyAttention = remembered((copies: readonly CopyBundleView[]) => {
  const worst = new Map<string, AttentionState>();
  for (const copy of copies.filter(needsAttention)) {
    const { orderId, state, outdated } = copy;
    const own = worseState(state, outdated ? 'stale' : null);
    const all = worseState(worst.get(orderId) ?? null, own);
    if (all !== null && all !== 'fresh') worst.set(orderId, all);
  }
  return worst as ReadonlyMap<string, AttentionState>;
});
