import type { AppLanguage } from '../domain/language.ts';
import { addTexts, type Catalog, hasTexts } from './translator.ts';

const catalogs: Readonly<Record<AppLanguage, () => Promise<Catalog>>> = {
  en: async () => (await import('./en/index.ts')).en,
  'zh-CN': async () => (await import('./zh-CN/index.ts')).zhCN,
};

/** Loads all texts of a language for `translatorOf`. Rejects if they cannot be read. The page has its own parts of them. */
export async function loadTexts(locale: AppLanguage): Promise<void> {
  if (!hasTexts(locale)) addTexts(locale, await catalogs[locale]());
}
