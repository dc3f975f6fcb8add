import { detectLocale } from '#shared/i18n/detectLocale.ts';
import type { Locale } from '#shared/i18n/types.ts';

/** The language of the window until main has sent the chosen one. */
export function initialLocale(): Locale {
  return detectLocale(navigator.languages);
}
