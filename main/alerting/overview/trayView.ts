import type { Language } from '#main/platform/language.ts';
import { assertNever } from '#shared/assertNever.ts';
import { type PauseOfAlerts, type PauseSpan, pauseSpans } from '#shared/domain/alertPause.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { statusSeverities } from '#shared/domain/status.ts';
import { clockText } from '#shared/i18n/clockText.ts';
import { expiryText, nextHourlyChange } from '#shared/i18n/expiryText.ts';
import { formatNearMoment } from '#shared/i18n/format.ts';
import { statusCountsText } from '#shared/i18n/statusText.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { shorten } from '#shared/text.ts';
import { needWords } from './orderWords.ts';
import type { StatusSummary } from './statusBoard.ts';

export interface TrayView {
  readonly icon: TrayImage;
  /** Text beside the icon, in the menu bar of macOS; empty: none. */
  readonly title: string;
  readonly tooltip: string;
  readonly menu: readonly TrayMenuItem[];
}

export type TrayMenuItem =
  /** `key` identifies entries with the same label. */
  | { readonly kind: 'action'; readonly key: string; readonly label: string; readonly run: () => void }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly TrayMenuItem[] }
  | { readonly kind: 'separator' };

export interface TrayActions {
  readonly open: () => void;
  /** Opens the quick window: some desktops open the menu at every click on the icon. */
  readonly find: () => void;
  readonly openOrder: (orderId: string) => void;
  /** Does what the menu offers for an order. */
  readonly help: (orderId: string, action: HelpfulAction) => void;
  readonly openInbox: () => void;
  readonly openSettings: () => void;
  readonly syncNow: () => void;
  readonly pauseAlerts: (span: PauseSpan) => void;
  readonly resumeAlerts: () => void;
  readonly quit: () => void;
}

export interface TrayState {
  readonly summary: StatusSummary;
  readonly pause: PauseOfAlerts | null;
  /** Whether the number of orders that need attention stands beside the icon. */
  readonly showsCount: boolean;
  /** Number of deliveries that wait for the user. */
  readonly waiting: number;
  /** What helps the orders of the summary, by their ids, where something does. */
  readonly offers: ReadonlyMap<string, HelpfulAction>;
}

/** A menu with more orders is slow to read. */
const ORDERS_MAX = 8;

/** A longer name would hide the status. */
const MAX_TITLE = 60;

export function trayView(
  { summary, pause, waiting, showsCount, offers }: TrayState,
  now: number,
  { t, locale }: Pick<Language, 't' | 'locale'>,
  actions: TrayActions,
): TrayView {
  const { serviceWaits } = summary;
  const state = stateWords(summary, t);
  const orderText = tooltip(summary, state, now, t);
  const text = waiting === 0 ? orderText : t('tray.waitingToo', { text: orderText, count: waiting });
  const orderItem = (order: OrderRow, words: string) =>
    orderMenu(order, words, offers.get(order.id), t, actions);
  const needy = summary.needy.map((one) => orderItem(one.order, needWords(one, now, t, 'hour')));
  const more = summary.attention - summary.rejected - needy.length;
  const soonest = summary.soonest
    .slice(0, ORDERS_MAX - needy.length)
    .map((order) => orderItem(order, soonWords(order, now, t)));
  return {
    icon: trayImage(trayIconFor(summary), pause !== null),
    title: showsCount && summary.attention > 0 ? String(summary.attention) : '',
    tooltip: pause === null ? text : pausedTooltip(text, pause, now, t, locale),
    menu: [
      { kind: 'text', label: state },
      ...(serviceWaits === null ? [] : [serviceItem(serviceWaits, now, t, locale)]),
      ...(waiting === 0
        ? []
        : [separator, action('inbox', t('tray.waiting', { count: waiting }), actions.openInbox)]),
      ...(needy.length === 0 ? [] : [separator, ...needy]),
      ...(more === 0 ? [] : [action('more', t('common.showMore', { count: more }), actions.open)]),
      ...(soonest.length === 0 ? [] : [separator, ...soonest]),
      separator,
      ...(summary.total === 0 ? [] : [action('find', t('tray.find'), actions.find)]),
      action('open', t('tray.open'), actions.open),
      action('syncNow', t('tray.syncNow'), actions.syncNow),
      // Two labels instead of a checkmark: panels show a checkmark's old state after a click.
      pause === null
        ? pauseMenu(t, actions)
        : action('resumeAlerts', resumeWords(pause, now, t, locale), actions.resumeAlerts),
      action('settings', t('tray.settings'), actions.openSettings),
      separator,
      action('quit', t('tray.quit'), actions.quit),
    ],
  };
}

/**
 * How many orders need the user; if none does, the counts of the statuses that occur. Then the refused tokens. A wrong
 * clock comes first.
 */
export function stateWords(summary: StatusSummary, t: Translate): string {
  const { rejected, clockAheadMs } = summary;
  const orders = orderWords(summary, t);
  const text = rejected === 0 ? orders : t('tray.rejectedToo', { text: orders, count: rejected });
  return clockAheadMs === null ? text : t('tray.clockToo', { clock: clockText(clockAheadMs, t), text });
}

function orderWords({ counts, total, attention, rejected }: StatusSummary, t: Translate): string {
  if (total === 0) return t('tray.noOrders');
  if (attention > rejected) return t('tray.needAttention', { count: attention - rejected });
  if (rejected > 0) return t('tray.orders', { count: total });
  if (counts.healthy === total) return t('tray.allHealthy', { count: total });
  return statusCountsText(counts, t);
}

/** The window's title, with how many orders need the user. */
export function windowTitle({ attention }: Pick<StatusSummary, 'attention'>, t: Translate): string {
  const app = t('common.appName');
  return attention === 0 ? app : t('tray.windowTitle', { app, count: attention });
}

/** The next instant after `now` (both Unix ms) at which time alone changes a text about these orders. */
export function nextTextChange({ soonest, needy }: StatusSummary, now: number): number {
  return [...soonest, ...needy.map(({ order }) => order)].reduce((first, order) => {
    const end = endOf(order);
    return end === null ? first : Math.min(first, nextHourlyChange(end, now));
  }, Number.POSITIVE_INFINITY);
}

const separator = { kind: 'separator' } as const;

function action(key: string, label: string, run: () => void): TrayMenuItem {
  return { kind: 'action', key, label, run };
}

function pauseMenu(t: Translate, { pauseAlerts }: TrayActions): TrayMenuItem {
  const items = pauseSpans.map((span) =>
    action(`pause ${span}`, t(`settings.pause.span.${span}`), () => pauseAlerts(span)),
  );
  return { kind: 'submenu', label: t('tray.pauseAlerts'), items };
}

function resumeWords({ until }: PauseOfAlerts, now: number, t: Translate, locale: Locale): string {
  if (until === null) return t('tray.resumeAlerts');
  return t('tray.resumeAlertsUntil', { until: formatNearMoment(until, now, locale, 'local') });
}

function pausedTooltip(
  text: string,
  { until }: PauseOfAlerts,
  now: number,
  t: Translate,
  locale: Locale,
): string {
  if (until === null) return t('tray.alertsPaused', { text });
  return t('tray.alertsPausedUntil', { text, until: formatNearMoment(until, now, locale, 'local') });
}

function serviceItem(
  { count, until }: NonNullable<StatusSummary['serviceWaits']>,
  now: number,
  t: Translate,
  locale: Locale,
): TrayMenuItem {
  return {
    kind: 'text',
    label: t('orders.serviceWaits', { count, until: formatNearMoment(until, now, locale, 'local') }),
  };
}

/** An order with its verbs: what helps it first, if anything does, and the details. */
function orderMenu(
  order: OrderRow,
  words: string,
  offer: HelpfulAction | undefined,
  t: Translate,
  { openOrder, help }: TrayActions,
): TrayMenuItem {
  return {
    kind: 'submenu',
    label: t('tray.order', { title: shortTitle(order), words }),
    items: [
      ...(offer === undefined
        ? []
        : [action(`${offer} ${order.id}`, t(`helpful.${offer}`), () => help(order.id, offer)), separator]),
      action(`details ${order.id}`, t('orders.action.open'), () => openOrder(order.id)),
    ],
  };
}

/** Minutes are left out: a menu that changes is closed by some desktops. */
function soonWords(order: OrderRow, now: number, t: Translate): string {
  return expiryText(endOf(order) ?? now, now, t, 'hour');
}

function tooltip({ needy, soonest }: StatusSummary, state: string, now: number, t: Translate): string {
  const app = t('common.appName');
  const [worst] = needy;
  const [next] = soonest;
  if (worst !== undefined)
    return t('tray.tooltipFirst', {
      app,
      state,
      title: shortTitle(worst.order),
      words: needWords(worst, now, t, 'hour'),
    });
  if (next === undefined) return t('tray.tooltip', { app, state });
  return t('tray.tooltipNext', { app, state, title: shortTitle(next), words: soonWords(next, now, t) });
}

function shortTitle(order: OrderRow): string {
  return shorten(orderTitle(order), MAX_TITLE);
}

/** The states that the tray's icon shows. */
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

/** The tray's images: files with these names in `assets/tray`. */
export type TrayImage = TrayIconName | `${TrayIconName}Paused`;

/** The image of a state, with a mark while alerts are paused. */
export function trayImage(name: TrayIconName, isPaused: boolean): TrayImage {
  return isPaused ? `${name}Paused` : name;
}

/** The icon for the worst of all orders and connections. Nothing but a critical order is worse than a refused token. */
export function trayIconFor({ worst, rejected }: Pick<StatusSummary, 'worst' | 'rejected'>): TrayIconName {
  if (rejected > 0 && worst !== null && statusSeverities[worst] !== 'critical') return 'rejected';
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
    case 'filesOpen':
    case 'misconfigured':
    case 'unreachable':
    case 'commandFailed':
      return 'notDeployed';
    case 'damaged':
    case 'revoked':
      return 'expired';
    case 'needsReview':
    case 'toReplace':
    case 'overdue':
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
    case 'submenu':
      return `submenu ${item.label} (${item.items.map(face).join(', ')})`;
    default:
      return 'separator';
  }
}
