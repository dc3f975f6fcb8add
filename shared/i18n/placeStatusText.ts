import type { PlaceStatus } from '../domain/conditions/places.ts';
import { formatDate, type Zone } from './format.ts';
import type { Locale, Translate } from './types.ts';

/**
 * The status of a place in a word or two, the same in window, reports and terminal. `uncheckedSince`: when a place that was
 * not checked for long was last seen current, Unix ms; `null`: another status, or never.
 */
export function placeStatusText(
  status: PlaceStatus,
  uncheckedSince: number | null,
  t: Translate,
  locale: Locale,
  zone: Zone,
): string {
  if (uncheckedSince === null) return t(`places.verdict.${status}`);
  return t('places.uncheckedSince', { date: formatDate(uncheckedSince, locale, zone) });
}
