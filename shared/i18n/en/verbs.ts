/** What can be done with an order, where the texts of its menu do not say it already. */
export const verbs = {
  update: 'Update files',
  copyChain: 'Copy full chain',
  snoozeDay: 'Snooze for 1 day',
  snoozeWeek: 'Snooze for 1 week',
  snoozeRenewal: 'Snooze until renewed',
} as const;
