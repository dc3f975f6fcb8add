import { describe, expect, it } from 'vitest';
import { Language } from '#main/platform/language.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import { en } from '#shared/i18n/en/index.ts';
import { type Catalog, createTranslator, translatorOf } from '#shared/i18n/translator.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { textsOf } from './catalogTexts.ts';

const counts = [0, 1, 2, 11, 999, 1000, -1000, 12345, 1234567, 1.5, 1e21, Number.MAX_SAFE_INTEGER];

/** A value that would show if anything in it were interpreted: markup, a placeholder, grouped digits. */
const word = '<a> & {{name}} $& "1,000"';

/** The plural form, by the rules of the two languages written out (CLDR). */
function pluralOf(locale: AppLanguage, count: number): 'one' | 'other' {
  return locale === 'en' && count === 1 ? 'one' : 'other';
}

describe.each<[AppLanguage, Catalog]>([
  ['en', en],
  ['zh-CN', zhCN],
])('the texts of %s', (locale, catalog) => {
  const texts = textsOf(catalog);
  const translate: (key: string, values: object) => string = translatorOf(locale) as never;

  it('use no grammar but names, numbers and plural forms', () => {
    for (const [path, text] of texts) {
      expect(text.replaceAll(/\{\{\w+(, number)?\}\}/gu, ''), path).not.toMatch(/\{\{|\}\}|\$t\(/u);
      expect(path).not.toMatch(/_(zero|two|few|many|ordinal)/u);
    }
  });

  it('contain their values as they are, and numbers with grouped digits', () => {
    expect(texts.length).toBeGreaterThan(500);
    for (const [path, text] of texts) {
      const [key = '', plural] = path.split(/_(one|other)$/u);
      for (const count of counts) {
        if (plural !== undefined && plural !== pluralOf(locale, count)) continue;
        const values: Record<string, string | number> = { count };
        for (const [, name = '', format] of text.matchAll(/\{\{(\w+)(, number)?\}\}/gu))
          values[name] = name === 'count' || format !== undefined ? count : word;
        const filled = text.replaceAll(/\{\{(\w+)(, number)?\}\}/gu, (_, name: string, format?: string) => {
          const value = values[name] ?? '';
          return format !== undefined && typeof value === 'number'
            ? value.toLocaleString(locale)
            : String(value);
        });
        // In a Chinese text a number is set off from Chinese characters.
        const gap = /(?<=\p{Script=Han})(?=[0-9A-Za-z])|(?<=[0-9A-Za-z])(?=\p{Script=Han})/gu;
        const expected = filled.replaceAll(gap, ' ');
        expect(translate(key, values), path).toBe(expected);
      }
    }
  });

  it('are the same in the main process', async () => {
    expect((await Language.load([], locale)).t).toBe(translatorOf(locale));
  });
});

describe('a Chinese text', () => {
  const t = translatorOf('zh-CN');

  it.each([
    ['4 天前', '证书 4 天前过期'],
    ['刚刚', '证书刚刚过期'],
  ])('has a space between Chinese characters and a value that begins with a digit: %s', (ago, expected) => {
    expect(t('conditions.reason.expired', { ago })).toBe(expected);
  });

  it('has a space between Chinese characters and a value that ends with a digit', () => {
    expect(t('conditions.short.notYetValid', { date: '2026-12-01' })).toBe('自 2026-12-01 起生效');
  });
});

describe('translatorOf', () => {
  it('gives the words of each language', () => {
    expect(translatorOf('en')('common.cancel')).toBe('Cancel');
    expect(translatorOf('zh-CN')('common.cancel')).toBe('取消');
  });

  it('inserts values as they are, and no value into a value', () => {
    const title = '<b>$t(common.cancel) {{count}}</b> & "x"';
    expect(translatorOf('en')('notifications.expiredTitle', { title })).toBe(`${title} has expired`);
  });

  it('selects the plural form and groups digits', () => {
    const t = translatorOf('en');
    expect(t('tray.allHealthy', { count: 1 })).toBe('1 order, healthy');
    expect(t('tray.allHealthy', { count: 0 })).toBe('0 orders, all healthy');
    expect(t('tray.allHealthy', { count: 10_000 })).toBe('10,000 orders, all healthy');
    expect(translatorOf('zh-CN')('tray.allHealthy', { count: 1 })).toBe('1 个订单全部正常');
  });
});

describe('a catalog', () => {
  const catalog = { parts: { one: 'a {{ spaced }} b', number: '{{n, number}}', none: '' } };
  const translate: (key: string, values?: object) => string = createTranslator(catalog, 'en') as never;

  it('may have spaces inside braces, and empty texts', () => {
    expect(translate('parts.one', { spaced: 'x' })).toBe('a x b');
    expect(translate('parts.none')).toBe('');
  });

  it('shows a word given for a number as it is, and nothing for a missing value', () => {
    expect(translate('parts.number', { n: 'many' })).toBe('many');
    expect(translate('parts.number')).toBe('');
  });

  it('shows the key of a text that it does not have', () => {
    expect(translate('parts.missing')).toBe('parts.missing');
  });
});
