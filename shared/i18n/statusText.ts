import { type OrderStatus, orderStatuses } from '../domain/status.ts';
import type { Translate } from './types.ts';

/** The name of a status, the same in window, tray, notifications, report and terminal. */
export function statusText(status: OrderStatus, t: Translate): string {
  return t(`orders.status.${status}`);
}

/** A status with the number of its orders: "Expired 2". */
export function statusCountText(status: OrderStatus, count: number, t: Translate): string {
  return t('orders.statusCount', { status: statusText(status, t), count });
}

/** The counts of the statuses that occur, worst first: "Expired 2 · Critical 1". */
export function statusCountsText(counts: Readonly<Record<OrderStatus, number>>, t: Translate): string {
  return orderStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => statusCountText(status, counts[status], t))
    .join(' · ');
}
