import { type RenewalFacts, renewalState } from '#shared/domain/renewal.ts';
import { formatLate, formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatDate, formatWholeDays } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

interface RenewalText {
  readonly text: string;
  readonly isOverdue: boolean;
}

/** For the panel: when the order is usually, or expected to be, renewed, and whether it is late at `now` (Unix ms). */
export function renewalSentence(
  row: RenewalFacts,
  now: number,
  t: Translate,
  locale: Locale,
): RenewalText | null {
  const { notAfter, lead } = row;
  const state = renewalState(row, now);
  if (state.kind === 'unknown' || notAfter === null || lead === null) return null;
  const words = {
    lead: formatWholeDays(lead.leadMs, t, Math.round),
    left: formatTimeLeft(Math.max(0, notAfter - now), t),
    date: formatDate(state.dueAt, locale, 'local'),
    time: formatLate(state.kind === 'overdue' ? state.byMs : 0, notAfter - now, t),
  };
  const isOverdue = state.kind === 'overdue';
  if (lead.renewals === 0) return { text: t('places.renewalSentence.expectedThird', words), isOverdue };
  if (notAfter < now) return { text: t('places.renewalSentence.missedUsual', words), isOverdue };
  // One renewal is no habit yet.
  if (lead.renewals === 1 && state.kind === 'notDue')
    return { text: t('places.renewalSentence.usualOnce', words), isOverdue };
  return { text: t(`places.renewalSentence.${sentences[state.kind]}`, words), isOverdue };
}

const sentences = { notDue: 'usual', due: 'dueUsual', overdue: 'overdueUsual' } as const;
