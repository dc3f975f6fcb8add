import type { PollingState } from './connection.ts';
import type { CopyBundleView } from './copy.ts';
import { filesStep, serversStep } from './deploymentSteps.ts';
import type { EndpointView } from './endpoint.ts';
import { isDamaged, toReview } from './finding.ts';
import { isPushOnly, type OrderRow } from './order.ts';

/**
 * What helps an order first. `link`: a delivery waits to be linked to it. `review`: its findings have to be accepted.
 * `update`: of its exported files. `run`: the command of its files.
 */
export const helpfulActions = [
  'replaceToken',
  'enterToken',
  'link',
  'sync',
  'review',
  'update',
  'exportAgain',
  'run',
  'check',
  'export',
] as const;
export type HelpfulAction = (typeof helpfulActions)[number];

/** What belongs to one order, apart from its row. */
export interface OrderSituation {
  /** Of its connection; `active` for a push-only order. */
  readonly polling: PollingState['kind'];
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
  /** A delivery that waits to be linked looks like this order's. */
  readonly hasDelivery: boolean;
}

/** The primary action of an order at `now` (Unix ms), on every surface: what helps first on the way to the servers. */
export function helpfulAction(
  row: Pick<OrderRow, 'source' | 'notAfter' | 'fingerprint256' | 'failure' | 'findings'>,
  { polling, copies, endpoints, hasDelivery }: OrderSituation,
  now: number,
): HelpfulAction {
  const isPulled = !isPushOnly(row);
  const isExpired = row.notAfter !== null && row.notAfter < now;
  if (polling === 'rejected') return 'replaceToken';
  if (polling === 'waitingForToken') return 'enterToken';
  if (hasDelivery) return 'link';
  const isUseless = row.fingerprint256 === null || isExpired || isDamaged(row.findings);
  if (isPulled && (isUseless || row.failure !== null)) return 'sync';
  if (isPulled && toReview(row.findings).length > 0) return 'review';
  const files = filesStep(copies);
  if (files.action?.kind === 'update' || files.action?.kind === 'ask') return 'update';
  if (files.action?.kind === 'exportAgain') return 'exportAgain';
  const servers = serversStep(endpoints, files, row, now);
  if (servers.action === 'reload' && copies.some(({ command }) => command !== null)) return 'run';
  return servers.state === 'attention' || servers.state === 'problem' ? 'check' : 'export';
}
