import type { Locale } from './types.ts';

/**
 * Chooses the language from the system's, most wanted first (BCP 47; `zh_CN.UTF-8` is read too): the first one that is
 * spoken here, else English. Traditional Chinese is not served with Simplified.
 */
export function detectLocale(systemLocales: readonly string[]): Locale {
  for (const tag of systemLocales) {
    const [language, ...subtags] = tag.toLowerCase().replace(/\..*$/u, '').split(/[-_]/u);
    if (language === 'en') return 'en';
    if (language !== 'zh') continue;
    const isTraditional =
      subtags.includes('hant') ||
      (!subtags.includes('hans') && subtags.some((subtag) => ['tw', 'hk', 'mo'].includes(subtag)));
    if (!isTraditional) return 'zh-CN';
  }
  return 'en';
}
