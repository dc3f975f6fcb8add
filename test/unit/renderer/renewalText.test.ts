import { describe, expect, it } from 'vitest';
import { renewalSentence } from '#renderer/features/orders/details/IssuedStep.tsx';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { shortReason } from '#shared/i18n/statusReason.ts';
import { connection, NOW, orderRow } from './orderRows.ts';
import { english } from './translators.ts';

/** An order with a lifetime of 90 days and `days` left, usually renewed 30 days before expiry. */
function withDays(left: number, change: Partial<OrderRow> = {}): OrderRow {
  const notAfter = NOW + left * DAY_MS;
  const lead = { leadMs: 30 * DAY_MS, renewals: 3 };
  return orderRow('a', { notAfter, notBefore: notAfter - 90 * DAY_MS, lead, ...change });
}

const sentence = (row: OrderRow) => renewalSentence(row, NOW, english, 'en');

const inList = (row: OrderRow) =>
  shortReason({
    row,
    connection: connection('c1', 'Production'),
    isPolling: false,
    settings: defaultSettings,
    now: NOW,
    t: english,
    locale: 'en',
  });

describe('the renewal in the list', () => {
  const usual = { lead: { leadMs: 40 * DAY_MS, renewals: 3 } };

  it('is due by the usual time, and late by days', () => {
    expect(inList(withDays(41, usual))).toMatch(/^Warns from/u);
    expect(inList(withDays(39.5, usual))).toBe('Renewal due');
    expect(inList(withDays(35, usual))).toBe('Usually renewed 5 days ago');
  });

  it('is only expected without a history, however late', () => {
    const guess = { lead: { ...usual.lead, renewals: 0 } };
    expect(inList(withDays(41, guess))).toMatch(/^Warns from/u);
    for (const left of [39.5, 31])
      expect(inList(withDays(left, guess))).toMatch(/^Expected to be renewed by \d+ Nov 2026$/u);
  });

  it('is replaced by a more important reason', () => {
    expect(inList(withDays(2, usual))).toBe('Not renewed yet');
    const failed = { failures: 1, failure: { kind: 'offline' } } as const;
    expect(inList(withDays(39.5, { ...usual, ...failed }))).toMatch(/^Warns from/u);
  });
});

describe('the renewal in the panel', () => {
  it('states the usual time from the history', () => {
    expect(sentence(withDays(40))).toEqual({
      text: 'Normally renewed 30 days before it expires, around 30 Nov 2026.',
      isOverdue: false,
    });
    expect(sentence(withDays(29.5))?.text).toContain('it is now 29 days. A renewal is due.');
    expect(sentence(withDays(26))).toEqual({
      text: 'Normally renewed 30 days before it expires; it is now 26 days. The renewal is overdue by 4 days.',
      isOverdue: true,
    });
    // The time left is rounded down, as everywhere; the two add up to the usual time.
    expect(sentence(withDays(25.9))?.text).toMatch(/now 25 days\. .* overdue by 5 days/u);
    expect(sentence(withDays(-1))?.text).toContain('this time it was not');
  });

  it('expects it at a third of the lifetime without a history, and is never late', () => {
    const lead = { leadMs: 30 * DAY_MS, renewals: 0 };
    for (const left of [40, 29.5, 26, -1])
      expect(sentence(withDays(left, { lead }))).toEqual({
        text: expect.stringMatching(
          /^Expected to be renewed by \d+ \w+ 2026, when a third of its lifetime is left\.$/u,
        ),
        isOverdue: false,
      });
  });

  it('says nothing if nothing is known', () => {
    expect(sentence(withDays(40, { lead: null }))).toBeNull();
  });
});
