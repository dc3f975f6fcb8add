/**
 * The groups of the list while it is sorted by expiry, in their order. `longExpired`: more than a few that expired long ago.
 * `unknown`: the expiry is not known yet.
 */
export const orderGroups = ['attention', 'longExpired', 'week', 'month', 'later', 'unknown'] as const;
export type OrderGroup = (typeof orderGroups)[number];

/** The number of orders in each group. */
export type GroupCounts = Readonly<Record<OrderGroup, number>>;

export function noGroups(): Record<OrderGroup, number> {
  return { attention: 0, longExpired: 0, week: 0, month: 0, later: 0, unknown: 0 };
}

/** Up to so many orders that expired long ago stay with those that need attention, as the last of them. */
const FEW = 3;

/** Whether so many long expired orders are a group of their own, so that they hide nothing that can still be saved. */
export function isGroupOfExpired(count: number): boolean {
  return count > FEW;
}
