import { describe, expect, it } from 'vitest';
import { Language } from '#main/platform/language.ts';

describe('Language', () => {
  it.each([
    [['zh-CN', 'en-US'], 'zh-CN'],
    [['de-DE', 'en-GB'], 'en'],
    [[], 'en'],
  ])('follows the system that wants %j', (systemLocales, locale) => {
    expect(new Language(systemLocales, 'system').locale).toBe(locale);
  });

  it('takes the person’s choice before the system’s', () => {
    const language = new Language(['zh-CN'], 'en');
    expect([language.locale, language.t('tray.quit')]).toEqual(['en', 'Quit NotAfter']);
  });

  it('speaks the other language from the moment of the choice, and tells of a change only', () => {
    const language = new Language(['en'], 'system');
    const told: string[] = [];
    language.onDidChange((locale) => told.push(`${locale} ${language.t('tray.quit')}`));
    for (const choice of ['en', 'zh-CN', 'zh-CN', 'system'] as const) language.choose(choice);
    expect(told).toEqual(['zh-CN 退出 NotAfter', 'en Quit NotAfter']);
  });

  it('keeps a translator of one language when the other is chosen', () => {
    const language = new Language([], 'en');
    const { t } = language;
    language.choose('zh-CN');
    expect(t('tray.quit')).toBe('Quit NotAfter');
  });
});
