import { createI18n, translatorOf } from '#shared/i18n/createI18n.ts';

const instance = createI18n('en');

/** The application's own words, so that tests read what a person reads. */
export const english = translatorOf(instance, 'en');
export const chinese = translatorOf(instance, 'zh-CN');
