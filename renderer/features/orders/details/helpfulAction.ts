import type { Deployment } from '#renderer/features/deployment/steps/useDeployment.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';

/** The action that helps an order first. `review`: the findings below ask for it. */
export type HelpfulAction =
  | 'replaceToken'
  | 'enterToken'
  | 'sync'
  | 'review'
  | 'update'
  | 'exportAgain'
  | 'run'
  | 'check'
  | 'export';

/** The primary action of the panel at `now` (Unix ms): what helps first on the way to the servers. */
export function helpfulAction(
  row: Pick<OrderRow, 'source' | 'notAfter' | 'fingerprint256' | 'failure' | 'findings'>,
  connection: Pick<ConnectionView, 'polling'> | undefined,
  { copies, files, servers }: Pick<Deployment, 'copies' | 'files' | 'servers'>,
  now: number,
): HelpfulAction {
  const isPulled = !isPushOnly(row);
  const isExpired = row.notAfter !== null && row.notAfter < now;
  if (connection?.polling.kind === 'rejected') return 'replaceToken';
  if (connection?.polling.kind === 'waitingForToken') return 'enterToken';
  const isUseless = row.fingerprint256 === null || isExpired || isDamaged(row.findings);
  if (isPulled && (isUseless || row.failure !== null)) return 'sync';
  if (isPulled && toReview(row.findings).length > 0) return 'review';
  if (files.action?.kind === 'update' || files.action?.kind === 'ask') return 'update';
  if (files.action?.kind === 'exportAgain') return 'exportAgain';
  if (servers.action === 'reload' && copies.some(({ command }) => command !== null)) return 'run';
  return servers.state === 'attention' || servers.state === 'problem' ? 'check' : 'export';
}
