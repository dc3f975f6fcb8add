import type { SourceRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import type { DeliveryRecord, InboxRepository, PushOrder } from './deliveryRecord.ts';
import type { PushOrders } from './pushOrders.ts';

/** The links from names that hooks deliver to orders, as the user made them. */
export class OrderNames {
  readonly #repository: Pick<InboxRepository, 'loadNames' | 'setName' | 'removeName'>;
  /** Order ids by hook id and name. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(repository: Pick<InboxRepository, 'loadNames' | 'setName' | 'removeName'>) {
    this.#repository = repository;
    for (const { hookId, name, orderId } of repository.loadNames()) this.#put(hookId, name, orderId);
  }

  /** The id of the linked order, which may have been removed; `null`: not linked. */
  get(hookId: string, name: string): string | null {
    return this.#names.get(hookId)?.get(name) ?? null;
  }

  /** Error: `storage`; the previous link stays. */
  set(hookId: string, name: string, orderId: string): Result<null> {
    const saved = this.#repository.setName({ hookId, name, orderId });
    if (saved.ok) this.#put(hookId, name, orderId);
    return saved;
  }

  /** Error: `storage`; the link stays. */
  remove(hookId: string, name: string): Result<null> {
    const removed = this.#repository.removeName(hookId, name);
    if (removed.ok) this.#names.get(hookId)?.delete(name);
    return removed;
  }

  /** Removes the links of a removed hook from memory: the database deleted them with the hook. */
  forgetHook(hookId: string): void {
    this.#names.delete(hookId);
  }

  #put(hookId: string, name: string, orderId: string): void {
    const names = this.#names.get(hookId) ?? new Map<string, string>();
    this.#names.set(hookId, names.set(name, orderId));
  }
}

interface NameSources {
  readonly names: OrderNames;
  /** The pulled orders only. */
  readonly orders: { get(id: string): SourceRow | null };
  readonly pushOrders: PushOrders;
}

/** What a delivered name refers to. */
type ResolvedName =
  /** Not linked, or its push-only order was removed. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone'; readonly orderId: string }
  | { readonly kind: 'pulled'; readonly order: SourceRow }
  | { readonly kind: 'pushed'; readonly order: PushOrder };

export function resolveOrderName(
  { hookId, orderName }: Pick<DeliveryRecord, 'hookId' | 'orderName'>,
  { names, orders, pushOrders }: NameSources,
): ResolvedName {
  const orderId = names.get(hookId, orderName);
  if (orderId === null) return { kind: 'unknown' };
  const pulled = orders.get(orderId);
  if (pulled !== null) return { kind: 'pulled', order: pulled };
  const pushed = pushOrders.stored(orderId);
  if (pushed === null) return { kind: 'gone', orderId };
  return pushed.removedAt === null ? { kind: 'pushed', order: pushed } : { kind: 'unknown' };
}
