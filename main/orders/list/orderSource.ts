import type { Event, KeyedEvent } from '#main/platform/emitter.ts';
import type { Clock } from '#main/platform/time.ts';
import type { ConditionFacts } from '#shared/domain/conditions/condition.ts';
import type { OrderDetails, OrderRow, RowAdditions, SourceRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { isEqual } from '#shared/isEqual.ts';
import type { Result } from '#shared/result.ts';

/** A part of an order that can change. `existence`: it was added, restored or removed. */
export type RowPart =
  | 'existence'
  | 'certificate'
  | 'poll'
  | 'name'
  | 'deployment'
  | 'authority'
  | 'annotation'
  | 'snooze';

/** Ids of orders whose rows changed, ids of removed orders, and renewals. */
export interface OrdersChange {
  readonly upserts: readonly string[];
  readonly removed: readonly string[];
  readonly renewed: readonly Renewal[];
  /** The parts that changed in any of these orders. */
  readonly parts: ReadonlySet<RowPart>;
}

/** An order's leaf was replaced. SHA-256 fingerprints. */
export interface Renewal {
  readonly orderId: string;
  readonly from: string;
  readonly to: string;
}

/** The fields of a row that its source changes. */
type SourceField = Exclude<keyof SourceRow, 'id' | 'source'>;

const partOfField: Readonly<Record<SourceField, RowPart>> = {
  alias: 'name',
  serviceName: 'name',
  fingerprint256: 'certificate',
  commonName: 'certificate',
  domains: 'certificate',
  issuerName: 'certificate',
  notBefore: 'certificate',
  notAfter: 'certificate',
  notAfterSource: 'certificate',
  chainEnd: 'certificate',
  findings: 'certificate',
  lastConfirmedAt: 'poll',
  lastAttemptAt: 'poll',
  nextPollAt: 'poll',
  failures: 'poll',
  failure: 'poll',
};

const sourceFields = Object.keys(partOfField) as SourceField[];

/** Adds what differs between two rows of an order. `undefined`: it has no row. */
export function addChangedParts(
  parts: Set<RowPart>,
  before: SourceRow | undefined,
  after: SourceRow | undefined,
): void {
  if (before === undefined || after === undefined) {
    if (before !== after) parts.add('existence');
    return;
  }
  for (const field of sourceFields) {
    const part = partOfField[field];
    if (!parts.has(part) && !isEqual(before[field], after[field])) parts.add(part);
  }
}

/** What is stored of an order of any source. */
export interface StoredOrder {
  readonly id: string;
  /** The user's name for it. */
  readonly alias: string | null;
  /** Unix ms. */
  readonly addedAt: number;
  /** When the user removed it, Unix ms, or `null`. A removed order can be restored for a while. */
  readonly removedAt: number | null;
}

/** Removed orders are kept this long: they can be restored, and one that is added again has its history. */
const REMOVED_KEPT_MS = 30 * DAY_MS;

/**
 * Orders that were removed before this instant, Unix ms, are kept no longer.
 * @param confirmedClock a clock that is wrong for a moment must not end the time for a restore; `datedNow` dates removals
 */
export function removedKeptSince(confirmedClock: Pick<Clock, 'now'>): number {
  return confirmedClock.now() - REMOVED_KEPT_MS;
}

/** The part of a row that decides the status of its order and its place in the list. */
export type OrderFacts = ConditionFacts & Pick<OrderRow, 'id'>;

/** The order facts that a source knows, and which certificate it is. */
export type SourceFacts = Omit<OrderFacts, keyof RowAdditions> & Pick<OrderRow, 'fingerprint256'>;

/** The details of an order that a source knows. */
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
  /** The parts of an order that decide its fields. */
  readonly follows?: readonly RowPart[];
  /** One of `follows` changed. Called before the listeners of the list. @returns whether its fields changed too */
  ordersChanged?(change: OrdersChange): boolean;
  /** Fires with the ids of the orders whose fields changed by themselves. */
  readonly onDidChange?: Event<readonly string[]>;
}
