import { MINUTE_MS } from '../domain/thresholds.ts';
import { formatDuration } from './format.ts';
import type { Translate } from './types.ts';

/** That the clock of this computer is wrong, in whole minutes. @param aheadMs how far it is ahead; negative: behind */
export function clockText(aheadMs: number, t: Translate): string {
  return t(aheadMs > 0 ? 'orders.banner.clockAhead' : 'orders.banner.clockBehind', {
    time: formatDuration(Math.round(Math.abs(aheadMs) / MINUTE_MS) * MINUTE_MS, t),
  });
}

/** As `clockText`, with what it means and what to do. */
export function clockSentence(aheadMs: number, t: Translate): string {
  return t('cli.status.clock', { what: clockText(aheadMs, t), todo: t('orders.banner.clockText') });
}
