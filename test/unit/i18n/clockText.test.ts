import { expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { clockText } from '#shared/i18n/clockText.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

it('the error of the clock is said to the nearest minute', () => {
  const text = clockText(20 * MINUTE_MS, translatorOf('en'));
  for (const seconds of [-2, 2])
    expect(clockText(20 * MINUTE_MS + seconds * 1000, translatorOf('en'))).toBe(text);
});
