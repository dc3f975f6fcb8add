import type { Event, KeyedEvent } from '#main/platform/emitter.ts';
import type { ConditionFacts } from '#shared/domain/conditions/condition.ts';
import type { OrderDetails, OrderRow, RowAdditions, SourceRow } from '#shared/domain/order.ts';
import type { Result } from '#shared/result.ts';
import type { OrdersChange, RowPart } from './rowParts.ts';
import type { StoredOrder } from './storedOrder.ts';

/** As much of a row as statuses and the arrangement of the list follow from. */
export type OrderFacts = ConditionFacts & Pick<OrderRow, 'id'>;

/** As much of that as a source knows, and which certificate it is. */
export type SourceFacts = Omit<OrderFacts, keyof RowAdditions> & Pick<OrderRow, 'fingerprint256'>;

/** As much of the details of an order as a source knows. */
export type SourceDetails = Omit<OrderDetails, 'id' | 'addedAt'>;

/**
 * Where orders come from: polls, or deliveries. An id belongs to one source. It reads and writes; what the user may do with
 * an order is decided by `OrderList`.
 */
export interface OrderSource {
  readonly onDidChange: KeyedEvent<RowPart, OrdersChange>;
  /** How many orders were not removed. */
  count(): number;
  /** Of all orders that were not removed, without reading more of them. */
  facts(): readonly SourceFacts[];
  /** As `facts`, of one order. */
  fact(id: string): SourceFacts | null;
  /** Without removed ones. */
  list(): readonly SourceRow[];
  get(id: string): SourceRow | null;
  /** Called before these are asked for, so that they can be read at once. */
  prepare?(ids: readonly string[]): void;
  /** Removed or not. */
  stored(id: string): StoredOrder | null;
  /** Errors: `unknownId`, `storage`. */
  details(id: string): Result<SourceDetails>;
  /** Of an order that was not removed; ignores an unknown id. Error: `storage`. */
  setAlias(id: string, alias: string | null): Result<null>;
  /** Ignores unknown ids. Error: `storage`. */
  setRemoved(ids: readonly string[], removedAt: number | null): Result<null>;
}

/** The order whose row is filled. */
export type OverlaidOrder = SourceFacts;

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
  /** What of an order its fields follow from. */
  readonly follows?: readonly RowPart[];
  /** One of `follows` changed. Called before the listeners of the list. @returns whether its fields changed too */
  ordersChanged?(change: OrdersChange): boolean;
  /** Fires with the ids of the orders whose fields changed by themselves. */
  readonly onDidChange?: Event<readonly string[]>;
}
