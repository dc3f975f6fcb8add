import { describe, expect, it } from 'vitest';
import { detectLocale } from '#shared/i18n/detectLocale.ts';

describe('detectLocale', () => {
  it.each([
    ['zh'],
    ['zh-CN'],
    ['zh-Hans'],
    ['zh-Hans-CN'],
    ['zh-SG'],
    ['zh_CN.UTF-8'],
    ['zh-Hans-HK'],
    ['ZH-cn'],
  ])('takes %s as Simplified Chinese', (tag) => {
    expect(detectLocale([tag])).toBe('zh-CN');
  });

  it.each([
    ['en'],
    ['en-GB'],
    ['de-DE'],
    ['zh-TW'],
    ['zh-Hant'],
    ['zh-Hant-CN'],
    ['zh-HK'],
    ['zh-MO'],
    ['C'],
    [''],
  ])('speaks English for %s', (tag) => {
    expect(detectLocale([tag])).toBe('en');
  });

  it('uses the first preferred language that is available', () => {
    expect(detectLocale(['fr-FR', 'zh-CN', 'en-US'])).toBe('zh-CN');
    expect(detectLocale(['en-US', 'zh-CN'])).toBe('en');
    expect(detectLocale(['zh-TW', 'zh-CN'])).toBe('zh-CN');
    expect(detectLocale([])).toBe('en');
  });
});
