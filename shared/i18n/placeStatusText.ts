import type { PlacesWord } from '../domain/inventory.ts';
import { formatDate, type Zone } from './format.ts';
import type { Locale, Translate } from './types.ts';

/**
 * The status of a place in a word or two, the same in window, reports and terminal. `uncheckedSince`: when a place that was
 * not checked for long was last seen current, Unix ms; `null`: another status, or never.
 */
export function placeStatusText(
  status: PlacesWord,
  uncheckedSince: number | null,
  t: Translate,
  locale: Locale,
  zone: Zone,
): string {
  if (status === 'servedEndsSoon') return t('conditions.short.servedEndsSoon');
  if (uncheckedSince === null) return t(`places.verdict.${status}`);
  return t('places.uncheckedSince', { date: formatDate(uncheckedSince, locale, zone) });
}
