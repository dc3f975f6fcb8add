import type { AppLanguage } from '../domain/language.ts';
import type { Locale } from './types.ts';

/** The locale of a language in a region such as `US`; empty: none is known. */
export function regionalLocale(language: AppLanguage, region: string): Locale {
  if (region === '') return language;
  return language === 'en' ? `en-${region}` : `zh-Hans-${region}`;
}
