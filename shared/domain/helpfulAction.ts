import type { PollingState } from './connection.ts';
import { type CopyBundleView, lastDestination } from './copy.ts';
import { filesStep, serversStep } from './deploymentSteps.ts';
import type { EndpointView } from './endpoint.ts';
import { isDamaged, toReview } from './finding.ts';
import { isPushOnly, type OrderRow } from './order.ts';

/**
 * What helps an order first. `link`: a delivery waits to be linked to it. `review`: its findings have to be accepted.
 * `update`: of its exported files. `run`: the command of its files. `exportTo`: its last destination, without a dialog.
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
  'exportTo',
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
  if (servers.state === 'attention' || servers.state === 'problem') return 'check';
  return lastDestination(copies)?.needsPassphrase === false ? 'exportTo' : 'export';
}

/** What a surface offers for an order. */
export interface HelpfulOffer {
  readonly action: HelpfulAction;
  /** Of `exportTo`: the last destination, with `~` for the home folder. Otherwise `null`. */
  readonly folder: string | null;
}

/** What helps an order first, with the folder that it would be exported to. @param now Unix ms */
export function helpfulOffer(
  row: Parameters<typeof helpfulAction>[0],
  situation: OrderSituation,
  now: number,
): HelpfulOffer {
  const action = helpfulAction(row, situation, now);
  const destination = action === 'exportTo' ? lastDestination(situation.copies) : null;
  return { action, folder: destination?.folder ?? null };
}

/** What went wrong with files that were written: no client could connect with them, or their command failed. */
export type WrittenProblem = 'notProven' | 'command';

/** What an action did. `opened`: the main window, with a question or a form. `started`: its result shows in the order. */
export type HelpResult =
  | { readonly kind: 'opened' }
  | { readonly kind: 'started' }
  | { readonly kind: 'updated'; readonly folders: number; readonly problem: WrittenProblem | null }
  | { readonly kind: 'exported'; readonly files: number; readonly problem: WrittenProblem | null }
  /** The files had the certificate already. */
  | { readonly kind: 'upToDate' };

/** What to say about the result of an action; `text` is `null` if it shows by itself. */
export interface HelpWords {
  readonly isFailure: boolean;
  readonly title: string;
  readonly text: string | null;
}
