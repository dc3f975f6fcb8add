import { expect, it } from 'vitest';
import { type AlertEvent, causeOf } from '#main/alerting/alerts/alert.ts';
import { type AlertButtonActions, alertButtons } from '#main/alerting/alerts/alertButtons.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { orderWithDays } from '#test/support/orderRows.ts';

const now = Date.UTC(2026, 10, 20);
const order = orderWithDays('shop', 5, now);
const copy = { kind: 'copy', order, folder: '/srv', command: null } as const;

function buttonsOf(event: AlertEvent, locale: 'en' | 'zh-CN' = 'en', offer?: HelpfulAction) {
  const done: string[] = [];
  const actions: AlertButtonActions = {
    offer: () => offer,
    help: ({ id }, action) => done.push(`${action} ${id}`),
    snooze: ({ id }) => done.push(`snooze ${id}`),
  };
  const buttons = alertButtons(event, actions, translatorOf(locale));
  for (const { run } of buttons) run();
  return { labels: buttons.map(({ label }) => label), done };
}

it.each<[string, AlertEvent]>([
  ['an expiry', { kind: 'expiry', order }],
  ['an overdue renewal', { kind: 'condition', condition: 'overdue', order }],
  ['files that were not updated', { ...copy, outcome: 'changed' }],
  ['one unconfirmed order', { kind: 'unconfirmed', connectionId: 'c', first: order, count: 1 }],
])('%s can be snoozed, and shown by a click', (_, event) => {
  expect(buttonsOf(event)).toEqual({ labels: ['Snooze for 1 day'], done: ['snooze shop'] });
  expect(buttonsOf(event, 'zh-CN').labels).toEqual(['1 天内不提醒']);
});

it.each<[string, AlertEvent]>([
  ['a renewal', { kind: 'renewed', order, isDeployed: null }],
  ['a daily summary', { kind: 'renewals', orders: [order, order], count: 2, isDeployed: true }],
  ['a rejected token', { kind: 'rejected', connectionId: 'c' }],
  ['unconfirmed orders', { kind: 'unconfirmed', connectionId: 'c', first: order, count: 2 }],
])('%s can only be shown, by a click', (_, event) => {
  expect(buttonsOf(event)).toEqual({ labels: [], done: [] });
});

it.each([
  ['en', 'Update files'],
  ['zh-CN', '更新文件'],
] as const)('what helps the order comes first, in %s', (locale, label) => {
  const event = { kind: 'expiry', order } as const;
  const { labels, done } = buttonsOf(event, locale, 'update');
  expect(labels[0]).toBe(label);
  expect(done).toEqual(['update shop', 'snooze shop']);
});

it('a review is begun by showing the order', () => {
  const { done } = buttonsOf({ kind: 'renewed', order, isDeployed: null }, 'en', 'review');
  expect(done).toEqual([]);
});

it('an export is offered for a new certificate only', () => {
  expect(buttonsOf({ kind: 'renewed', order, isDeployed: null }, 'en', 'export').labels).toEqual(['Export…']);
  expect(buttonsOf({ kind: 'expiry', order }, 'en', 'export').labels).toEqual(['Snooze for 1 day']);
});

it('good news has a cause apart from what needs the user, and each condition its own', () => {
  const renewed = { kind: 'renewed', order, isDeployed: null } as const;
  const findings = [{ kind: 'namesLost', names: ['shop.example.com'] }] as const;
  const review = { ...renewed, order: { ...order, findings } } as const;
  const events: readonly AlertEvent[] = [
    renewed,
    review,
    { ...copy, outcome: 'failed' },
    { kind: 'condition', condition: 'overdue', order },
    { kind: 'condition', condition: 'revoked', order },
  ];
  expect(new Set(events.map(causeOf)).size).toBe(events.length);
});
