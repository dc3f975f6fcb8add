/** The labels of what helps an order first. */
export const helpful = {
  replaceToken: 'Replace token…',
  enterToken: 'Enter token…',
  link: 'Link delivery…',
  console: 'Open console',
  sync: 'Check now',
  review: 'Review…',
  update: 'Update files',
  exportAgain: 'Export again…',
  tighten: 'Restrict files',
  run: 'Run command',
  check: 'Check servers',
  checkFiles: 'Check files',
  export: 'Export…',
  ofOrder: '{{verb}}: {{name}}',
  done: {
    tightened: 'Other users can no longer read the files.',
    written_one: '{{count, number}} file written.',
    written_other: '{{count, number}} files written.',
    unproven: '{{text}} The test connection with the new files failed. Open the order to see why.',
    commandFailed: '{{text}} The command after it failed. Open the order to see why.',
  },
} as const;
