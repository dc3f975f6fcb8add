import { describe, expect, test } from 'vitest';
import { type Catalog, createTranslator } from '#renderer/translation.ts';
import { createI18n } from '#shared/i18n/createI18n.ts';
import { en } from '#shared/i18n/en/index.ts';
import type { Locale } from '#shared/i18n/types.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';

/** Values that show what is done with them: signs of HTML and of i18next itself, and numbers that are grouped. */
const counts = [0, 1, 2, 11, 1234567, 1.5] as const;
const word = '<a> & {{name}} $t(common.cancel) "1,000"';

function* textsOf(
  catalog: Catalog,
  prefix = '',
): Generator<{ readonly path: string; readonly text: string }> {
  for (const [key, inside] of Object.entries(catalog)) {
    if (typeof inside === 'string') yield { path: `${prefix}${key}`, text: inside };
    else yield* textsOf(inside, `${prefix}${key}.`);
  }
}

function valuesFor(text: string, count: number): Record<string, string | number> {
  const inBraces = [...text.matchAll(/\{\{([^},]*)(,[^}]*)?\}\}/gu)];
  const named = inBraces.map(([, name = '', format]) => [name.trim(), format === undefined ? word : count]);
  return { ...Object.fromEntries(named), ...(text.includes('{{count') ? { count } : {}) };
}

describe.each<[Locale, Catalog]>([
  ['en', en],
  ['zh-CN', zhCN],
])('the texts of %s', (locale, catalog) => {
  const i18next = createI18n(locale);
  const translate: (key: string, values: object) => string = createTranslator(catalog, locale) as never;

  test('are those that i18next gives, with every plural form', () => {
    const texts = [...textsOf(catalog)];
    expect(texts.length).toBeGreaterThan(500);
    for (const { path, text } of texts) {
      const key = path.replace(/_(one|other)$/u, '');
      for (const count of counts) {
        const values = valuesFor(text, count);
        expect(translate(key, values), key).toBe(i18next.t(key, values));
      }
    }
  });
});
