import type { OrderRow } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';

/** What has become of an order that was just added. */
export type OrderAnswer =
  | { readonly kind: 'removed' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'known'; readonly notAfter: number };

/** Reads it from the order's row (`undefined` when there is none any more) and whether it is being asked for. */
export function answerOf(order: OrderRow | undefined, isAsking: boolean): OrderAnswer {
  if (order === undefined) return { kind: 'removed' };
  if (isAsking) return { kind: 'asking' };
  if (order.failure !== null) return { kind: 'failed', error: order.failure };
  if (order.notAfter !== null) return { kind: 'known', notAfter: order.notAfter };
  return { kind: 'waiting' };
}

/** Whether the service has answered for the order, well or not. */
export function isAnswered(answer: OrderAnswer): boolean {
  return answer.kind === 'known' || answer.kind === 'failed';
}
