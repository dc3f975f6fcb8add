/** The labels of what helps an order first. */
export const helpful = {
  replaceToken: 'Replace token…',
  enterToken: 'Enter token…',
  link: 'Link delivery…',
  sync: 'Sync now',
  review: 'Review…',
  update: 'Update files',
  exportAgain: 'Export again…',
  run: 'Run command',
  check: 'Check servers',
  export: 'Export…',
  exportTo: 'Export to {{folder}}',
  done: {
    upToDate: 'The files are up to date already.',
    updated_one: '{{count, number}} folder updated.',
    updated_other: '{{count, number}} folders updated.',
    exported_one: '{{count, number}} file exported.',
    exported_other: '{{count, number}} files exported.',
    notProven: '{{text}} The test connection with the new files failed. Open the order to see why.',
    command: '{{text}} The command after it failed. Open the order to see why.',
  },
} as const;
