/** The command palette. */
export const palette = {
  title: 'Commands',
  hint: 'Find an order, an action or a setting',
  none: 'Nothing matches.',
  results_one: '{{count, number}} result',
  results_other: '{{count, number}} results',
  group: { orders: 'Orders', actions: 'Actions', settings: 'Settings' },
  show: 'Show {{view}}',
} as const;
