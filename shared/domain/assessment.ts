import { byExpiry, firstOf } from './arrangement.ts';
import { groupOf } from './attention.ts';
import type { ConditionFacts } from './conditions/condition.ts';
import type { ConnectionView, PollingState } from './connection.ts';
import { type OrderRow, sourceId } from './order.ts';
import { type GroupCounts, isGroupOfExpired, noGroups, type OrderGroup } from './orderGroups.ts';
import type { Settings } from './settings.ts';
import { deriveStatus, deriveStatuses, type OrderStatus, orderStatuses } from './status.ts';

/** The number of orders with each status. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>;

/** How many orders there are, by their status and by their group in the list. */
export interface OrderCounts {
  readonly statuses: StatusCounts;
  readonly groups: GroupCounts;
}

/** The status of every order at one moment. */
export interface Assessment {
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly counts: StatusCounts;
  /** `null` when there are no orders. */
  readonly worst: OrderStatus | null;
  /** When the first status changes by time alone, Unix ms; `Infinity` if none does. */
  readonly validUntil: number;
}

export const noOrders: Assessment = {
  statuses: new Map(),
  counts: Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>,
  worst: null,
  validUntil: Number.POSITIVE_INFINITY,
};

/**
 * Derives the status of all orders at `now` (Unix ms).
 * @param pollingKind by the id of a connection or a hook
 */
export function assess(
  orders: Iterable<OrderRow>,
  pollingKind: (sourceId: string) => PollingState['kind'],
  settings: Settings,
  now: number,
): Assessment {
  const statuses = new Map<string, OrderStatus>();
  const counts = { ...noOrders.counts };
  const pollingOf = (row: OrderRow) => pollingKind(sourceId(row));
  const validUntil = deriveStatuses(orders, pollingOf, settings, now, ({ id }, status) => {
    statuses.set(id, status);
    counts[status] += 1;
  });
  return { statuses, counts, worst: orderStatuses.find((status) => counts[status] > 0) ?? null, validUntil };
}

/** The facts that decide the place of an order within its group of the list. */
type Place = Pick<OrderRow, 'id' | 'notAfter' | 'chainEnd'>;

/** The ids of the first orders of the list, in their order. */
interface ListStart {
  readonly first: readonly string[];
  readonly counts: OrderCounts;
}

/**
 * The first orders of the list, those that need attention before the others, and the counts of all. Many expired ones come
 * after what can still be saved, and a group of long expired orders last, because it is hidden at first. In a fraction of the time of `assess`.
 * @param most how many orders are wanted
 * @param now Unix ms
 */
export function firstOfList(
  orders: readonly (ConditionFacts & Pick<OrderRow, 'id'>)[],
  most: number,
  pollingKind: (sourceId: string) => PollingState['kind'],
  settings: Settings,
  now: number,
): ListStart {
  const statuses = { ...noOrders.counts };
  const groups = noGroups();
  const urgent: Place[] = [];
  const expired: Place[] = [];
  const longExpired: Place[] = [];
  const others: Place[] = [];
  const placesOf = (group: OrderGroup, status: OrderStatus) => {
    if (group === 'attention') return status === 'expired' ? expired : urgent;
    return group === 'longExpired' ? longExpired : others;
  };
  for (const order of orders) {
    const status = deriveStatus(order, pollingKind(sourceId(order)), settings, now);
    statuses[status] += 1;
    const group = groupOf(order, status, now);
    groups[group] += 1;
    const { id, notAfter, chainEnd } = order;
    placesOf(group, status).push({ id, notAfter, chainEnd });
  }
  const attention =
    isGroupOfExpired(expired.length) && urgent.length > 0
      ? [firstOf(urgent, most, byExpiry), firstOf(expired, most, (a, b) => byExpiry(b, a))]
      : [firstOf([...urgent, ...expired], most, byExpiry)];
  const rest = isGroupOfExpired(longExpired.length) ? [others, longExpired] : [longExpired, others];
  const parts = [...attention, ...rest.map((places) => firstOf(places, most, byExpiry))];
  return {
    first: parts
      .flat()
      .slice(0, most)
      .map(({ id }) => id),
    counts: { statuses, groups },
  };
}

/** The polling of each connection; `active` for an unknown one, and for hooks. */
export function pollingKindOf(
  connections: readonly ConnectionView[],
): (sourceId: string) => PollingState['kind'] {
  const kinds = new Map(connections.map(({ id, polling }) => [id, polling.kind]));
  return (sourceId) => kinds.get(sourceId) ?? 'active';
}
