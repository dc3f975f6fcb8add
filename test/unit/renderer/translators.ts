import { translatorOf } from '#shared/i18n/translator.ts';

/** The texts of the application, so that tests read what the user reads. */
export const english = translatorOf('en');
export const chinese = translatorOf('zh-CN');
