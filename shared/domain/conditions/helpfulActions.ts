/**
 * What helps an order first. `link`: a delivery waits to be linked to it. `review`: its findings have to be accepted.
 * `update`: of its exported files. `tighten`: their permissions. `run`: the command of its files. `check`: of its servers.
 */
export const helpfulActions = [
  'replaceToken',
  'enterToken',
  'link',
  'sync',
  'review',
  'update',
  'exportAgain',
  'tighten',
  'run',
  'check',
  'export',
] as const;
export type HelpfulAction = (typeof helpfulActions)[number];
