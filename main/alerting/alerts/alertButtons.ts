import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { AlertEvent, NotificationButton } from './alert.ts';

/** What the buttons of a notification do. */
export interface AlertButtonActions {
  /** What helps an order first; undefined: nothing. */
  readonly offer: (order: OrderRow) => HelpfulAction | undefined;
  readonly help: (order: OrderRow, action: HelpfulAction) => void;
  /** Snoozes an order for a day. */
  readonly snooze: (order: OrderRow) => void;
}

/** The buttons of a notification about one event, beside a click on it: what helps, and a snooze unless it is good news. */
export function alertButtons(
  event: AlertEvent,
  { offer, help, snooze }: AlertButtonActions,
  t: Translate,
): readonly NotificationButton[] {
  const order = orderOf(event);
  if (order === null) return [];
  const offered = offer(order);
  const helps =
    offered === undefined || !isHelp(offered, event)
      ? []
      : [{ label: t(`helpful.${offered}`), run: () => help(order, offered) }];
  if (event.kind === 'renewed') return helps;
  return [...helps, { label: t('notifications.button.snooze'), run: () => snooze(order) }];
}

function orderOf(event: AlertEvent): OrderRow | null {
  if (event.kind === 'unconfirmed') return event.count === 1 ? event.first : null;
  return 'order' in event ? event.order : null;
}

/** A review begins with what "Show" shows, and only a new certificate is worth an export. */
function isHelp(action: HelpfulAction, event: AlertEvent): boolean {
  if (action === 'export') return event.kind === 'renewed';
  return action !== 'review';
}
