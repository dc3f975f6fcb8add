import type { Translate } from '#shared/i18n/types.ts';

/** Words for a short span (ms, not negative): milliseconds up to a second, then seconds to the tenth. */
export function durationWords(ms: number, t: Translate): string {
  if (ms < 1000) return t('receiver.test.milliseconds', { ms: Math.round(ms) });
  return t('receiver.test.seconds', { seconds: (ms / 1000).toFixed(1) });
}
