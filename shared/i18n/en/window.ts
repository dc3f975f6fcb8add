/** The texts of other areas that the list and the frame around it show. */
export const windowTexts = {
  places: {
    bulk: {
      open: 'Add suggested endpoints…',
      short: 'Endpoints…',
      title: 'Add suggested endpoints?',
      text: '{{endpoints}} for {{orders}} would be added, by the names in the certificates.',
      endpoints_one: '{{count, number}} endpoint',
      endpoints_other: '{{count, number}} endpoints',
      orders_one: '{{count, number}} order',
      orders_other: '{{count, number}} orders',
      known_one: '{{count, number}} is there already.',
      known_other: '{{count, number}} are there already.',
      wildcards_one: '{{count, number}} wildcard name needs a host, which you can give in its order.',
      wildcards_other: '{{count, number}} wildcard names need a host, which you can give in their orders.',
      noRoom_one:
        '{{count, number}} has no room: an order has at most {{most}} endpoints, all orders {{mostOfAll}}.',
      noRoom_other:
        '{{count, number}} have no room: an order has at most {{most}} endpoints, all orders {{mostOfAll}}.',
      nothing: 'There is nothing to add.',
      connects: 'NotAfter connects to each of them now and every 12 hours.',
      confirm_one: 'Add {{count, number}} endpoint',
      confirm_other: 'Add {{count, number}} endpoints',
      done_one: '{{count, number}} endpoint added',
      done_other: '{{count, number}} endpoints added',
    },
    checkNow: 'Check now',
    filter: {
      drifted: 'Out of step',
      driftedHint:
        'Show only orders whose present certificate isn’t, or isn’t seen, everywhere it should be: on servers and in copies',
      overdue: 'Overdue',
      overdueHint: 'Show only orders that are past the time at which they are usually renewed',
    },
    renewal: {
      due: 'renewal due',
      overdue: 'renewal overdue by {{time}}',
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
    report: {
      menu: 'Report',
      about: 'Of all orders, without secrets',
      copy: 'Copy report',
      save: { markdown: 'Save as Markdown…', csv: 'Save as CSV…', json: 'Save as JSON…' },
      copied: 'The report is copied',
      copiedText: 'Paste it into a ticket. It holds names and dates, and no secrets.',
      saved: 'Saved as {{name}}',
      failed: 'The report could not be made',
    },
  },
  inbox: {
    nav: {
      label: 'Views',
      orders: 'Orders',
      inbox: 'Inbox',
      waiting_one: '{{count, number}} waiting',
      waiting_other: '{{count, number}} waiting',
      receiver: 'Receiver',
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
