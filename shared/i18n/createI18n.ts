import i18next, { type i18n } from 'i18next';
import { en } from './en/index.ts';
import type { Locale, Translate } from './types.ts';
import { zhCN } from './zh-CN/index.ts';

/**
 * Makes a ready i18next instance that holds both languages. React escapes what it shows, and native menus and
 * notifications take plain text, so values are put in as they are.
 */
export function createI18n(locale: Locale): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: 'en',
    supportedLngs: ['en', 'zh-CN'],
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    initAsync: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, skipOnVariables: true },
    react: { useSuspense: false },
  });
  return instance;
}

/** The typed function over an instance, in the instance's present language or in the given one. */
export function translatorOf(instance: i18n, locale?: Locale): Translate {
  const language = locale === undefined ? {} : { lng: locale };
  return (key, ...values) => {
    // i18next types its own keys; ours are checked by Translate.
    const path: string = key;
    const options: Record<string, unknown> = { ...values[0], ...language };
    return instance.t(path, options);
  };
}
