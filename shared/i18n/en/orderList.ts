/** The parts of the list that its first rows do not need. */
export const orderList = {
  empty: {
    title: 'No orders yet',
    text: 'Paste the rids of your orders to see their certificates and the time left.',
    noMatchTitle: 'Nothing matches',
    noMatchText: 'No order fits the search and the filters.',
    showAll: 'Show all orders',
  },
  selection: {
    label: 'Selected orders',
    count_one: '{{count, number}} selected',
    count_other: '{{count, number}} selected',
    clear: 'Clear selection',
  },
  removal: {
    title_one: 'Remove {{count, number}} order?',
    title_other: 'Remove {{count, number}} orders?',
    text: 'Their folders, servers, tags, notes and history go with them. Nothing changes at the service. {{keys}} brings them back until NotAfter is quit.',
  },
  statusCount: '{{status}} {{count, number}}',
  /** Of the button. */
  groupByTag: 'Group by tag',
  strip: {
    label: 'Expiries in the next 90 days, by week',
    today: 'today',
    /** `parts`: the number of orders with each status. */
    week_one: '{{days}}: {{count, number}} order expires ({{parts}})',
    week_other: '{{days}}: {{count, number}} orders expire ({{parts}})',
    none: '{{days}}: no order expires',
    part: '{{status}}: {{count, number}}',
  },
  search: {
    example: {
      time: '<14d  >90d',
      status: 'status:critical',
      issuer: 'issuer:name',
      server: 'server:host',
      tag: 'tag:name',
      note: 'note:word',
      not: '-word  "two words"',
    },
    about: {
      time: 'time left: hours h, days d, weeks w',
      status: 'one or several, separated by commas',
      issuer: 'the certificate’s issuer',
      server: 'a server that NotAfter checks',
      tag: 'tags that start with this; tag:"name" exactly',
      note: 'what you wrote about the order',
      not: 'exclude a word; find a phrase',
    },
    problem: {
      time: '“{{word}}” is not a time. Write <14d, >12h or <2w.',
      status: '“{{word}}” is not a status. Write one of those above the list, such as status:critical.',
    },
  },
  /** For the tray and the terminal. */
  serviceWaits_one: '{{count, number}} order: the service asked to wait, next check {{until}}',
  serviceWaits_other: '{{count, number}} orders: the service asked to wait, all checked again by {{until}}',
} as const;
