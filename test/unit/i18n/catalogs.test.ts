import { describe, expect, expectTypeOf, it } from 'vitest';
import { en } from '#shared/i18n/en/index.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { MessageKey, Translate, Translation } from '#shared/i18n/types.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { textsOf } from './catalogTexts.ts';

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)[^}]*\}\}/gu)].map((match) => match[1] ?? '').sort();
}

const english = new Map(textsOf(en));
const chinese = new Map(textsOf(zhCN));

describe('the catalogs', () => {
  it('hold the same texts, plural forms aside', () => {
    const withoutOne = [...english.keys()].filter((key) => !key.endsWith('_one'));
    expect([...chinese.keys()].sort()).toEqual(withoutOne.sort());
  });

  it('put the same values into each text', () => {
    for (const [key, text] of chinese)
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
  });

  it('have both plural forms wherever English has one of them', () => {
    for (const key of english.keys())
      if (key.endsWith('_one')) expect(english.has(key.replace(/_one$/u, '_other')), key).toBe(true);
  });

  it('leave no text empty', () => {
    for (const [key, text] of [...english, ...chinese]) expect(text.trim(), key).not.toBe('');
  });

  it('use full-width punctuation between Chinese characters', () => {
    for (const [key, text] of chinese) expect(text, key).not.toMatch(/\p{Script=Han}[,;:?!()]/u);
  });
});

describe('the types of the catalogs', () => {
  interface English {
    readonly title: 'Hello {{name}}';
    readonly orders_one: 'One';
    readonly orders_other: '{{count}}';
  }

  it('ask a translation for every text, with one plural form in the place of two', () => {
    expectTypeOf<keyof Translation<English>>().toEqualTypeOf<'title' | 'orders_other'>();
    expectTypeOf<{ title: string }>().not.toExtend<Translation<English>>();
  });

  it('know the values of every text', () => {
    const t: Translate = translatorOf('en');
    expectTypeOf<Parameters<typeof t<'common.cancel'>>>().toEqualTypeOf<[key: 'common.cancel']>();
    expectTypeOf<Parameters<typeof t<'tray.allHealthy'>>>().toEqualTypeOf<
      [key: 'tray.allHealthy', values: { readonly count: number }]
    >();
    expectTypeOf<'common.noSuchText'>().not.toExtend<MessageKey>();
  });
});
