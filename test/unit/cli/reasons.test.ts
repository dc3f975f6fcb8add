import { describe, expect, it } from 'vitest';
import { judge, reasonsOf } from '#main/cli/judgement.ts';
import { atOnce } from '#main/platform/slices.ts';
import type { CheckState } from '#shared/domain/conditions/condition.ts';
import { type ConditionKind, conditionKinds } from '#shared/domain/conditions/conditions.ts';
import { placeSeverity } from '#shared/domain/conditions/placeConditions.ts';
import { type PlaceTimes, placeStatuses } from '#shared/domain/conditions/places.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { authorityNews, timesOfPlaces } from '#test/support/orderRows.ts';
import { now, order } from './inventoryOrders.ts';

type Given = Parameters<typeof order>[0] & {};

function factsIn(locale: 'en' | 'zh-CN', criticalMs: number, needsConfirmation: boolean) {
  const terms = {
    ...{ warningMs: () => 14 * DAY_MS, criticalMs: () => criticalMs, own: () => null },
    pollIntervalMinutes: 360,
  };
  return { terms, needsConfirmation, now, t: translatorOf(locale), locale };
}

/** Those of `status --fail-within 14d`. */
const reasons = (given: Given, locale: 'en' | 'zh-CN' = 'en') =>
  reasonsOf(order(given), factsIn(locale, Number.NEGATIVE_INFINITY, false));

/** Those of `check -w 14d -c 7d`. */
const checkReasons = (given: Given, locale: 'en' | 'zh-CN' = 'en') =>
  reasonsOf(order(given), factsIn(locale, 7 * DAY_MS, true));

type Case = readonly [ConditionKind, CheckState, RegExp, Given];
const broken = { kind: 'signatureBroken', subject: 'Shop', issuer: 'CA' } as never;
const lost = { kind: 'namesLost', names: ['www.shop.example'] } as const;
const places = (times: Partial<PlaceTimes>): Given => ({ deployment: timesOfPlaces(times) });
const overdue: Given = {
  lead: { leadMs: 95 * DAY_MS, renewals: 2 },
  notBefore: now - 90 * DAY_MS,
};
const failed = (failure: AppError, failures = 1): Given => ({ failure, failures });

const cases: readonly Case[] = [
  ['expired', 'critical', /expired 1 day ago/u, { notAfter: now - DAY_MS }],
  ['damaged', 'critical', /./u, { findings: [lost, broken] }],
  [
    'servedExpired',
    'critical',
    /served expired 1 day ago/u,
    places({ servedExpired: now - DAY_MS + 1, servedEnd: now - DAY_MS }),
  ],
  ['servedOther', 'critical', /a server has another/u, places({ servedOther: 0 })],
  ['notDeployed', 'critical', /a server has a previous/u, places({ notDeployed: 0 })],
  ['filesOutdated', 'critical', /exported files have a previous/u, places({ filesOutdated: 0 })],
  [
    'failing',
    'critical',
    /can’t confirm it \(“The service doesn’t know this rid”\)/u,
    failed({ kind: 'unknownRid' }),
  ],
  ['ends', 'attention', /expires in 14 d 0 h/u, { notAfter: now + 14 * DAY_MS }],
  ['servedEnds', 'attention', /served expires in 24 h 0 min/u, places({ servedEnd: now + DAY_MS })],
  ['notYetValid', 'attention', /valid only in 2 d 0 h/u, { notBefore: now + 2 * DAY_MS }],
  ['needsReview', 'attention', /No longer covers www\.shop\.example/u, { findings: [lost] }],
  ['filesOpen', 'attention', /others can read/u, places({ filesOpen: 0 })],
  ['misconfigured', 'attention', /misconfigured: chain, name or trust/u, places({ misconfigured: 0 })],
  ['notStapled', 'attention', /no stapled OCSP response/u, places({ notStapled: 0 })],
  ['filesChanged', 'attention', /files were changed/u, places({ filesChanged: 0 })],
  ['unreachable', 'attention', /sends no certificate/u, places({ unreachable: 0 })],
  ['filesMissing', 'attention', /missing/u, places({ filesMissing: 0 })],
  ['commandFailed', 'attention', /the command after the last update/u, places({ commandFailed: 0 })],
  [
    'revoked',
    'critical',
    /revoked on 1 Jun 2026: its private key may be known to others/u,
    { authority: authorityNews({ revoked: { at: Date.UTC(2026, 5, 1, 12), reason: 'keyCompromise' } }) },
  ],
  [
    'toReplace',
    'attention',
    /the CA wants the certificate replaced by 20 Jun 2026/u,
    {
      authority: authorityNews({
        replacement: { from: now, by: Date.UTC(2026, 5, 20, 12), explanationUrl: null },
      }),
    },
  ],
  ['overdue', 'attention', /\d+ days overdue/u, overdue],
  ['unknown', 'attention', /no certificate yet/u, { notAfter: null, notAfterSource: null }],
];

const checkCases: readonly Case[] = [
  ['endsSoon', 'critical', /expires in 7 d 0 h/u, { notAfter: now + 7 * DAY_MS }],
  ['servedEndsSoon', 'critical', /served expires in 24 h 0 min/u, places({ servedEnd: now + DAY_MS })],
  ['failing', 'unknown', /can’t confirm it \(“[^”]+ offline”\)/u, failed({ kind: 'offline' }, 3)],
  ['unconfirmed', 'unknown', /not confirmed lately/u, { lastConfirmedAt: now - 3 * DAY_MS }],
  ['settling', 'unknown', /not everywhere yet/u, places({ settlesUntil: now + 1 })],
  ['placesUnknown', 'unknown', /not known what is deployed/u, places({ placesUnknown: 0 })],
];

describe('the reasons of a check', () => {
  it.each(checkCases)('are "%s", %s, in words like %s', (kind, state, said, given) => {
    expect(checkReasons(given)).toEqual([{ kind, state, text: expect.stringMatching(said) }]);
    for (const { text } of checkReasons(given, 'zh-CN')) expect(text).not.toMatch(/[.。{}]$/u);
  });

  it('go from critical to warning to unknown', () => {
    const deployment = timesOfPlaces({ placesUnknown: 0, unreachable: 0 });
    const found = checkReasons({ notAfter: now + DAY_MS, deployment });
    expect(found.map(({ state }) => state)).toEqual(['critical', 'attention', 'unknown']);
    expect(checkReasons({ notAfter: now + 7 * DAY_MS + 1 }).map(({ kind }) => kind)).toEqual(['ends']);
  });
});

describe('the reasons for --fail-within', () => {
  it.each(cases)('are "%s", %s, in words like %s', (kind, state, said, given) => {
    const found = reasons(given);
    expect(found[0]).toMatchObject({ kind, state, text: expect.stringMatching(said) });
    for (const { text } of [...found, ...reasons(given, 'zh-CN')]) expect(text).not.toMatch(/[.。{}]$/u);
  });

  it('are all covered here, with those of the check and of connections', () => {
    const covered = [...cases, ...checkCases].map(([kind]) => kind);
    expect(new Set([...covered, 'rejected'])).toEqual(new Set(conditionKinds));
  });

  it.each<[string, Given]>([
    ['all is well', {}],
    ['it ends a moment later', { notAfter: now + 14 * DAY_MS + 1 }],
    ['it was not confirmed lately, as without the running app', { lastConfirmedAt: now - 9 * DAY_MS }],
    ['it failed in passing', failed({ kind: 'offline' })],
    ['its renewal is due', { lead: { leadMs: 81 * DAY_MS, renewals: 3 } }],
    ['its renewal is late by a guess', { ...overdue, lead: { leadMs: 100 * DAY_MS, renewals: 0 } }],
    ['its places were not checked', places({ placesUnknown: 0 })],
    ['a finding was accepted', { findings: [{ ...lost, accepted: true }] }],
    ['its connection has a refused token', { polling: 'rejected' }],
  ])('are none when %s', (_what, given) => {
    expect(reasons(given)).toEqual([]);
  });

  it('are several, worst first, and none twice', () => {
    const kinds = (given: Given) => reasons(given).map(({ kind }) => kind);
    const old = timesOfPlaces({ servedExpired: now - DAY_MS, notDeployed: 0, servedEnd: now - DAY_MS });
    expect(kinds({ ...overdue, deployment: old })).toEqual(['servedExpired', 'notDeployed', 'overdue']);
    // A certificate to review is deliberately not deployed.
    expect(kinds({ ...places({ notDeployed: 0, filesOutdated: 0 }), findings: [lost] })).toEqual([
      'needsReview',
    ]);
  });
});

describe('a refused token', () => {
  const facts = factsIn('en', 7 * DAY_MS, true);
  const judged = (...orders: readonly InventoryOrder[]) =>
    atOnce(judge(orders, () => facts)).map(({ orderId, title, worst: { kind, state } }) => [
      orderId,
      title,
      kind,
      state,
    ]);

  it('is one critical reason of its connection, whatever number of orders it has', () => {
    const refused = [1, 2, 3].map((id) => order({ id: `${id}`, polling: 'rejected' }));
    expect(judged(...refused, order({ id: '4', connection: 'Other' }))).toEqual([
      [null, 'Main', 'rejected', 'critical'],
    ]);
    const stored = order({ ...failed({ kind: 'unauthorized', status: 401 }) });
    expect(judged(stored)).toEqual([[null, 'Main', 'rejected', 'critical']]);
  });

  it('stands by worse and lesser reasons of orders, worst first', () => {
    const expired = order({ id: '1', polling: 'rejected', notAfter: now - DAY_MS });
    const late = order({ id: '2', ...overdue });
    expect(judged(late, expired).map(([id]) => id)).toEqual(['1', null, '2']);
  });
});

it('a status about a place is as severe as its condition', () => {
  expect(Object.fromEntries(placeStatuses.map((status) => [status, placeSeverity(status)]))).toEqual({
    expired: 'critical',
    foreign: 'critical',
    stale: 'critical',
    misconfigured: 'attention',
    unreachable: 'attention',
    unknown: null,
    current: null,
  });
});
