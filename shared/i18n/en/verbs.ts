/** What can be done with an order, where the texts of its menu do not say it already. */
export const verbs = {
  update: 'Update files',
  copyChain: 'Copy full chain',
  snoozeDay: 'Snooze for 1 day',
  snoozeWeek: 'Snooze for 1 week',
  snoozeRenewal: 'Snooze until renewed',
  thresholds: 'When to warn…',
  /** Rows that are dragged out of the window. */
  drag: {
    failed: 'The files could not be dragged',
    tooMany: 'At most {{count, number}} orders can be dragged at once',
    tooManyNext: 'Export them to a folder instead.',
    ready: 'The files are ready',
    again: 'Drag again within one minute.',
    incomplete_one: '{{count, number}} chain leads to no known root',
    incomplete_other: '{{count, number}} chains lead to no known root',
    incompleteNext:
      '“Export…” shows which certificate is missing. Add a private authority to its connection.',
    left_one: '{{count, number}} order is not part of the drag',
    left_other: '{{count, number}} orders are not part of the drag',
    reason: '{{title}}: {{why}}.',
    needsReview: 'needs a review, which “Export…” shows',
    refused: 'Nothing arrived?',
    refusedNext:
      'GNOME’s Files and some other programs take no files from this drag. Use “Export…” for them.',
  },
} as const;
