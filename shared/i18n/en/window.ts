/** The texts of other areas that the list and the frame around it show. */
export const windowTexts = {
  places: {
    renewal: {
      /** From the renewals that were seen. */
      due: 'Renewal due',
      /** Without one, from a third of the lifetime. */
      expected: 'Expected to be renewed by {{date}}',
    },
  },
  inbox: {
    nav: {
      label: 'Views',
      orders: 'Orders',
      inbox: 'Deliveries',
      waiting_one: '{{count, number}} waiting',
      waiting_other: '{{count, number}} waiting',
    },
  },
  timeline: {
    tab: 'Timeline',
  },
  help: {
    open: 'Help (F1)',
  },
} as const;
