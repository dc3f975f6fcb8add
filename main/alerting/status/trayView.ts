import type { Language } from '#main/platform/language.ts';
import { assertNever } from '#shared/assertNever.ts';
import { calendarDaysUntil, timeRemaining } from '#shared/domain/expiry.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { formatExpiryDay, formatMoment } from '#shared/i18n/format.ts';
import { statusCountsText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { shorten } from '#shared/text.ts';
import type { StatusSummary } from './statusBoard.ts';

export interface TrayView {
  readonly icon: TrayIconName;
  readonly tooltip: string;
  readonly menu: readonly TrayMenuItem[];
}

export type TrayMenuItem =
  /** `key` identifies entries with the same label. */
  | { readonly kind: 'action'; readonly key: string; readonly label: string; readonly run: () => void }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'separator' };

export interface TrayActions {
  readonly open: () => void;
  readonly openOrder: (orderId: string) => void;
  readonly openInbox: () => void;
  readonly openSettings: () => void;
  readonly syncNow: () => void;
  readonly pauseAlerts: () => void;
  readonly resumeAlerts: () => void;
  readonly quit: () => void;
}

export interface TrayState {
  readonly summary: StatusSummary;
  readonly alertsPaused: boolean;
  /** Number of deliveries that wait for the user. */
  readonly waiting: number;
}

/** A longer name would hide the status. */
const MAX_TITLE = 60;

export function trayView(
  { summary, alertsPaused, waiting }: TrayState,
  now: number,
  { t, locale }: Pick<Language, 't' | 'locale'>,
  actions: TrayActions,
): TrayView {
  const { serviceWaits } = summary;
  const state = stateWords(summary, t);
  const orderText = tooltip(summary, state, now, t);
  const text = waiting === 0 ? orderText : t('tray.waitingToo', { text: orderText, count: waiting });
  const orders = summary.soonest.map((order) => orderItem(order, now, t, actions));
  return {
    icon: trayIconFor(summary.worst),
    tooltip: alertsPaused ? t('tray.alertsPaused', { text }) : text,
    menu: [
      { kind: 'text', label: state },
      ...(serviceWaits === null ? [] : [serviceItem(serviceWaits, t, locale)]),
      ...(waiting === 0
        ? []
        : [separator, action('inbox', t('tray.waiting', { count: waiting }), actions.openInbox)]),
      ...(orders.length === 0 ? [] : [separator, ...orders]),
      separator,
      action('open', t('tray.open'), actions.open),
      action('syncNow', t('tray.syncNow'), actions.syncNow),
      // Two labels instead of a checkmark: panels show a checkmark's old state after a click.
      alertsPaused
        ? action('resumeAlerts', t('tray.resumeAlerts'), actions.resumeAlerts)
        : action('pauseAlerts', t('tray.pauseAlerts'), actions.pauseAlerts),
      action('settings', t('tray.settings'), actions.openSettings),
      separator,
      action('quit', t('tray.quit'), actions.quit),
    ],
  };
}

/** The counts of all statuses that occur, worst first. */
export function stateWords({ counts, total }: StatusSummary, t: Translate): string {
  if (total === 0) return t('tray.noOrders');
  if (counts.healthy === total) return t('tray.allHealthy', { count: total });
  return statusCountsText(counts, t);
}

/** The time left, in hours on the last day and in calendar days before, so that it changes once an hour at most. */
export function leftWords(notAfter: number, now: number, t: Translate): string {
  const { past, days: wholeDays, hours } = timeRemaining(notAfter, now);
  const days = calendarDaysUntil(notAfter, now);
  if (past) {
    if (days >= 0) return t('tray.left.expiredToday');
    return days === -1 ? t('tray.left.expiredYesterday') : t('tray.left.expiredDaysAgo', { count: -days });
  }
  if (wholeDays === 0) {
    return hours === 0 ? t('tray.left.underAnHour') : t('tray.left.inHours', { count: hours });
  }
  return formatExpiryDay(days, t);
}

/** The next instant after `now` (both Unix ms) at which time alone changes a text about these orders. */
export function nextTextChange({ soonest, next }: StatusSummary, now: number): number {
  // Calendar days are counted in the system's time zone.
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  return [...soonest, ...(next === null ? [] : [next])].reduce((first, { notAfter }) => {
    const leftMs = (notAfter ?? now) - now;
    if (leftMs < 0) return first;
    // The time left is rounded down: it changes just after each full hour of the last day.
    const unchangedMs = leftMs >= DAY_MS ? leftMs - DAY_MS : leftMs % HOUR_MS;
    return Math.min(first, now + unchangedMs + 1);
  }, midnight);
}

const separator = { kind: 'separator' } as const;

function action(key: string, label: string, run: () => void): TrayMenuItem {
  return { kind: 'action', key, label, run };
}

function serviceItem(
  { count, until }: NonNullable<StatusSummary['serviceWaits']>,
  t: Translate,
  locale: Locale,
): TrayMenuItem {
  return {
    kind: 'text',
    label: t('orders.serviceWaits', { count, until: formatMoment(until, locale, 'local') }),
  };
}

function orderItem(order: OrderRow, now: number, t: Translate, { openOrder }: TrayActions): TrayMenuItem {
  const left = leftWords(order.notAfter ?? now, now, t);
  const label = t('tray.order', { title: shortTitle(order), left });
  return action(`order ${order.id}`, label, () => openOrder(order.id));
}

function tooltip(summary: StatusSummary, state: string, now: number, t: Translate): string {
  const app = t('common.appName');
  const { next } = summary;
  if (next?.notAfter == null) return t('tray.tooltip', { app, state });
  const when = formatExpiryDay(calendarDaysUntil(next.notAfter, now), t);
  return t('tray.tooltipNext', { app, state, title: shortTitle(next), when });
}

function shortTitle(order: OrderRow): string {
  return shorten(orderTitle(order), MAX_TITLE);
}

/** The tray's icons: files with these names in `assets/tray`. */
export const trayIconNames = [
  'healthy',
  'expiring',
  'critical',
  'expired',
  'notDeployed',
  'unconfirmed',
  'rejected',
  'empty',
] as const;

export type TrayIconName = (typeof trayIconNames)[number];

/** The icon for the worst status of all orders; `null` without orders. */
export function trayIconFor(worst: OrderStatus | null): TrayIconName {
  switch (worst) {
    case null:
      return 'empty';
    case 'healthy':
    case 'expiring':
    case 'critical':
    case 'expired':
    case 'rejected':
    case 'notDeployed':
      return worst;
    case 'misconfigured':
      return 'notDeployed';
    case 'damaged':
      return 'expired';
    case 'needsReview':
    case 'notYetValid':
      return 'expiring';
    case 'failing':
    case 'stale':
    case 'neverFetched':
      return 'unconfirmed';
    default:
      return assertNever(worst);
  }
}

/** Whether two menus read the same and do the same. */
export function sameMenu(a: readonly TrayMenuItem[], b: readonly TrayMenuItem[]): boolean {
  return a.length === b.length && a.every((item, index) => face(item) === face(b[index]));
}

function face(item: TrayMenuItem | undefined): string {
  switch (item?.kind) {
    case 'action':
      return `action ${item.key} ${item.label}`;
    case 'text':
      return `text ${item.label}`;
    default:
      return 'separator';
  }
}
