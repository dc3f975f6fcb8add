import type { Language } from '#main/platform/language.ts';
import { byExpiry } from '#shared/domain/arrangement.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { searchFactsOf } from '#shared/domain/orderSearch.ts';
import { parseSearch } from '#shared/domain/parseSearch.ts';
import { QUICK_ROWS_MAX, type QuickRow, type QuickView } from '#shared/domain/quickView.ts';
import { isFound } from '#shared/domain/search.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { needsAttention, type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { type StatusContext, shortReason } from '#shared/i18n/statusReason.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { byNeed, needWords, type OrderWithStatus } from './orderWords.ts';

export interface QuickState {
  readonly orders: readonly OrderRow[];
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly offersFor: (rows: readonly OrderRow[]) => ReadonlyMap<string, HelpfulAction>;
  /** What else the reason of a status names. */
  readonly reasonFacts: (row: OrderRow) => Pick<StatusContext, 'connection' | 'isPolling' | 'settings'>;
  /** Number of deliveries that wait for the user. */
  readonly waiting: number;
  /** What the tray says of all orders. */
  readonly state: string;
  /** As typed; empty: all orders. */
  readonly search: string;
  readonly theme: Settings['theme'];
  readonly platform: NodeJS.Platform;
}

/** What the quick window shows at `now` (Unix ms). The search is the one of the list. */
export function quickView(
  { orders, statuses, offersFor, reasonFacts, waiting, state, search, theme, platform }: QuickState,
  now: number,
  { t, locale }: Pick<Language, 't' | 'locale'>,
): QuickView {
  const names = Object.fromEntries(orderStatuses.map((status) => [status, statusText(status, t)]));
  const query = parseSearch(search, names as Record<OrderStatus, string>);
  const isAll = query.terms.length === 0 && query.problems.length === 0;
  const found = orders
    .map((order) => ({ order, status: statuses.get(order.id) ?? 'healthy' }))
    .filter(({ order, status }) => isAll || isFound(query, searchFactsOf(order, status, []), now));
  const inNeed = found.filter(({ status }) => needsAttention(status));
  const needy = inNeed.toSorted(byNeed(inNeed, ({ status }) => status === 'expired', now));
  const others = found
    .filter(({ status }) => !needsAttention(status))
    .sort((one, other) => byExpiry(one.order, other.order));
  const shown = [...needy, ...others].slice(0, QUICK_ROWS_MAX);
  const offers = offersFor(shown.map(({ order }) => order));
  /** Why an order needs the user stands beside what is wrong with it. */
  const withReason = (one: OrderWithStatus) => {
    const words = needWords(one, now, t, 'minute');
    if (!needsAttention(one.status)) return words;
    const reason = shortReason({ ...reasonFacts(one.order), row: one.order, now, t, locale });
    return reason === '' ? words : t('quick.because', { words, reason });
  };
  const rows = shown.map(({ order, status }): QuickRow => {
    const action = offers.get(order.id);
    return {
      id: order.id,
      title: orderTitle(order),
      status,
      statusName: statusText(status, t),
      words: withReason({ order, status }),
      needsAttention: needsAttention(status),
      help: action === undefined ? null : { action, label: t(`helpful.${action}`) },
    };
  });
  const texts = {
    search: t('quick.search'),
    attention: t('quick.attention'),
    next: t('quick.next'),
    empty: t(orders.length === 0 ? 'quick.noOrders' : 'quick.nothingFound'),
    state,
    waiting: waiting === 0 ? null : t('tray.waiting', { count: waiting }),
    started: t('quick.started'),
    details: t('quick.details'),
    window: t('quick.window'),
    windowKey: platform === 'darwin' ? '⌘O' : 'Ctrl O',
  };
  return { rows, texts, locale, theme };
}
