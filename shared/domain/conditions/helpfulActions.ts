/**
 * What helps an order first. `console`: what the service's console says of it. `link`: a delivery waits to be linked to it. `review`: its findings have to be accepted.
 * `update`: of its exported files. `tighten`: their permissions. `run`: the command of its files. `check`: of its servers. `checkFiles`: whether files can be read now.
 */
export const helpfulActions = [
  'replaceToken',
  'enterToken',
  'link',
  'console',
  'sync',
  'review',
  'update',
  'exportAgain',
  'tighten',
  'run',
  'check',
  'checkFiles',
  'export',
] as const;
export type HelpfulAction = (typeof helpfulActions)[number];
