import { calendarDaysUntil } from '#shared/domain/expiry.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { AlertNews } from './alert.ts';
import type { AlertText } from './alertWords.ts';

const MAX_TITLE = 80;

/** Words for places that serve another leaf than they should, at `now` (Unix ms). */
export function driftText(news: Extract<AlertNews, { kind: 'drift' }>, now: number, t: Translate): AlertText {
  const { order, place, places, isForeign, servedNotAfter, renewedAt } = news;
  const title = shortName(orderTitle(order), MAX_TITLE);
  const words = { title, place: shortName(place, MAX_TITLE), count: places };
  const ends =
    now > servedNotAfter
      ? t('notifications.drift.served.expired')
      : t('notifications.drift.served.expires', {
          when: whenWords(calendarDaysUntil(servedNotAfter, now), t),
        });
  const renewed = renewedAt === null ? '' : renewedWords(-calendarDaysUntil(renewedAt, now), t);
  if (isForeign) {
    return {
      title: t(
        places === 1 ? 'notifications.drift.foreignTitle' : 'notifications.drift.foreignManyTitle',
        words,
      ),
      body: t('notifications.drift.foreignBody', { ends }),
    };
  }
  return {
    title: t(places === 1 ? 'notifications.drift.title' : 'notifications.drift.manyTitle', words),
    body: t('notifications.drift.body', { renewed, ends }).trim(),
  };
}

/** Words for an order that is past its usual time of renewal, at `now` (Unix ms). */
export function overdueText(
  { order, byMs }: Extract<AlertNews, { kind: 'overdue' }>,
  now: number,
  t: Translate,
): AlertText {
  const { lead, notAfter } = order;
  const usual = Math.round((lead?.leadMs ?? 0) / DAY_MS);
  const left = calendarDaysUntil(notAfter ?? now, now);
  return {
    title: t('notifications.overdue.title', {
      title: shortName(orderTitle(order), MAX_TITLE),
      count: Math.max(1, Math.floor(byMs / DAY_MS)),
    }),
    body: t('notifications.overdue.body', { count: usual, left }),
  };
}

function renewedWords(days: number, t: Translate): string {
  if (days <= 0) return t('notifications.drift.renewed.today');
  if (days === 1) return t('notifications.drift.renewed.yesterday');
  return t('notifications.drift.renewed.daysAgo', { count: days });
}

/** When something ends, in whole days from today. */
export function whenWords(days: number, t: Translate): string {
  if (days <= 0) return t('notifications.when.today');
  if (days === 1) return t('notifications.when.tomorrow');
  return t('notifications.when.inDays', { count: days });
}
