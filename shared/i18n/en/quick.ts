/** The words of the quick window. */
export const quick = {
  search: 'Search orders',
  attention: 'Needs attention',
  next: 'Next',
  noOrders: 'No orders yet. Open the window to add some.',
  /** When an order expires or what is wrong, and why. */
  because: '{{words}} · {{reason}}',
  nothingFound: 'No orders match',
  started: 'Started. The result shows in the order.',
  details: 'details',
  window: 'window',
} as const;
