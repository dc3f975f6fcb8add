/** The words of the quick window. */
export const quick = {
  search: 'Search orders',
  attention: 'Needs attention',
  next: 'Next',
  noOrders: 'No orders yet. Open the window to add some.',
  nothingFound: 'No orders match',
  started: 'Started. The result shows in the order.',
  details: 'details',
  window: 'window',
} as const;
