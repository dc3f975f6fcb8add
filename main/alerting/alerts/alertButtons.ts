import type { OrderRow } from '#shared/domain/order.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { AlertEvent, NotificationButton } from './alert.ts';

/** What the buttons of a notification do. */
export interface AlertButtonActions {
  /** What a click on the notification does. */
  readonly show: () => void;
  /** Snoozes an order for a day. */
  readonly snooze: (order: OrderRow) => void;
}

/** The buttons of a notification about one event: what it is about, and a snooze for what is not good news. */
export function alertButtons(
  event: AlertEvent,
  { show, snooze }: AlertButtonActions,
  t: Translate,
): readonly NotificationButton[] {
  const shows = { label: t('notifications.button.show'), run: show };
  const order = orderOf(event);
  if (order === null || isGoodNews(event)) return [shows];
  return [shows, { label: t('notifications.button.snooze'), run: () => snooze(order) }];
}

function orderOf(event: AlertEvent): OrderRow | null {
  if (event.kind === 'unconfirmed') return event.count === 1 ? event.first : null;
  return 'order' in event ? event.order : null;
}

function isGoodNews(event: AlertEvent): boolean {
  return event.kind === 'renewed' || (event.kind === 'copy' && event.outcome === 'rewritten');
}
