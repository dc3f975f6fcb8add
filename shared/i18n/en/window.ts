/** The texts of other areas that the list and the frame around it show. */
export const windowTexts = {
  places: {
    checkNow: 'Check now',
    filter: {
      driftedHint: 'Show only orders whose certificate isn’t on every server and in every folder',
      overdue: 'Overdue',
      overdueHint: 'Show only orders whose renewal is overdue',
    },
    renewal: {
      due: 'Renewal due',
      overdue: 'Renewal overdue by {{time}}',
      usual: 'Normally renewed {{lead}} before it expires, around {{date}}.',
      third: 'A renewal is expected around {{date}}, when a third of the lifetime is left.',
      dueUsual: 'Normally renewed {{lead}} before it expires; it is now {{left}}. A renewal is due.',
      dueThird: 'Less than a third of the lifetime is left ({{left}}). A renewal is due.',
      overdueUsual:
        'Normally renewed {{lead}} before it expires; it is now {{left}}. The renewal is overdue by {{time}}: check the automation at the service.',
      overdueThird:
        'Usually renewed when a third of the lifetime is left, {{lead}}; it is now {{left}}. The renewal is overdue by {{time}}: check the automation at the service.',
      missedUsual: 'Normally renewed {{lead}} before it expires; this time it was not.',
      missedThird: 'No renewal came in the last third of its lifetime.',
    },
  },
  inbox: {
    nav: {
      label: 'Views',
      orders: 'Orders',
      inbox: 'Deliveries',
      waiting_one: '{{count, number}} waiting',
      waiting_other: '{{count, number}} waiting',
      receiver: 'WebHooks',
    },
  },
  timeline: {
    tab: 'Timeline',
  },
  help: {
    open: 'Help (F1)',
  },
  connections: {
    addConnection: 'New connection',
  },
} as const;
