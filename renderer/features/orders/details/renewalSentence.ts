import { type RenewalState, renewalState } from '#shared/domain/renewal.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatDate, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import type { RenewalRow, RenewalText } from '../list/renewalText.ts';

/** For the panel: when the order is usually renewed, and whether it is late at `now` (Unix ms). */
export function renewalSentence(
  row: RenewalRow,
  now: number,
  t: Translate,
  locale: Locale,
): RenewalText | null {
  const { notAfter, lead } = row;
  const state = renewalState(row, now);
  if (state.kind === 'unknown' || notAfter === null || lead === null) return null;
  const isKnown = lead.renewals > 0;
  const isOverdue = state.kind === 'overdue';
  const words = {
    lead: formatWholeDays(lead.leadMs, t, Math.round),
    left: formatTimeLeft(Math.max(0, notAfter - now), t),
    date: formatDate(state.dueAt, locale, 'local'),
  };
  return { text: sentence(state, isKnown, notAfter < now, words, t), isOverdue };
}

function sentence(
  state: Exclude<RenewalState, { kind: 'unknown' }>,
  isKnown: boolean,
  isExpired: boolean,
  words: { readonly lead: string; readonly left: string; readonly date: string },
  t: Translate,
): string {
  const { lead, left, date } = words;
  if (isExpired) return isKnown ? t('places.renewal.missedUsual', { lead }) : t('places.renewal.missedThird');
  switch (state.kind) {
    case 'notDue':
      return isKnown ? t('places.renewal.usual', { lead, date }) : t('places.renewal.third', { date });
    case 'due':
      return isKnown ? t('places.renewal.dueUsual', { lead, left }) : t('places.renewal.dueThird', { left });
    case 'overdue': {
      const time = formatWholeDays(state.byMs, t);
      return t(isKnown ? 'places.renewal.overdueUsual' : 'places.renewal.overdueThird', { lead, left, time });
    }
  }
}
