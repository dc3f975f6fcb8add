/** The words of the quick window. */
export const quick = {
  search: 'Search orders',
  attention: 'Needs attention',
  next: 'Next',
  noOrders: 'No orders yet. Open the window to add some.',
  /** When an order expires or what is wrong, and why. */
  because: '{{words}} · {{reason}}',
  nothingFound: 'No orders match',
  started: 'Started. See the order for the result.',
  details: 'details',
  window: 'window',
} as const;
