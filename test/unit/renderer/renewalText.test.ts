import { describe, expect, it } from 'vitest';
import { renewalSentence } from '#renderer/features/orders/details/renewalSentence.ts';
import { overdueOrders } from '#renderer/features/orders/list/overdueOrders.ts';
import { renewalReason } from '#renderer/features/orders/list/renewalText.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { byId, NOW, orderRow } from './orderRows.ts';
import { chinese, english } from './translators.ts';

/** An order with a lifetime of 90 days and `days` left, usually renewed 30 days before expiry. */
function withDays(left: number, change: Partial<OrderRow> = {}): OrderRow {
  const notAfter = NOW + left * DAY_MS;
  const lead = { leadMs: 30 * DAY_MS, renewals: 3 };
  return orderRow('a', { notAfter, notBefore: notAfter - 90 * DAY_MS, lead, ...change });
}

const sentence = (row: OrderRow) => renewalSentence(row, NOW, english, 'en');

describe('the renewal in the list', () => {
  it('says that it is due, and by how many days it is overdue', () => {
    expect(renewalReason(withDays(40), 'healthy', NOW, english)).toBeNull();
    expect(renewalReason(withDays(29.5), 'healthy', NOW, english)).toEqual({
      text: 'Renewal due',
      isOverdue: false,
    });
    expect(renewalReason(withDays(26), 'healthy', NOW, english)).toEqual({
      text: 'Renewal overdue by 4 days',
      isOverdue: true,
    });
    expect(renewalReason(withDays(26), 'expiring', NOW, chinese)?.text).toBe('续期已逾期 4 天');
  });

  it('is replaced by a more important reason', () => {
    expect(renewalReason(withDays(29.5), 'expiring', NOW, english)).toBeNull();
    for (const status of ['expired', 'rejected', 'failing', 'stale'] as const)
      expect(renewalReason(withDays(26), status, NOW, english)).toBeNull();
    expect(
      renewalReason(withDays(26, { failure: { kind: 'unknownRid' } }), 'expiring', NOW, english),
    ).toBeNull();
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
      text: 'Normally renewed 30 days before it expires; it is now 26 days. The renewal is overdue by 4 days: check the automation at the service.',
      isOverdue: true,
    });
    // Rounded down, as everywhere.
    expect(sentence(withDays(25.9))?.text).toMatch(/now 25 days\. .* overdue by 4 days/u);
    expect(sentence(withDays(-1))?.text).toContain('this time it was not');
  });

  it('uses a third of the lifetime without a history', () => {
    const lead = { leadMs: 30 * DAY_MS, renewals: 0 };
    for (const [left, words] of [
      [40, 'when a third of the lifetime is left'],
      [29.5, 'Less than a third of the lifetime'],
      [26, 'Less than a third of the lifetime'],
      [-1, 'No renewal came in the last third'],
    ] as const)
      expect(sentence(withDays(left, { lead }))?.text).toContain(words);
  });

  it('says nothing if nothing is known', () => {
    expect(sentence(withDays(40, { lead: null }))).toBeNull();
  });
});

describe('overdue orders', () => {
  it('are computed once per change and minute', () => {
    const late = { ...withDays(40), id: 'b', lastConfirmedAt: NOW + 20 * DAY_MS };
    const rows = byId([withDays(26), late]);
    const ids = overdueOrders(rows, NOW);
    expect([...ids]).toEqual(['a']);
    expect(overdueOrders(rows, NOW)).toBe(ids);
    expect([...overdueOrders(rows, NOW + 20 * DAY_MS)]).toEqual(['a', 'b']);
  });
});
