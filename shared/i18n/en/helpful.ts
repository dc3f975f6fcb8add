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
} as const;
