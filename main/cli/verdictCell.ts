import type { DeploymentStatus, ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Cell } from './table.ts';
import type { Style } from './terminalText.ts';

/** How a status looks. */
export const probeStatusStyles: Readonly<Record<ProbeStatus, Style>> = {
  expired: 'bad',
  foreign: 'bad',
  stale: 'warning',
  misconfigured: 'warning',
  unreachable: 'warning',
  unknown: 'dim',
  current: 'good',
};

/** The deployment about an order's places in a table: how many of them are what the status says, unless all are. */
export function deploymentCell(deployment: DeploymentStatus | null, t: Translate): Cell {
  if (deployment === null) return { text: '', style: 'plain' };
  const { status, addresses, affected, copies, copiesAffected, uncheckedSince } = deployment;
  const word = t(uncheckedSince === null ? `cli.verdict.${status}` : 'cli.verdict.unchecked');
  const all = addresses + copies;
  const concerned = affected + copiesAffected;
  const isPart = status !== 'current' && concerned > 0 && concerned < all;
  return {
    text: isPart ? t('cli.verdict.affected', { verdict: word, affected: concerned, all }) : word,
    style: probeStatusStyles[status],
  };
}
