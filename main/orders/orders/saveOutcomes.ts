import type { OrderRow } from '#shared/domain/order.ts';
import type { PollOutcome } from './applyOutcome.ts';
import type { OrderService } from './orderService.ts';
import type { PollResult } from './pollRequests.ts';

/** What became of an outcome. */
export interface SaveResult {
  /** `lost`: not stored, and shown as a failure of the order. `broken`: a bug kept it from being applied. */
  readonly kind: 'saved' | 'lost' | 'broken';
  /** For the caller that requested the poll; `null` after a bug. */
  readonly result: PollResult | null;
}

/**
 * Stores outcomes in one transaction. After a bug each in its own, so that one order does not keep the others from being
 * stored.
 * @param logBug is called with what `OrderService.apply` throws
 * @returns a result by order; none for orders that are gone
 */
export function saveOutcomes(
  orders: OrderService,
  outcomes: readonly PollOutcome[],
  logBug: (bug: unknown) => void,
): ReadonlyMap<string, SaveResult> {
  const before = new Map(
    outcomes.map(({ orderId }) => [orderId, orders.get(orderId)?.fingerprint256 ?? null]),
  );
  const isApplied = (some: readonly PollOutcome[]): boolean => {
    try {
      // An error is shown by the orders concerned.
      orders.apply(some);
      return true;
    } catch (bug) {
      logBug(bug);
      return false;
    }
  };
  const isAllApplied = isApplied(outcomes);
  const results = new Map<string, SaveResult>();
  for (const outcome of outcomes) {
    const { orderId } = outcome;
    const isBroken = !isAllApplied && (outcomes.length === 1 || !isApplied([outcome]));
    const order = orders.get(orderId);
    if (isBroken) results.set(orderId, { kind: 'broken', result: null });
    else if (order !== null) results.set(orderId, saveResult(outcome, order, before.get(orderId) ?? null));
  }
  return results;
}

function saveResult(outcome: PollOutcome, order: OrderRow, previous: string | null): SaveResult {
  const { orderId } = outcome;
  const { failure } = order;
  if (outcome.kind === 'failed' && failure === outcome.error)
    return { kind: 'saved', result: { orderId, kind: 'failed', error: outcome.error } };
  if (failure !== null) return { kind: 'lost', result: { orderId, kind: 'failed', error: failure } };
  const isSame = order.fingerprint256 === previous;
  return {
    kind: 'saved',
    result: isSame ? { orderId, kind: 'unchanged' } : { orderId, kind: 'newCertificate', previous },
  };
}
