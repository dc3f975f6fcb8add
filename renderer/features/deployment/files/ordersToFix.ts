import { remembered } from '#renderer/stores/remembered.ts';
import { type CopyBundleView, needsAttention } from '#shared/domain/copy.ts';

/** The ids of the orders with exported files that need attention. */
export const ordersToFix = remembered(
  (copies: readonly CopyBundleView[]): ReadonlySet<string> =>
    new Set(copies.filter(needsAttention).map(({ orderId }) => orderId)),
);
