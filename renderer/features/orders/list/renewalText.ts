import type { OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { formatWholeDays } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface RenewalText {
  readonly text: string;
  readonly isOverdue: boolean;
}

export type RenewalRow = Pick<
  OrderRow,
  'notBefore' | 'notAfter' | 'lead' | 'failure' | 'source' | 'lastConfirmedAt'
>;

/** Statuses for which the renewal is more important than their own reason. */
const outranked: ReadonlySet<OrderStatus> = new Set(['healthy', 'expiring', 'critical', 'overdue']);

/** For the list: that a renewal is due or overdue at `now` (Unix ms); `null` if the reason of the status matters more. */
export function renewalReason(
  row: RenewalRow,
  status: OrderStatus,
  now: number,
  t: Translate,
): RenewalText | null {
  if (!outranked.has(status) || row.failure !== null) return null;
  const state = renewalState(row, now);
  if (state.kind === 'overdue')
    return { text: t('places.renewal.overdue', { time: formatWholeDays(state.byMs, t) }), isOverdue: true };
  return state.kind === 'due' && status === 'healthy'
    ? { text: t('places.renewal.due'), isOverdue: false }
    : null;
}
