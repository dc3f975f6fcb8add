import type { OrderRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import type { InboxRepository, PushOrder } from './deliveryRecord.ts';
import type { PushOrders } from './pushOrders.ts';

/** What the names of a hook's orders mean, as the person said: in memory, and on disk before it counts. */
export class OrderNames {
  readonly #repository: Pick<InboxRepository, 'loadNames' | 'setName' | 'removeName'>;
  /** Order ids by name by hook. */
  readonly #names = new Map<string, Map<string, string>>();

  /** Loads every name. Throws when the database cannot be read. */
  constructor(repository: Pick<InboxRepository, 'loadNames' | 'setName' | 'removeName'>) {
    this.#repository = repository;
    for (const { hookId, name, orderId } of repository.loadNames()) this.#put(hookId, name, orderId);
  }

  /** The id of the order that a name means, whether that order is still there or not; `null` when nobody said. */
  get(hookId: string, name: string): string | null {
    return this.#names.get(hookId)?.get(name) ?? null;
  }

  /** Says what a name means from now on. Error: `storage`; it then means what it did. */
  set(hookId: string, name: string, orderId: string): Result<null> {
    const saved = this.#repository.setName({ hookId, name, orderId });
    if (saved.ok) this.#put(hookId, name, orderId);
    return saved;
  }

  /** Forgets what a name means. Error: `storage`; it then means what it did. */
  remove(hookId: string, name: string): Result<null> {
    const removed = this.#repository.removeName(hookId, name);
    if (removed.ok) this.#names.get(hookId)?.delete(name);
    return removed;
  }

  /** Forgets the names of a hook that was removed: the database did so with the hook. */
  forgetHook(hookId: string): void {
    this.#names.delete(hookId);
  }

  #put(hookId: string, name: string, orderId: string): void {
    const names = this.#names.get(hookId) ?? new Map<string, string>();
    this.#names.set(hookId, names.set(name, orderId));
  }
}

/** What the name of a hook's order means now. */
type ResolvedName =
  /** Nobody said, or its push-only order was removed. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone'; readonly orderId: string }
  | { readonly kind: 'pulled'; readonly order: OrderRow }
  | { readonly kind: 'pushed'; readonly order: PushOrder };

/** Looks up what names mean among the orders that there are. */
export class OrderNameResolver {
  readonly #names: OrderNames;
  readonly #pulled: (id: string) => OrderRow | null;
  readonly #pushed: PushOrders;

  constructor(names: OrderNames, pulled: (id: string) => OrderRow | null, pushed: PushOrders) {
    this.#names = names;
    this.#pulled = pulled;
    this.#pushed = pushed;
  }

  of(hookId: string, name: string): ResolvedName {
    const orderId = this.#names.get(hookId, name);
    if (orderId === null || this.#pushed.isRemoved(orderId)) return { kind: 'unknown' };
    const pulled = this.#pulled(orderId);
    if (pulled !== null) return { kind: 'pulled', order: pulled };
    const pushed = this.#pushed.find(orderId);
    return pushed === null ? { kind: 'gone', orderId } : { kind: 'pushed', order: pushed };
  }
}
