/** The groups of the list while it is sorted by expiry, in their order. `unknown`: the expiry is not known yet. */
export const orderGroups = ['attention', 'week', 'month', 'later', 'unknown'] as const;
export type OrderGroup = (typeof orderGroups)[number];

/** The number of orders in each group. */
export type GroupCounts = Readonly<Record<OrderGroup, number>>;

export function noGroups(): Record<OrderGroup, number> {
  return { attention: 0, week: 0, month: 0, later: 0, unknown: 0 };
}
