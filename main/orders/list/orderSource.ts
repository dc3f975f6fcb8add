import type { Event } from '#main/platform/emitter.ts';
import type { KeyedEvent } from '#main/platform/keyedEmitter.ts';
import type { ConditionFacts } from '#shared/domain/conditions/condition.ts';
import type { OrderDetails, OrderRow, RowAdditions, SourceRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Result } from '#shared/result.ts';
import type { OrdersChange, RowPart } from './rowParts.ts';

/** Removed orders are kept this long: they can be restored, and one that is added again has its history. */
export const REMOVED_KEPT_MS = 30 * DAY_MS;

/** As much of a row as statuses and the arrangement of the list follow from. */
export type OrderFacts = ConditionFacts & Pick<OrderRow, 'id'>;

/** As much of that as a source knows. */
export type SourceFacts = Omit<OrderFacts, keyof RowAdditions>;

/** Where orders come from: polls, or deliveries. An id belongs to one source. */
export interface OrderSource {
  readonly onDidChange: KeyedEvent<RowPart, OrdersChange>;
  /** Of all orders that were not removed, without reading more of them. */
  facts(): Iterable<SourceFacts>;
  /** Without removed ones. */
  list(): readonly SourceRow[];
  get(id: string): SourceRow | null;
  /** Unix ms; `null`: it is missing or removed. */
  addedAt(id: string): number | null;
  /** Errors: `unknownId`, `storage`. */
  details(id: string): Result<OrderDetails>;
  /** A blank text removes the alias. Errors: `unknownId`, `invalidInput`, `storage`. */
  setAlias(id: string, text: string): Result<null>;
  /** Ignores unknown ids. Error: `storage`. */
  remove(ids: readonly string[]): Result<null>;
  /** Errors: `unknownId` if none of the orders was removed, `storage`. */
  restore(ids: readonly string[]): Result<null>;
}

/** The order whose row is filled. An outline has no fingerprint. */
export type OverlaidOrder = SourceFacts & { readonly fingerprint256?: string | null };

/** Fills fields of the rows of all orders. */
export interface RowOverlay {
  /** What of a row it changes. */
  readonly part: RowPart;
  /** The values of its fields: the same object, or an equal one, until they change. */
  readonly fields: {
    readonly [Field in keyof RowAdditions]?: (order: OverlaidOrder) => RowAdditions[Field];
  };
  /** Called before the fields of these orders are asked for. */
  prepare?(orders: readonly SourceRow[]): void;
  /** Called before the listeners of the list. @returns whether its fields changed with the orders */
  ordersChanged?(change: OrdersChange): boolean;
  /** Fires with the ids of the orders whose fields changed by themselves. */
  readonly onDidChange?: Event<readonly string[]>;
}
