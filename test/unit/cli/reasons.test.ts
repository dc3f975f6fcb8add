import { describe, expect, it } from 'vitest';
import { probeSeverity, type ReasonKind, reasonKinds, reasonsOf, type Severity } from '#main/cli/reasons.ts';
import { probeStatuses } from '#shared/domain/deploymentStatus.ts';
import type { InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { authorityNews } from '#test/support/orderRows.ts';
import { deployment, now, order } from './inventoryOrders.ts';

const within = { withinMs: 14 * DAY_MS, now };

const reasons = (given: Partial<InventoryOrder>, locale: 'en' | 'zh-CN' = 'en') =>
  reasonsOf(order(given), {
    ...within,
    criticalMs: null,
    needsConfirmation: false,
    t: translatorOf(locale),
    locale,
  });

/** The reasons of `check -w 14d -c 7d`. */
const checkReasons = (given: Partial<InventoryOrder>, locale: 'en' | 'zh-CN' = 'en') =>
  reasonsOf(order(given), {
    ...within,
    criticalMs: 7 * DAY_MS,
    needsConfirmation: true,
    t: translatorOf(locale),
    locale,
  });

type Case = readonly [ReasonKind, 'critical' | 'attention', RegExp, Partial<InventoryOrder>];
const broken = { kind: 'signatureBroken', subject: 'Shop', issuer: 'CA' } as never;
const lost = { kind: 'namesLost', names: ['www.shop.example'] } as const;

const cases: readonly Case[] = [
  ['expired', 'critical', /expired 1 day ago/u, { notAfter: now - DAY_MS, status: 'expired' }],
  ['damaged', 'critical', /./u, { findings: [lost, broken], status: 'damaged' }],
  [
    'servedExpired',
    'critical',
    /served expired 1 day ago/u,
    { deployment: deployment({ status: 'expired', servedNotAfter: now - DAY_MS }) },
  ],
  [
    'notDeployed',
    'critical',
    /an endpoint serves another/u,
    { deployment: deployment({ status: 'foreign' }) },
  ],
  [
    'notDeployed',
    'critical',
    /an endpoint serves an older/u,
    { deployment: deployment({ status: 'stale' }) },
  ],
  [
    'notDeployed',
    'critical',
    /exported files hold an older/u,
    { deployment: deployment({ status: 'stale', affected: 0, copies: 1, copiesAffected: 1 }) },
  ],
  ['rejected', 'critical', /rejected the access token/u, { status: 'rejected' }],
  ['rejected', 'critical', /rejected the access token/u, { failure: 'unauthorized' }],
  ['ends', 'attention', /expires in 14 d 0 h/u, { notAfter: now + 14 * DAY_MS }],
  [
    'servedEnds',
    'attention',
    /served expires in 24 h 0 min/u,
    { deployment: deployment({ servedNotAfter: now + DAY_MS }) },
  ],
  ['notYetValid', 'attention', /valid only in 2 d 0 h/u, { notBefore: now + 2 * DAY_MS }],
  ['needsReview', 'attention', /No longer covers www\.shop\.example/u, { findings: [lost] }],
  [
    'misconfigured',
    'attention',
    /misconfigured: chain, name or trust/u,
    { deployment: deployment({ status: 'misconfigured' }) },
  ],
  [
    'misconfigured',
    'attention',
    /files were changed/u,
    { deployment: deployment({ status: 'misconfigured', affected: 0 }) },
  ],
  [
    'unreachable',
    'attention',
    /returns no certificate/u,
    { deployment: deployment({ status: 'unreachable' }) },
  ],
  [
    'unreachable',
    'attention',
    /missing/u,
    { deployment: deployment({ status: 'unreachable', affected: 0 }) },
  ],
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
  ['overdue', 'attention', /2 days overdue/u, { renewal: { kind: 'overdue', dueAt: 0, byMs: 2 * DAY_MS } }],
  ['unknown', 'attention', /no certificate yet/u, { notAfter: null, status: 'neverFetched' }],
];

const checkCases: readonly (readonly [ReasonKind, Severity, RegExp, Partial<InventoryOrder>])[] = [
  ['endsSoon', 'critical', /expires in 7 d 0 h/u, { notAfter: now + 7 * DAY_MS }],
  [
    'servedEndsSoon',
    'critical',
    /served expires in 24 h 0 min/u,
    { deployment: deployment({ servedNotAfter: now + DAY_MS }) },
  ],
  ['failing', 'unknown', /can’t confirm it \(unknownRid\)/u, { status: 'failing', failure: 'unknownRid' }],
  ['unconfirmed', 'unknown', /not confirmed lately/u, { status: 'stale' }],
];

describe('the reasons of a check', () => {
  it.each(checkCases)('are "%s", %s, in words like %s', (kind, severity, said, given) => {
    const found = checkReasons(given);
    expect(found).toEqual([{ kind, severity, text: expect.stringMatching(said) }]);
    for (const { text } of checkReasons(given, 'zh-CN')) expect(text).not.toMatch(/[.。{}]$/u);
  });

  it('go from critical to warning to unknown', () => {
    const severities = [
      ...new Set(
        checkReasons({
          status: 'stale',
          notAfter: now + DAY_MS,
          renewal: { kind: 'overdue', dueAt: 0, byMs: DAY_MS },
        }).map(({ severity }) => severity),
      ),
    ];
    expect(severities).toEqual(['critical', 'attention', 'unknown']);
    expect(checkReasons({ notAfter: now + 7 * DAY_MS + 1 }).map(({ kind }) => kind)).toEqual(['ends']);
    expect(checkReasons({ failure: 'unauthorized', status: 'failing' }).map(({ kind }) => kind)).toEqual([
      'rejected',
    ]);
  });
});

describe('the reasons for --fail-within', () => {
  it.each(cases)('are "%s", %s, in words like %s', (kind, severity, said, given) => {
    const found = reasons(given);
    expect(found[0]).toMatchObject({ kind, severity, text: expect.stringMatching(said) });
    expect(found.every((reason) => reasonKinds.includes(reason.kind))).toBe(true);
    for (const { text } of [...found, ...reasons(given, 'zh-CN')]) expect(text).not.toMatch(/[.。{}]$/u);
  });

  it('are all covered here, with those of the check', () => {
    const covered = new Set([...cases, ...checkCases].map(([kind]) => kind));
    expect(covered).toEqual(new Set(reasonKinds));
  });

  it.each<[string, Partial<InventoryOrder>]>([
    ['all is well', {}],
    ['it ends a moment later', { notAfter: now + 14 * DAY_MS + 1 }],
    ['it was not confirmed lately, as without the running app', { status: 'stale' }],
    ['it failed in passing', { failure: 'timeout' }],
    ['its renewal is due', { renewal: { kind: 'due', dueAt: now } }],
    ['its places were not checked', { deployment: deployment({ status: 'unknown' }) }],
    ['a finding was accepted', { findings: [{ ...lost, accepted: true }] }],
  ])('are none when %s', (_what, given) => {
    expect(reasons(given)).toEqual([]);
  });

  it('are several, worst first, and none twice', () => {
    const kinds = (given: Partial<InventoryOrder>) => reasons(given).map(({ kind }) => kind);
    const overdue = { kind: 'overdue', dueAt: 0, byMs: DAY_MS } as const;
    const old = deployment({ status: 'stale', servedNotAfter: now - DAY_MS });
    expect(kinds({ status: 'rejected', deployment: old, renewal: overdue })).toEqual([
      'servedExpired',
      'notDeployed',
      'rejected',
      'overdue',
    ]);
    // A certificate to review is deliberately not deployed.
    expect(kinds({ deployment: deployment({ status: 'stale' }), findings: [lost] })).toEqual(['needsReview']);
    // The served certificate is the current one of the order.
    const served = deployment({ servedNotAfter: now + DAY_MS });
    expect(kinds({ notAfter: now + DAY_MS, deployment: served })).toEqual(['ends']);
  });
});

it('a status about a place is as severe as the reason it gives', () => {
  expect(Object.fromEntries(probeStatuses.map((status) => [status, probeSeverity(status)]))).toEqual({
    expired: 'critical',
    foreign: 'critical',
    stale: 'critical',
    misconfigured: 'attention',
    unreachable: 'attention',
    unknown: null,
    current: null,
  });
});
