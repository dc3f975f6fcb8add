import type { AppLanguage } from '../domain/language.ts';
import type { Locale } from './types.ts';

/**
 * The locale of a reader.
 * @param region such as `US`; empty: none is known
 * @param timeZone such as `Asia/Shanghai`; empty: that of the process
 */
export function regionalLocale(language: AppLanguage, region = '', timeZone = ''): Locale {
  const tag = region === '' ? language : (`${language === 'en' ? 'en' : 'zh-Hans'}-${region}` as const);
  return timeZone === '' ? tag : `${tag}@${timeZone}`;
}
