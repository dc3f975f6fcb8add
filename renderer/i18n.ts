import type { AppLanguage } from '#shared/domain/language.ts';
import { detectLocale } from '#shared/i18n/detectLocale.ts';
import { addTexts, type Catalog, hasTexts, loadedLocales } from '#shared/i18n/translator.ts';

type PagePart = 'firstRows' | 'laterParts';

/** The texts of the page: those of the first rows, and the others. Those that main alone needs are in neither. */
const catalogs: Readonly<Record<AppLanguage, Readonly<Record<PagePart, () => Promise<Catalog>>>>> = {
  en: {
    firstRows: async () => (await import('#shared/i18n/en/enFirstRows.ts')).firstRows,
    laterParts: async () => (await import('#shared/i18n/en/laterParts.ts')).laterParts,
  },
  'zh-CN': {
    firstRows: async () => (await import('#shared/i18n/zh-CN/zhFirstRows.ts')).firstRows,
    laterParts: async () => (await import('#shared/i18n/zh-CN/laterParts.ts')).laterParts,
  },
};

/** The texts that every language needs by now. */
const needed = new Set<PagePart>(['firstRows']);

let laterTexts: Promise<void> | null = null;

/** The language of the window until main has sent the chosen one: the system's, unless its texts could not be loaded. */
export function firstLocale(): AppLanguage {
  const system = detectLocale(navigator.languages);
  return hasTexts(system) ? system : (loadedLocales()[0] ?? system);
}

/** Loads the texts for `firstLocale`. Rejects if those of no language can be read. */
export async function loadFirstTexts(): Promise<void> {
  const locale = firstLocale();
  await loadPageTexts(locale).catch(() => loadPageTexts(locale === 'en' ? 'zh-CN' : 'en'));
}

/** Loads the texts of a language, all that are needed or none. Rejects if they cannot be read. */
export async function loadPageTexts(locale: AppLanguage): Promise<void> {
  const read = new Map<PagePart, Catalog>();
  for (;;) {
    // Includes what became needed meanwhile.
    const part = [...needed].find((each) => !read.has(each));
    if (part === undefined) break;
    read.set(part, await catalogs[locale][part]());
  }
  for (const catalog of read.values()) addTexts(locale, catalog);
}

/** Whether `loadLaterTexts` has ended for a language. */
export function hasLaterTexts(locale: AppLanguage): boolean {
  return hasTexts(locale, 'errors');
}

/** Loads the texts of the later parts in the loaded languages. Rejects if they cannot be read; can be called again. */
export function loadLaterTexts(): Promise<void> {
  needed.add('laterParts');
  laterTexts ??= addLaterTexts().catch((error: unknown) => {
    laterTexts = null;
    throw error;
  });
  return laterTexts;
}

async function addLaterTexts(): Promise<void> {
  for (const locale of loadedLocales()) addTexts(locale, await catalogs[locale].laterParts());
}
