import { expect, it } from 'vitest';
import type { AlertEvent } from '#main/alerting/alerts/alert.ts';
import { alertButtons } from '#main/alerting/alerts/alertButtons.ts';
import { causeOf } from '#main/alerting/alerts/alertText.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const now = Date.UTC(2026, 10, 20);
const order = orderWithDays('shop', 5, now);
const copy = { kind: 'copy', order, folder: '/srv', command: null } as const;

function buttonsOf(event: AlertEvent, locale: 'en' | 'zh-CN' = 'en') {
  const done: string[] = [];
  const actions = {
    show: () => done.push('show'),
    snooze: ({ id }: { readonly id: string }) => done.push(`snooze ${id}`),
  };
  const buttons = alertButtons(event, actions, translatorOf(locale));
  for (const { run } of buttons) run();
  return { labels: buttons.map(({ label }) => label), done };
}

it.each<[string, AlertEvent]>([
  ['an expiry', { kind: 'expiry', order }],
  ['an overdue renewal', { kind: 'overdue', order, byMs: 1 }],
  ['files that were not updated', { ...copy, outcome: 'changed' }],
  ['one unconfirmed order', { kind: 'unconfirmed', connectionId: 'c', first: order, count: 1 }],
])('%s can be shown and snoozed', (_, event) => {
  expect(buttonsOf(event)).toEqual({ labels: ['Show', 'Snooze for 1 day'], done: ['show', 'snooze shop'] });
  expect(buttonsOf(event, 'zh-CN').labels).toEqual(['查看', '1 天内不提醒']);
});

it.each<[string, AlertEvent]>([
  ['a renewal', { kind: 'renewed', order }],
  ['updated files', { ...copy, outcome: 'rewritten' }],
  ['a rejected token', { kind: 'rejected', connectionId: 'c' }],
  ['unconfirmed orders', { kind: 'unconfirmed', connectionId: 'c', first: order, count: 2 }],
])('%s can only be shown', (_, event) => {
  expect(buttonsOf(event)).toEqual({ labels: ['Show'], done: ['show'] });
});

it('good news has a cause apart from what needs the user', () => {
  const renewed = { kind: 'renewed', order } as const;
  const findings = [{ kind: 'namesLost', names: ['shop.example.com'] }] as const;
  const review = { kind: 'renewed', order: { ...order, findings } } as const;
  const events: readonly AlertEvent[] = [
    renewed,
    review,
    { ...copy, outcome: 'rewritten' },
    { ...copy, outcome: 'failed' },
  ];
  expect(new Set(events.map(causeOf)).size).toBe(4);
});
