import type { OrderRow } from '#shared/domain/order.ts';
import type { PushOrder } from './inboxRecord.ts';
import type { OrderNames } from './orderNames.ts';
import type { PushOrders } from './pushOrders.ts';

/** What the name of a hook's order means now. */
export type Meaning =
  /** Nobody said, or its push-only order was removed. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone'; readonly orderId: string }
  | { readonly kind: 'pulled'; readonly order: OrderRow }
  | { readonly kind: 'pushed'; readonly order: PushOrder };

/** Looks up what names mean among the orders that there are. */
export class OrderMeanings {
  readonly #names: OrderNames;
  readonly #pulled: (id: string) => OrderRow | null;
  readonly #pushed: PushOrders;

  constructor(names: OrderNames, pulled: (id: string) => OrderRow | null, pushed: PushOrders) {
    this.#names = names;
    this.#pulled = pulled;
    this.#pushed = pushed;
  }

  of(hookId: string, name: string): Meaning {
    const orderId = this.#names.get(hookId, name);
    if (orderId === null || this.#pushed.isRemoved(orderId)) return { kind: 'unknown' };
    const pulled = this.#pulled(orderId);
    if (pulled !== null) return { kind: 'pulled', order: pulled };
    const pushed = this.#pushed.find(orderId);
    return pushed === null ? { kind: 'gone', orderId } : { kind: 'pushed', order: pushed };
  }
}
