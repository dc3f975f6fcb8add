import { describe, expect, it } from 'vitest';
import { type ReasonKind, reasonKinds, reasonsOf, verdictSeverity } from '#main/cli/reasons.ts';
import type { PictureOrder } from '#shared/domain/picture.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { verdicts } from '#shared/domain/truth.ts';
import { createI18n, translatorOf } from '#shared/i18n/createI18n.ts';
import { now, order, truth } from './pictureOrders.ts';

const i18n = createI18n('en');
const reasons = (given: Partial<PictureOrder>, locale: 'en' | 'zh-CN' = 'en') =>
  reasonsOf(order(given), { withinMs: 14 * DAY_MS, now, t: translatorOf(i18n, locale), locale });

type Case = readonly [ReasonKind, 'critical' | 'attention', RegExp, Partial<PictureOrder>];
const broken = { kind: 'signatureBroken', subject: 'Shop', issuer: 'CA' } as never;
const lost = { kind: 'namesLost', names: ['www.shop.example'] } as const;

const cases: readonly Case[] = [
  ['expired', 'critical', /expired 1 day ago/u, { notAfter: now - DAY_MS, status: 'expired' }],
  ['damaged', 'critical', /./u, { findings: [lost, broken], status: 'damaged' }],
  [
    'servedExpired',
    'critical',
    /served expired 1 day ago/u,
    { truth: truth({ verdict: 'expired', servedNotAfter: now - DAY_MS }) },
  ],
  ['notDeployed', 'critical', /an endpoint serves another/u, { truth: truth({ verdict: 'different' }) }],
  ['notDeployed', 'critical', /an endpoint serves an older/u, { truth: truth({ verdict: 'stale' }) }],
  [
    'notDeployed',
    'critical',
    /exported files hold an older/u,
    { truth: truth({ verdict: 'stale', affected: 0, copies: 1, copiesAffected: 1 }) },
  ],
  ['rejected', 'critical', /refuses the access token/u, { status: 'rejected' }],
  ['rejected', 'critical', /refuses the access token/u, { failure: 'unauthorized' }],
  ['ends', 'attention', /ends in 14 days/u, { notAfter: now + 14 * DAY_MS }],
  ['servedEnds', 'attention', /served ends in 1 day/u, { truth: truth({ servedNotAfter: now + DAY_MS }) }],
  ['notYetValid', 'attention', /not valid for another 2 days/u, { notBefore: now + 2 * DAY_MS }],
  ['needsReview', 'attention', /No longer covers www\.shop\.example/u, { findings: [lost] }],
  ['faulty', 'attention', /the chain, the name or the trust/u, { truth: truth({ verdict: 'faulty' }) }],
  ['faulty', 'attention', /files were changed/u, { truth: truth({ verdict: 'faulty', affected: 0 }) }],
  ['unreachable', 'attention', /no certificate comes/u, { truth: truth({ verdict: 'unreachable' }) }],
  ['unreachable', 'attention', /missing/u, { truth: truth({ verdict: 'unreachable', affected: 0 }) }],
  [
    'overdue',
    'attention',
    /overdue by 2 days/u,
    { renewal: { kind: 'overdue', dueAt: 0, byMs: 2 * DAY_MS } },
  ],
  ['unknown', 'attention', /no certificate is known/u, { notAfter: null, status: 'neverFetched' }],
];

describe('the reasons for --fail-within', () => {
  it.each(cases)('are "%s", %s, in words like %s', (kind, severity, said, given) => {
    const found = reasons(given);
    expect(found[0]).toMatchObject({ kind, severity, text: expect.stringMatching(said) });
    expect(found.every((reason) => reasonKinds.includes(reason.kind))).toBe(true);
    for (const { text } of [...found, ...reasons(given, 'zh-CN')]) expect(text).not.toMatch(/[.。{}]$/u);
  });

  it('are all tried here', () => {
    expect([...new Set(cases.map(([kind]) => kind))]).toEqual(reasonKinds);
  });

  it.each<[string, Partial<PictureOrder>]>([
    ['all is well', {}],
    ['it ends a moment later', { notAfter: now + 14 * DAY_MS + 1 }],
    ['it was not confirmed lately, as without the running app', { status: 'stale' }],
    ['it failed in passing', { failure: 'timeout' }],
    ['its renewal is due', { renewal: { kind: 'due', dueAt: now } }],
    ['its places were not looked at', { truth: truth({ verdict: 'unknown' }) }],
    ['a finding was accepted', { findings: [{ ...lost, accepted: true }] }],
  ])('are none when %s', (_what, given) => {
    expect(reasons(given)).toEqual([]);
  });

  it('are several, worst first, and none twice', () => {
    const kinds = (given: Partial<PictureOrder>) => reasons(given).map(({ kind }) => kind);
    const overdue = { kind: 'overdue', dueAt: 0, byMs: DAY_MS } as const;
    const old = truth({ verdict: 'stale', servedNotAfter: now - DAY_MS });
    expect(kinds({ status: 'rejected', truth: old, renewal: overdue })).toEqual([
      'servedExpired',
      'notDeployed',
      'rejected',
      'overdue',
    ]);
    // What a person has to review first is not deployed on purpose.
    expect(kinds({ truth: truth({ verdict: 'stale' }), findings: [lost] })).toEqual(['needsReview']);
    // What is served is the certificate of the order.
    const served = truth({ servedNotAfter: now + DAY_MS });
    expect(kinds({ notAfter: now + DAY_MS, truth: served })).toEqual(['ends']);
  });
});

it('a verdict about a place is as bad as the reason that it gives', () => {
  expect(Object.fromEntries(verdicts.map((verdict) => [verdict, verdictSeverity(verdict)]))).toEqual({
    expired: 'critical',
    different: 'critical',
    stale: 'critical',
    faulty: 'attention',
    unreachable: 'attention',
    unknown: null,
    inStep: null,
  });
});
