import { assertNever } from '#shared/assertNever.ts';
import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { toReview } from '#shared/domain/finding.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { faultSummary, faultWords } from '#shared/i18n/faultWords.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { AlertNews } from './alert.ts';
import { copyText } from './copyWords.ts';
import { driftText, overdueText, whenWords } from './driftWords.ts';
import { isCritical } from './urgency.ts';

/** The text of one notification. Plain text; names from outside are cut. */
export interface AlertText {
  readonly title: string;
  readonly body: string;
}

export interface Speech {
  readonly t: Translate;
  readonly locale: Locale;
}

/** What the words need to know besides the news. */
export interface AlertContext {
  readonly settings: Settings;
  readonly connectionName: (connectionId: string) => string;
  /** How many orders a connection has. */
  readonly ordersOf: (connectionId: string) => number;
  /** The state of all orders in words. */
  readonly summary: () => string;
}

const MAX_TITLE = 80;
const MAX_FINDING = 200;

/** What a mixed summary counts, in its order. */
const partNames = [
  'rejected',
  'expiry',
  'drift',
  'overdue',
  'unconfirmed',
  'deliveryWaits',
  'renewed',
  'renewedReview',
  'copyRewritten',
  'copyUnproven',
  'copyCommandFailed',
  'copyLeft',
] as const;

/** So many names stand in a summary. */
const MOST_NAMES = 3;

/** Words for one alert at `now` (Unix ms). */
export function alertText(news: AlertNews, context: AlertContext, now: number, speech: Speech): AlertText {
  const { t } = speech;
  switch (news.kind) {
    case 'expiry':
      return expiryText(news.order, context.settings, now, speech);
    case 'renewed':
      return renewedText(news.order, now, speech);
    case 'unconfirmed':
      return unconfirmedText(news, context, t);
    case 'rejected':
      return {
        title: t('notifications.tokenRejectedTitle', {
          connection: shortName(context.connectionName(news.connectionId), MAX_TITLE),
        }),
        body: t('notifications.tokenRejectedBody', { count: context.ordersOf(news.connectionId) }),
      };
    case 'deliveryWaits':
      return waitingText(news, t);
    case 'drift':
      return driftText(news, now, t);
    case 'overdue':
      return overdueText(news, now, t);
    case 'copy':
      return copyText(news, t);
    default:
      return assertNever(news);
  }
}

/** One text for many alerts. */
export function severalText(
  news: readonly AlertNews[],
  { summary }: Pick<AlertContext, 'summary'>,
  { t }: Speech,
): AlertText {
  const expiring = ordersOfKind(news, 'expiry');
  const renewed = ordersOfKind(news, 'renewed');
  if (expiring.length === news.length) {
    const [first] = [...expiring].sort((a, b) => (a.notAfter ?? 0) - (b.notAfter ?? 0));
    return {
      title: t('notifications.severalTitle', { count: news.length }),
      body: t('notifications.severalBody', {
        summary: summary(),
        title: first === undefined ? '' : shortTitle(first),
      }),
    };
  }
  const toReviewCount = renewed.filter(({ findings }) => toReview(findings).length > 0).length;
  if (renewed.length === news.length && toReviewCount === 0) {
    return {
      title: t('notifications.renewalsTitle', { count: news.length }),
      body: t('notifications.renewalsBody', {
        titles: renewed.slice(0, MOST_NAMES).map(shortTitle).join(t('notifications.separator')),
      }),
    };
  }
  const waiting = news.reduce((sum, one) => sum + (one.kind === 'deliveryWaits' ? one.count : 0), 0);
  if (news.every(({ kind }) => kind === 'deliveryWaits')) return waitingManyText(waiting, t);
  const unconfirmed = news.reduce((sum, one) => sum + (one.kind === 'unconfirmed' ? one.count : 0), 0);
  const copies = news.flatMap((one) => (one.kind === 'copy' ? [one] : []));
  const parts = {
    rejected: news.filter(({ kind }) => kind === 'rejected').length,
    expiry: expiring.length,
    drift: news.filter(({ kind }) => kind === 'drift').length,
    overdue: news.filter(({ kind }) => kind === 'overdue').length,
    unconfirmed,
    deliveryWaits: waiting,
    renewed: renewed.length - toReviewCount,
    renewedReview: toReviewCount,
    copyRewritten: copies.filter(({ outcome }) => outcome === 'rewritten').length,
    copyUnproven: copies.filter(({ outcome }) => outcome === 'unproven').length,
    copyCommandFailed: copies.filter(({ outcome }) => outcome === 'commandFailed').length,
    copyLeft: copies.filter(({ outcome }) => ['changed', 'held', 'failed'].includes(outcome)).length,
  };
  const words = partNames
    .filter((kind) => parts[kind] > 0)
    .map((kind) => t(`notifications.part.${kind}`, { count: parts[kind] }));
  return {
    title: t('notifications.mixedTitle', { count: news.length }),
    body: t('notifications.mixedBody', { parts: words.join(t('notifications.separator')) }),
  };
}

/** A renewal with something to review is not told as good news alone. Each part of the body is a sentence of its own. */
function renewedText(order: OrderRow, now: number, { t, locale }: Speech): AlertText {
  const title = shortTitle(order);
  const [first] = toReview(order.findings);
  if (first === undefined)
    return {
      title: t('notifications.renewedTitle', { title }),
      body: t('notifications.renewedBody', {
        notAfter: formatDateTime(order.notAfter ?? now, locale, 'local'),
      }),
    };
  const what = shortName(faultSummary(toReview(order.findings), t, locale), MAX_FINDING);
  const { todo } = faultWords(first, t, locale);
  return {
    title: t('notifications.renewedReviewTitle', { title }),
    body: t('notifications.renewedReviewBody', { what, todo }),
  };
}

function expiryText(order: OrderRow, settings: Settings, now: number, { t, locale }: Speech): AlertText {
  const title = shortTitle(order);
  const notAfter = order.notAfter ?? now;
  const values = { notAfter: formatDateTime(notAfter, locale, 'local') };
  if (now > notAfter) {
    return {
      title: t('notifications.expiredTitle', { title }),
      body: t('notifications.expiredBody', values),
    };
  }
  const when = whenWords(calendarDaysUntil(notAfter, now), t);
  return isCritical(order, settings, now)
    ? {
        title: t('notifications.criticalTitle', { title, when }),
        body: t('notifications.criticalBody', values),
      }
    : {
        title: t('notifications.expiringTitle', { title, when }),
        body: t('notifications.expiringBody', values),
      };
}

function unconfirmedText(
  { connectionId, first, count }: Extract<AlertNews, { kind: 'unconfirmed' }>,
  { connectionName }: AlertContext,
  t: Translate,
): AlertText {
  const connection = shortName(connectionName(connectionId), MAX_TITLE);
  return count === 1
    ? {
        title: t('notifications.unconfirmedTitle', { title: shortTitle(first) }),
        body: t('notifications.unconfirmedBody', { connection }),
      }
    : {
        title: t('notifications.unconfirmedManyTitle', { connection, count }),
        body: t('notifications.unconfirmedManyBody'),
      };
}

function waitingText(
  { count, first: { orderName, verdict } }: Extract<AlertNews, { kind: 'deliveryWaits' }>,
  t: Translate,
): AlertText {
  if (count > 1) return waitingManyText(count, t);
  const reason = verdict.kind === 'waiting' ? verdict.reason.kind : 'notAsked';
  return {
    title: t('notifications.deliveryTitle', { name: shortName(orderName, MAX_TITLE) }),
    body: t(`notifications.deliveryReason.${reason}`),
  };
}

function waitingManyText(count: number, t: Translate): AlertText {
  return {
    title: t('notifications.deliveriesTitle', { count }),
    body: t('notifications.deliveriesBody'),
  };
}

function ordersOfKind(news: readonly AlertNews[], kind: 'expiry' | 'renewed'): OrderRow[] {
  return news.flatMap((one) => (one.kind === kind ? [one.order] : []));
}

function shortTitle(order: OrderRow): string {
  return shortName(orderTitle(order), MAX_TITLE);
}
