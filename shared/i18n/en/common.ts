/** Words that several places share: buttons, units of time, small labels. */
export const common = {
  appName: 'NotAfter',
  close: 'Close',
  tryAgain: 'Try again',
  copied: 'Copied',
  listSeparator: ', ',
  sentences: '{{first}} {{second}}',
  time: {
    justNow: 'just now',
    ago: '{{time}} ago',
    days_one: '{{count, number}} day',
    days_other: '{{count, number}} days',
    hours: '{{hours}} h',
    minutes: '{{minutes}} min',
    seconds: '{{seconds}} s',
    daysHours: '{{days}} d {{hours}} h',
    hoursMinutes: '{{hours}} h {{minutes}} min',
    minutesSeconds: '{{minutes}} min {{seconds}} s',
    underAnHour: 'less than an hour',
    underAMinute: 'less than a minute',
  },
  expired: 'expired {{ago}}',
} as const;

/** Those of them that the first rows do not need. */
export const laterCommon = {
  cancel: 'Cancel',
  save: 'Save',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  copyWhat: 'Copy {{what}}',
  optional: '(optional)',
  showMore_one: 'and {{count, number}} more',
  showMore_other: 'and {{count, number}} more',
  unsaved: {
    question: 'You have unsaved changes.',
    stay: 'Keep editing',
    drop: 'Discard',
  },
  expires: 'expires in {{time}}',
} as const;
