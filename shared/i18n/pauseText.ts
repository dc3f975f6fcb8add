import type { PauseOfAlerts } from '../domain/alertPause.ts';
import { formatMoment } from './format.ts';
import type { Locale, Translate } from './types.ts';

/** That alerts are paused, and until when. */
export function pauseText({ until }: PauseOfAlerts, t: Translate, locale: Locale): string {
  if (until === null) return t('settings.pause.title');
  return t('settings.pause.titleUntil', { until: formatMoment(until, locale, 'local') });
}
