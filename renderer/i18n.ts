import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { en } from '#shared/i18n/en/index.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { createTranslator } from './translation.ts';

const translators: Readonly<Record<Locale, Translate>> = {
  en: createTranslator(en, 'en'),
  'zh-CN': createTranslator(zhCN, 'zh-CN'),
};

/** The typed function that gives the application's words in a language; the same object every time. */
export function translator(locale: Locale): Translate {
  return translators[locale];
}

/** The language to speak until main has said which one. */
export function initialLocale(): Locale {
  return detectLocale(navigator.languages);
}
