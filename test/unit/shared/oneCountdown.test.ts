import { describe, expect, it } from 'vitest';
import { alertText } from '#main/alerting/alerts/alertText.ts';
import { reasonsOf } from '#main/cli/judgement.ts';
import { inventoryMarkdown } from '#main/reporting/report/inventoryMarkdown.ts';
import { renewalSentence } from '#renderer/features/orders/details/IssuedStep.tsx';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import { type RenewalState, renewalState } from '#shared/domain/renewal.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { shortReason } from '#shared/i18n/statusReason.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { inventoryOrder, inventoryWith } from '#test/support/inventoryOrders.ts';
import { NOW, orderRow } from '#test/unit/renderer/orderRows.ts';

const t = translatorOf('en');

type Overdue = Extract<RenewalState, { kind: 'overdue' }>;

/** What each surface says of one order whose renewal is overdue by `byMs`. */
function surfaces(byMs: number, leadMs: number): Readonly<Record<string, string | undefined>> {
  const notAfter = NOW + leadMs - byMs;
  const row = orderRow('a', {
    notAfter,
    notBefore: notAfter - 3 * leadMs,
    lead: { leadMs, renewals: 3 },
    lastConfirmedAt: NOW,
  });
  const renewal = renewalState(row, NOW) as Overdue;
  expect(renewal).toMatchObject({ kind: 'overdue', byMs });
  const order = inventoryOrder(row, NOW);
  const context = {
    settings: defaultSettings,
    connectionName: () => '',
    ordersOf: () => 0,
    orders: () => [],
    summary: () => '',
  };
  const event = { kind: 'condition', condition: 'overdue', order: row } as const;
  const alert = alertText(event, context, NOW, { locale: 'en', t });
  return {
    list: shortReason({
      row,
      connection: undefined,
      isPolling: false,
      settings: { ...defaultSettings, criticalLifetimeDivisor: 1000, warningLifetimeDivisor: 1000 },
      now: NOW,
      t,
      locale: 'en',
    }),
    details: renewalSentence(row, NOW, t, 'en')?.text,
    notification: `${alert.title}. ${alert.body}`,
    terminal: reasonsOf(order, {
      terms: { ...termsOf(defaultSettings), warningMs: () => 0, criticalMs: () => 0 },
      needsConfirmation: false,
      now: NOW,
      t,
      locale: 'en',
    })
      .map(({ text }) => text)
      .join('; '),
    report: inventoryMarkdown({ ...inventoryWith([order]), takenAt: NOW }, { locale: 'en', t }),
  };
}

describe('a renewal that is overdue', () => {
  it.each([
    ['a minute less than 10 days', 10 * DAY_MS - MINUTE_MS, 30 * DAY_MS, '10 days'],
    ['10 days and 12 hours of 30, of which “19 days” are left', 10.5 * DAY_MS, 30 * DAY_MS, '11 days'],
    ['10 days', 10 * DAY_MS, 30 * DAY_MS, '10 days'],
    ['a day and 5 hours', DAY_MS + 5 * HOUR_MS, 3 * DAY_MS, '1 day'],
    ['some hours, of a short-lived certificate', 5 * HOUR_MS + 20 * MINUTE_MS, 8 * HOUR_MS, '5 h 20 min'],
  ])('by %s is so for the same time on every surface', (_, byMs, leadMs, time) => {
    const said = new RegExp(`(?:overdue by|renewed) ${time}(?! \\d)|\\b${time} overdue`, 'u');
    for (const [surface, text] of Object.entries(surfaces(byMs, leadMs))) expect(text, surface).toMatch(said);
  });

  it('has the usual time in its unit, also if it is hours', () => {
    const { details, notification } = surfaces(5 * HOUR_MS, 8 * HOUR_MS);
    expect(details).toContain('Normally renewed 8 h before it expires; it is now 3 h 0 min.');
    expect(notification).toContain('normally renewed 8 h before it expires; it is now 3 h 0 min.');
  });
});
