import { describe, expect, it } from 'vitest';
import { Language } from '#main/platform/language.ts';

describe('Language', () => {
  it.each([
    [['zh-CN', 'en-US'], 'zh-CN'],
    [['de-DE', 'en-GB'], 'en'],
    [[], 'en'],
  ])('uses the system language for %j', async (systemLocales, locale) => {
    expect((await Language.load(systemLocales, 'system')).name).toBe(locale);
  });

  it.each([
    ['en', 'US', 'en-US'],
    ['zh-CN', 'SG', 'zh-Hans-SG'],
    ['en', '', 'en'],
  ] as const)('shows dates of the region: %s in "%s" is %s', async (choice, region, locale) => {
    expect((await Language.load(['zh-CN'], choice, region)).locale).toBe(locale);
  });

  it('prefers the choice of the user to the system language', async () => {
    const language = await Language.load(['zh-CN'], 'en');
    expect(language.locale).toBe('en');
    expect(language.t('tray.quit')).toBe('Quit NotAfter');
  });

  it('is the chosen one before any texts are loaded, and then has those of it', async () => {
    const language = new Language(['en']);
    await language.choose('zh-CN');
    expect(language.locale).toBe('zh-CN');
    await language.load();
    expect(language.t('tray.quit')).toBe('退出 NotAfter');
  });

  it('switches at once when the user chooses, and reports only changes', async () => {
    const language = await Language.load(['en'], 'system');
    const reported: string[] = [];
    language.onDidChange((locale) => reported.push(`${locale} ${language.t('tray.quit')}`));
    for (const choice of ['en', 'zh-CN', 'zh-CN', 'system'] as const) await language.choose(choice);
    expect(reported).toEqual(['zh-CN 退出 NotAfter', 'en Quit NotAfter']);
  });

  it('an existing translator keeps its language', async () => {
    const language = await Language.load([], 'en');
    const { t } = language;
    await language.choose('zh-CN');
    expect(t('tray.quit')).toBe('Quit NotAfter');
  });
});
