import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { Life } from './life.ts';

/** Something that happens in a life. `n`: a whole number from 0 that chooses among what is there. */
export interface Action {
  readonly run: (life: Life, n: number) => Promise<unknown>;
  /** Whether it can happen now; absent: always. */
  readonly can?: (life: Life) => boolean;
  /** How much more often than others; absent: 1. */
  readonly weight?: number;
}

export const hasOrders = (life: Life) => life.app.seen().orders.size > 0;
export const hasCopies = ({ app }: Life) => app.seen().copies.length > 0;

/** One of several, which a number chooses. Throws if there is none. */
export function pick<T>(all: readonly T[], n: number): T {
  const one = all[n % all.length];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

/** The orders that the app has, in a constant order. */
export function ordersOf({ app }: Life): readonly OrderRow[] {
  return [...app.seen().orders.values()].toSorted((one, other) =>
    serviceKey(one) < serviceKey(other) ? -1 : 1,
  );
}

export function orderOf(life: Life, n: number): OrderRow {
  return pick(ordersOf(life), n);
}
