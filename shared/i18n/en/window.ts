/** The texts of other areas that the list and the frame around it show. */
export const windowTexts = {
  places: {
    renewal: {
      /** From the renewals that were seen. */
      due: 'Renewal due',
      usualOnce: 'Last time renewed {{lead}} before it expired. Expected around {{date}}.',
      usual: 'Normally renewed {{lead}} before it expires, around {{date}}.',
      dueUsual: 'Normally renewed {{lead}} before it expires; it is now {{left}}. A renewal is due.',
      overdueUsual:
        'Normally renewed {{lead}} before it expires; it is now {{left}}. The renewal is overdue by {{time}}.',
      missedUsual: 'Normally renewed {{lead}} before it expires; this time it was not.',
      /** Without one, from a third of the lifetime. */
      expected: 'Expected to be renewed by {{date}}',
      expectedThird: 'Expected to be renewed by {{date}}, when a third of its lifetime is left.',
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
