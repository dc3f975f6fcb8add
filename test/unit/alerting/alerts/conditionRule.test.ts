import { describe, expect, it } from 'vitest';
import { AlertLedger } from '#main/alerting/alerts/alertLedger.ts';
import { alertText } from '#main/alerting/alerts/alertText.ts';
import { type ConditionRulePorts, conditionRule } from '#main/alerting/alerts/conditionRule.ts';
import type { AlertContext } from '#main/alerting/alerts/namedText.ts';
import { alertEventJson, alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { webhookType } from '#main/alerting/events/standardWebhooks.ts';
import type { AuthorityNews } from '#shared/domain/authorityNews.ts';
import {
  type AlertedCondition,
  type AlertedKind,
  alertedConditions,
  alertedKinds,
} from '#shared/domain/conditions/conditions.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { ALWAYS, DAY_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { z } from '#shared/zod.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { authorityNews, orderWithDays, timesOfPlaces } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { FakeAlertDisk, start, startSession } from './alertHarness.ts';

const revoked = authorityNews({ revoked: { at: start, reason: 'superseded' } });
const wanted = (from: number): AuthorityNews =>
  authorityNews({ replacement: { from, by: from + DAY_MS, explanationUrl: null } });

const order = (authority: AuthorityNews | null, change: Partial<OrderRow> = {}) =>
  orderWithDays('a', 80, start, { fingerprint256: 'leaf', authority, ...change });

it('a revoked certificate is announced once, urgently, and also after it was to be replaced', () => {
  const session = startSession([order(wanted(start))]);
  session.look();
  session.look();
  session.state.rows = [order({ ...wanted(start), ...revoked })];
  session.look();
  session.look();
  expect(session.shown.map(({ title, urgent }) => [title, urgent])).toEqual([
    ['toReplace a', false],
    ['revoked a', true],
  ]);
  const again = startSession([order(revoked)], session.disk);
  again.look();
  expect(again.titles()).toEqual([]);
});

it('a wish is announced when its time has come', async () => {
  const session = startSession([order(wanted(start + DAY_MS))]);
  session.look();
  expect(session.titles()).toEqual([]);
  await session.time.advance(DAY_MS);
  session.look();
  expect(session.titles()).toEqual(['toReplace a']);
});

it('nothing is announced of an expired or a snoozed order', () => {
  const session = startSession([order(revoked)]);
  session.snoozes.snooze(['a'], 'day');
  session.look();
  expect(session.titles()).toEqual([]);
  const expired = startSession([
    orderWithDays('a', -1, start, { fingerprint256: 'leaf', authority: revoked }),
  ]);
  expired.look();
  expect(expired.titles()).not.toContain('revoked a');
});

/** Orders that have each of the conditions with an alert, and no other. */
const examples: Readonly<Record<AlertedKind, OrderRow>> = {
  damaged: order(null, { findings: [{ kind: 'signatureBroken', subject: 'a' }] }),
  failing: order(null, { failures: 1, failure: { kind: 'unknownRid' }, lastConfirmedAt: start }),
  filesOutdated: order(null, { deployment: timesOfPlaces({ filesOutdated: ALWAYS }) }),
  revoked: order(revoked),
  notStapled: order(null, { deployment: timesOfPlaces({ notStapled: ALWAYS }) }),
  toReplace: order(wanted(start)),
  overdue: order(null, { lead: { leadMs: 120 * DAY_MS, renewals: 2 }, notBefore: start - 320 * DAY_MS }),
};

describe.each(alertedKinds)('the condition “%s”', (kind) => {
  const event = { kind: 'condition', condition: kind, order: examples[kind] } as const;
  const context: AlertContext = {
    settings: defaultSettings,
    connectionName: () => '',
    ordersOf: () => 1,
    orders: () => [],
  };

  it('is announced once for each certificate, under its kind in the ledger', () => {
    const session = startSession([examples[kind]]);
    // Time enough to deploy it.
    session.state.leafSeenAt = start - DAY_MS;
    session.look();
    session.look();
    expect(session.take()).toEqual([`${kind} a`]);
    const isEachTime = kind === 'failing';
    expect([...session.disk.kept.keys()]).toEqual([`leaf ${kind}${isEachTime ? `:${start}` : ''}`]);
    session.state.rows = [{ ...examples[kind], fingerprint256: 'next' }];
    session.look();
    expect(session.take()).toEqual([`${kind} a`]);
  });

  it.each(['en', 'zh-CN'] as const)('has all its words in %s, and an event of its kind', (locale) => {
    const text = alertText(event, context, start, { locale, t: translatorOf(locale) });
    expect(text.title).toContain('a.example.com');
    expect(`${text.title} ${text.body}`).not.toMatch(/[{}]|undefined|NaN/u);
    const about = { now: start, isTest: false, urgent: false, text, connectionName: () => '' };
    const json = alertEventJson(event, about);
    expect(alertEventSchema(z).parse(json)).toEqual(json);
    expect(json.event).toBe(kind);
    expect(webhookType(json.event)).toMatch(/^certificate\.[a-z_]+$/u);
  });
});

/** What the rule says of one order at some times, if a condition were as given. */
function said(change: Partial<AlertedCondition>, times: readonly number[], orders = [order(null)]) {
  const [first] = alertedConditions;
  if (first === undefined) throw new Error('no condition has an alert');
  const { clock } = createFakeTime(start);
  const ledger = new AlertLedger(new FakeAlertDisk().ledger, createRecordingLogger().logger);
  const ports: ConditionRulePorts = {
    ...{ clock, ledger, orders: () => orders, addedAt: () => start, settings: () => defaultSettings },
    ...{ isSnoozed: () => false, pollingKind: () => 'active', isTold: () => false },
    origins: { originOf: () => ({ firstSeenAt: start, isRenewal: true }) },
  };
  const { until: _, ...rest } = first;
  const rule = conditionRule({ ...rest, alert: { setting: null }, ...change }, ports);
  return times.map((at) => {
    const due = rule.evaluate(at);
    ledger.record(
      due.flatMap(({ entries }) => entries),
      at,
    );
    return due.length;
  });
}

describe('an alert about a condition', () => {
  const days = (...all: readonly number[]) => all.map((day) => start + day * DAY_MS);

  it('comes when the condition holds, from its beginning until its end', () => {
    const window = { from: () => start + DAY_MS, until: () => start + 3 * DAY_MS };
    expect(said(window, [start + DAY_MS - 1])).toEqual([0]);
    expect(said(window, days(1, 2))).toEqual([1, 0]);
    expect(said(window, days(3))).toEqual([0]);
  });

  it('comes again for a time that was not reached yet, because the clock was ahead', () => {
    expect(said({ from: () => start + DAY_MS }, days(40, 0, 1))).toEqual([1, 0, 1]);
    expect(said({ from: () => ALWAYS }, days(40, 0, 1))).toEqual([1, 0, 0]);
  });

  it('is silent where a reminder of the expiry says more', () => {
    const soon = [orderWithDays('a', 20, start)];
    const now = { from: () => ALWAYS };
    expect(said({ ...now, alert: { setting: null, isBeforeReminders: true } }, days(0))).toEqual([1]);
    expect(said({ ...now, alert: { setting: null, isBeforeReminders: true } }, days(0), soon)).toEqual([0]);
    expect(said(now, days(0), soon)).toEqual([1]);
  });

  it('leaves time after the certificate was first seen, unless that is to come', () => {
    const late = { from: () => ALWAYS, alert: { setting: null, after: DAY_MS } };
    expect(said(late, days(0, 0.99, 1, 2))).toEqual([0, 0, 1, 0]);
    expect(said(late, days(-1))).toEqual([1]);
  });

  it('is silent while a condition holds on which it depends', () => {
    const depending = { from: () => ALWAYS, alert: { setting: null, dependsOn: ['notDeployed'] } };
    const wrongServer = [order(null, { deployment: timesOfPlaces({ notDeployed: start + DAY_MS }) })];
    expect(said(depending, days(1), wrongServer)).toEqual([0]);
    expect(said(depending, days(0), wrongServer)).toEqual([1]);
  });

  it('does not come where all may be on its way', () => {
    expect(said({ from: () => ALWAYS, check: 'unknown' }, days(0))).toEqual([0]);
  });

  it('comes only for orders whose certificate is known', () => {
    expect(said({ from: () => ALWAYS }, days(0), [order(null, { fingerprint256: null })])).toEqual([0]);
  });
});
