import { describe, expect, it } from 'vitest';
import { countdownGrain } from '#renderer/features/orders/list/OrderCells.tsx';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import { NOW } from './orderRows.ts';
import { chinese, english } from './translators.ts';

describe('the countdown of a row', () => {
  it.each([
    [23 * DAY_MS + 4 * HOUR_MS + 59 * MINUTE_MS, '23 days'],
    [3 * DAY_MS - 1, '2 d 23 h'],
    [DAY_MS, '24 h 0 min'],
    [5 * HOUR_MS + 12 * MINUTE_MS + 8000, '5 h 12 min'],
    [12 * MINUTE_MS + 8000, '12 min 08 s'],
    [59_000, '59 s'],
    [0, '0 s'],
    [-1, 'expired just now'],
    [-40 * MINUTE_MS, 'expired 40 min ago'],
    [-4 * DAY_MS - HOUR_MS, 'expired 4 days ago'],
  ])('%i ms from the end: %s', (left, expected) => {
    expect(timeLeftText(NOW + left, NOW, english, 'second')).toBe(expected);
  });

  it('is available in Chinese', () => {
    const chineseText = (left: number) => timeLeftText(NOW + left, NOW, chinese, 'second');
    expect(chineseText(13 * DAY_MS + 4 * HOUR_MS)).toBe('13 天 4 小时');
    expect(chineseText(-4 * DAY_MS)).toBe('4 天前过期');
  });

  it('says that there is none', () => {
    expect(timeLeftText(null, NOW, english, 'second')).toBe('unknown');
  });
});

describe('countdownGrain', () => {
  it.each([
    [30 * DAY_MS, 'minute'],
    [HOUR_MS - 1, 'second'],
    // Seconds appear up to a minute early, because the grain changes on a minute tick.
    [HOUR_MS + MINUTE_MS - 1, 'second'],
    [HOUR_MS + MINUTE_MS, 'minute'],
    [0, 'second'],
    [-MINUTE_MS, 'minute'],
  ])('%i ms from the end: every %s', (left, grain) => {
    expect(countdownGrain(NOW + left, NOW)).toBe(grain);
  });

  it('is a minute if there is nothing to count', () => {
    expect(countdownGrain(null, NOW)).toBe('minute');
  });
});
