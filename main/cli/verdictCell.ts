import type { OrderTruth, Verdict } from '#shared/domain/truth.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Cell } from './table.ts';
import type { Style } from './terminalText.ts';

/** How a verdict looks. */
export const verdictStyles: Readonly<Record<Verdict, Style>> = {
  expired: 'bad',
  different: 'bad',
  stale: 'warning',
  faulty: 'warning',
  unreachable: 'warning',
  unknown: 'dim',
  inStep: 'good',
};

/** The truth about an order's places in a table: how many of them are what the verdict says, unless all are. */
export function verdictCell(truth: OrderTruth | null, t: Translate): Cell {
  if (truth === null) return { text: '', style: 'plain' };
  const { verdict, addresses, affected, copies, copiesAffected, uncheckedSince } = truth;
  const word = t(uncheckedSince === null ? `cli.verdict.${verdict}` : 'cli.verdict.unchecked');
  const all = addresses + copies;
  const concerned = affected + copiesAffected;
  const isPart = verdict !== 'inStep' && concerned > 0 && concerned < all;
  return {
    text: isPart ? t('cli.verdict.affected', { verdict: word, affected: concerned, all }) : word,
    style: verdictStyles[verdict],
  };
}
