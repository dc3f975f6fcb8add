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

/** Up to so many expired orders are no crowd: those of the last week come first, those of long ago stay with them as the last. */
const FEW = 3;

/** Whether so many expired orders come after those that can still be saved. If they expired long ago, they are a group of their own. */
export function isGroupOfExpired(count: number): boolean {
  return count > FEW;
}
