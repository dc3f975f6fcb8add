import type { AppLanguage } from '../domain/language.ts';

/**
 * Chooses the first supported language of the system's list (BCP 47 or POSIX such as `zh_CN.UTF-8`), otherwise English.
 * Traditional Chinese does not select Simplified Chinese.
 */
export function detectLocale(systemLocales: readonly string[]): AppLanguage {
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
