import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionFacts } from '#shared/domain/conditions/condition.ts';
import { allConditions, conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { placeKinds } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import {
  deriveStatus,
  deriveStatuses,
  needsAttention,
  orderStatuses,
  statusSeverities,
} from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS, windowsFor } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import {
  authorityNews,
  orderWithDays,
  pullSource,
  pushSource,
  timesOfPlaces,
} from '#test/support/orderRows.ts';
import { soakCount } from '#test/support/soak.ts';

const now = Date.UTC(2026, 5, 15, 12);

function order(facts: Partial<ConditionFacts> = {}): ConditionFacts {
  return orderWithDays('a', 60, now, { lastConfirmedAt: now - HOUR_MS, ...facts });
}

const chainEnds = fc.option(
  fc.record({
    at: fc.integer({ min: now - 200 * DAY_MS, max: now + 200 * DAY_MS }),
    name: fc.constant('Issuing CA'),
  }),
);

/** From when on something holds: always, at an instant, or never. */
const from = fc.oneof(
  fc.constantFrom(0, Number.POSITIVE_INFINITY),
  fc.integer({ min: now - 200 * DAY_MS, max: now + 200 * DAY_MS }),
);
const deployments = fc.option(
  fc.record({
    ...(Object.fromEntries(placeKinds.map((kind) => [kind, from])) as Record<
      (typeof placeKinds)[number],
      typeof from
    >),
    settlesUntil: from,
    servedEnd: from,
    isUnseen: fc.boolean(),
  }),
);

const leads = fc.option(fc.record({ leadMs: fc.integer({ min: 0, max: 90 * DAY_MS }), renewals: fc.nat(3) }));

const authorities = fc.option(
  fc
    .record({
      revoked: fc.option(fc.constant({ at: now, reason: 'superseded' as const })),
      replacement: fc.option(fc.record({ from, by: from, explanationUrl: fc.constant(null) })),
    })
    .map(authorityNews),
);

const ownThresholds = fc.option(
  fc.constantFrom({ warning: '45d', critical: '10%' }, { warning: '25%', critical: '2d' }),
);

const deployment = timesOfPlaces;

/** When time alone changes the status of one order. */
const nextStatusChange = (
  facts: ConditionFacts,
  polling: 'active' | 'rejected' | 'probing',
  settings: Settings,
  at: number,
) =>
  deriveStatuses(
    [facts],
    () => polling,
    settings,
    at,
    () => undefined,
  );

const status = (facts: Partial<ConditionFacts>, polling: 'active' | 'rejected' | 'probing' = 'active') =>
  deriveStatus(order(facts), polling, defaultSettings, now);

describe('deriveStatus', () => {
  it('is healthy when confirmed lately and far from notAfter', () => {
    expect(status({})).toBe('healthy');
  });

  it('is revoked when its authority revoked it, whatever else is known, until it has expired', () => {
    const authority = authorityNews({ revoked: { at: now - DAY_MS, reason: 'keyCompromise' } });
    expect(status({ authority })).toBe('revoked');
    expect(status({ authority, notAfter: now + DAY_MS })).toBe('revoked');
    expect(status({ authority, lastConfirmedAt: null }, 'rejected')).toBe('revoked');
    expect(status({ authority, notAfter: now - 1 })).toBe('expired');
  });

  it('is to be replaced from the moment at which its authority wants that', () => {
    const wanted = (from: number) => ({
      authority: authorityNews({ replacement: { from, by: now + DAY_MS, explanationUrl: null } }),
    });
    expect(status(wanted(now + 1))).toBe('healthy');
    expect(status(wanted(now))).toBe('toReplace');
    expect(status({ ...wanted(now), notAfter: now + DAY_MS })).toBe('critical');
    expect(nextStatusChange(order(wanted(now + 5)), 'active', defaultSettings, now)).toBe(now + 5);
  });

  it('is expiring inside 30 days and critical inside 7, for a long-lived certificate', () => {
    const long = { notBefore: now - 335 * DAY_MS };
    expect(status({ ...long, notAfter: now + 30 * DAY_MS + 1 })).toBe('healthy');
    expect(status({ ...long, notAfter: now + 30 * DAY_MS })).toBe('expiring');
    expect(status({ ...long, notAfter: now + 7 * DAY_MS + 1 })).toBe('expiring');
    expect(status({ ...long, notAfter: now + 7 * DAY_MS })).toBe('critical');
    expect(status({ ...long, notAfter: now })).toBe('critical');
    expect(status({ ...long, notAfter: now - 1 })).toBe('expired');
  });

  it('does not show a new 6-day certificate as critical', () => {
    expect(status({ notBefore: now - DAY_MS, notAfter: now + 5 * DAY_MS })).toBe('healthy');
    expect(status({ notBefore: now - 4.5 * DAY_MS, notAfter: now + 1.5 * DAY_MS })).toBe('expiring');
    expect(status({ notBefore: now - 5.5 * DAY_MS, notAfter: now + 0.5 * DAY_MS })).toBe('critical');
  });

  it('is not yet valid before notBefore', () => {
    expect(status({ notBefore: now + 1 })).toBe('notYetValid');
    expect(status({ notBefore: now })).toBe('healthy');
  });

  it('is stale when not confirmed for three intervals, never healthy', () => {
    const interval = defaultSettings.pollIntervalMinutes * 60_000;
    expect(status({ lastConfirmedAt: now - 3 * interval })).toBe('healthy');
    expect(status({ lastConfirmedAt: now - 3 * interval - 1 })).toBe('stale');
    expect(status({ lastConfirmedAt: null })).toBe('stale');
  });

  it('is never stale when push-only, which is not polled', () => {
    expect(status({ source: pushSource(), lastConfirmedAt: now - 400 * DAY_MS })).toBe('healthy');
    expect(status({ source: pushSource(), lastConfirmedAt: null })).toBe('healthy');
  });

  it('is stale when confirmed in the future, as after a clock change', () => {
    expect(status({ lastConfirmedAt: now + 5 * 60_000 })).toBe('healthy');
    expect(status({ lastConfirmedAt: now + 5 * 60_000 + 1 })).toBe('stale');
    expect(status({ lastConfirmedAt: now + 400 * DAY_MS })).toBe('stale');
  });

  it('is not deployed from the time on at which a place has another certificate', () => {
    expect(status({ deployment: deployment({}) })).toBe('healthy');
    expect(status({ deployment: deployment({ notDeployed: now + 1 }) })).toBe('healthy');
    expect(status({ deployment: deployment({ notDeployed: now }) })).toBe('notDeployed');
    expect(status({ deployment: deployment({ misconfigured: now }) })).toBe('misconfigured');
    expect(status({ deployment: deployment({ placesUnknown: now }) })).toBe('stale');
    expect(status({ deployment: deployment({ notDeployed: 0, misconfigured: 0 }) })).toBe('notDeployed');
  });

  it('is not deployed before everything that is not known, and after what the certificate itself proves', () => {
    const old = { deployment: deployment({ notDeployed: 0 }) };
    expect(status(old, 'rejected')).toBe('notDeployed');
    expect(status({ ...old, failures: 1, failure: { kind: 'unknownRid' } })).toBe('notDeployed');
    expect(status({ ...old, lastConfirmedAt: null })).toBe('notDeployed');
    expect(status({ ...old, notAfter: now + HOUR_MS })).toBe('critical');
    expect(status({ ...old, notAfter: now - 1 })).toBe('expired');
  });

  it('expects a certificate that needs review nowhere', () => {
    const findings: readonly Finding[] = [{ kind: 'noNames', commonName: null }];
    const old = { deployment: deployment({ notDeployed: 0, placesUnknown: 0 }) };
    expect(status({ ...old, findings })).toBe('needsReview');
    expect(
      status({ ...old, findings: findings.map((one) => ({ ...one, accepted: true })) as Finding[] }),
    ).toBe('notDeployed');
  });

  it('is marked as rejected when the token was refused, and stays where it is', () => {
    expect(status({}, 'rejected')).toBe('rejected');
    expect(needsAttention('rejected')).toBe(false);
    expect(status({ failures: 1, failure: { kind: 'unauthorized', status: 401 } })).toBe('rejected');
    expect(status({ notAfter: now - 1 }, 'rejected')).toBe('expired');
  });

  it('is overdue only after a renewal that was seen, and if the service gave the old certificate since', () => {
    const late = (renewals: number, lastConfirmedAt = now) =>
      status({ lead: { leadMs: 75 * DAY_MS, renewals }, lastConfirmedAt });
    expect(late(1)).toBe('overdue');
    expect(late(0)).toBe('healthy');
    expect(late(1, now - 10 * DAY_MS)).toBe('stale');
  });

  it.each(['filesOpen', 'filesChanged', 'filesMissing', 'unreachable', 'commandFailed'] as const)(
    'needs attention because of %s',
    (kind) => {
      expect(needsAttention(status({ deployment: deployment({ [kind]: 0 }) }))).toBe(true);
    },
  );

  it('is failing, critical, with a rid that the service does not know', () => {
    const unknown = order({ failures: 1, failure: { kind: 'unknownRid' } });
    const [worst] = conditionsOf(unknown, 'active', termsOf(defaultSettings), now);
    expect(worst).toMatchObject({ kind: 'failing', severity: 'critical', check: 'critical' });
    const passing = order({ failures: 3, failure: { kind: 'offline' } });
    expect(conditionsOf(passing, 'active', termsOf(defaultSettings), now)[0]).toMatchObject({
      check: 'unknown',
    });
  });

  it('ignores one transient fault, and shows the third, or the first permanent one', () => {
    const passing: AppError = { kind: 'serverError', status: 503, retryAfterMs: null };
    expect(status({ failures: 1, failure: passing })).toBe('healthy');
    expect(status({ failures: 3, failure: passing })).toBe('failing');
    expect(status({ failures: 1, failure: { kind: 'unknownRid' } })).toBe('failing');
  });

  it('is failing at the first fault when nothing was ever fetched, and never fetched without a fault', () => {
    const nothing = { notBefore: null, notAfter: null, notAfterSource: null, lastConfirmedAt: null } as const;
    expect(status(nothing)).toBe('neverFetched');
    expect(status({ ...nothing, failures: 1, failure: { kind: 'offline' } })).toBe('failing');
  });

  it('ends with the certificate, if a damaged record says that its chain ends later', () => {
    expect(status({ notAfter: now - 1, chainEnd: { at: now + 90 * DAY_MS, name: 'Issuing CA' } })).toBe(
      'expired',
    );
  });

  it('is never healthy with data that is old, missing, refused or failing', () => {
    const facts = fc.record({
      notBefore: fc.option(fc.integer({ min: now - 400 * DAY_MS, max: now + 10 * DAY_MS })),
      notAfter: fc.option(fc.integer({ min: now - 400 * DAY_MS, max: now + 400 * DAY_MS })),
      notAfterSource: fc.constantFrom('certificate' as const, 'service' as const, null),
      chainEnd: chainEnds,
      lastConfirmedAt: fc.option(fc.integer({ min: now - 10 * DAY_MS, max: now })),
      failures: fc.integer({ min: 0, max: 6 }),
      failure: fc.constantFrom<AppError | null>(null, { kind: 'unknownRid' }, { kind: 'offline' }),
      findings: fc.constant([]),
      source: fc.constantFrom(pullSource('r'), pushSource()),
      deployment: deployments,
      authority: authorities,
      lead: leads,
      tags: fc.constant([]),
      thresholds: ownThresholds,
    });
    fc.assert(
      fc.property(facts, fc.constantFrom('active' as const, 'rejected' as const), (given, polling) => {
        if (deriveStatus(given, polling, defaultSettings, now) !== 'healthy') return;
        expect(polling).toBe('active');
        expect(given.notAfterSource).toBe('certificate');
        if (given.source.kind === 'pull')
          expect(given.lastConfirmedAt).toBeGreaterThanOrEqual(now - 18 * HOUR_MS);
        expect(given.notAfter).toBeGreaterThan(now);
        expect(given.notBefore).toBeLessThanOrEqual(now);
        for (const kind of placeKinds) expect(given.deployment?.[kind] ?? now + 1).toBeGreaterThan(now);
        expect(given.authority?.revoked ?? null).toBeNull();
        expect(given.authority?.replacement?.from ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
      }),
      { numRuns: soakCount(2_000) },
    );
  });
});

describe('the list of conditions', () => {
  it('has those of one status together, of one severity', () => {
    const statuses = allConditions.map(({ status }) => status);
    expect(statuses.filter((one, index) => one !== statuses[index - 1])).toEqual(orderStatuses.slice(0, -1));
    for (const { status, severity } of allConditions) expect(statusSeverities[status]).toBe(severity);
  });

  it('goes from critical to attention to notice', () => {
    const severities = [...new Set(orderStatuses.map((status) => statusSeverities[status]))];
    expect(severities).toEqual(['critical', 'attention', 'notice', 'fine']);
    expect(allConditions.map(({ severity }) => severity)).toEqual(
      allConditions
        .map(({ severity }) => severity)
        .toSorted((a, b) => severities.indexOf(a) - severities.indexOf(b)),
    );
  });
});

describe('windowsFor', () => {
  it('uses the days of the settings for long lifetimes and a fraction of short ones', () => {
    expect(windowsFor(0, 398 * DAY_MS, defaultSettings)).toEqual({
      warningMs: 30 * DAY_MS,
      criticalMs: 7 * DAY_MS,
    });
    expect(windowsFor(0, 30 * DAY_MS, defaultSettings)).toEqual({
      warningMs: 10 * DAY_MS,
      criticalMs: 3 * DAY_MS,
    });
  });

  it('is empty for a certificate that ends before it begins', () => {
    expect(windowsFor(10, 5, defaultSettings)).toEqual({ warningMs: 0, criticalMs: 0 });
  });
});

describe('nextStatusChange', () => {
  const settings = { ...defaultSettings };
  const at = (facts: ConditionFacts, when: number) => deriveStatus(facts, 'active', settings, when);
  const next = (facts: ConditionFacts, when = now) => nextStatusChange(facts, 'active', settings, when);

  it('returns exactly the times at which the status changes', () => {
    const facts = order({
      notBefore: now + HOUR_MS,
      notAfter: now + 13 * HOUR_MS,
      lastConfirmedAt: now,
    });
    const seen = [at(facts, now)];
    for (let when = next(facts); Number.isFinite(when); when = next(facts, when)) {
      expect(at(facts, when - 1)).toBe(seen.at(-1));
      expect(at(facts, when)).not.toBe(seen.at(-1));
      seen.push(at(facts, when));
    }
    expect(seen).toEqual(['notYetValid', 'healthy', 'expiring', 'critical', 'expired']);
  });

  it('includes when an unconfirmed order becomes stale', () => {
    const moment = next(order());
    expect(at(order(), moment - 1)).toBe('healthy');
    expect(at(order(), moment)).toBe('stale');
  });

  it('includes when a confirmation from the future becomes valid again', () => {
    const facts = order({ lastConfirmedAt: now + HOUR_MS });
    const moment = next(facts);
    expect(at(facts, moment - 1)).toBe('stale');
    expect(at(facts, moment)).toBe('healthy');
  });

  it('includes the notAfter of the service when there is no certificate', () => {
    const facts = order({ notBefore: null, notAfterSource: 'service', notAfter: now + 60 * DAY_MS });
    expect(at(facts, next(facts) - 1)).toBe('neverFetched');
    expect(at(facts, next(facts))).toBe('critical');
  });

  it('is infinite for an order without data, and skips changes hidden by a worse state', () => {
    const unknown = { notBefore: null, notAfter: null, notAfterSource: null, lastConfirmedAt: null };
    expect(next(order(unknown))).toBe(Number.POSITIVE_INFINITY);
    expect(next(order({ notAfter: now - 1 }))).toBe(Number.POSITIVE_INFINITY);
  });

  it('holds for any order: the status is the same until that instant, and another one at it', () => {
    const instant = fc.integer({ min: now - 200 * DAY_MS, max: now + 200 * DAY_MS });
    const facts = fc.record({
      notBefore: fc.option(instant),
      notAfter: fc.option(instant),
      notAfterSource: fc.constantFrom('certificate' as const, 'service' as const, null),
      chainEnd: chainEnds,
      lastConfirmedAt: fc.option(instant),
      failures: fc.nat(4),
      failure: fc.constantFrom<AppError | null>(null, { kind: 'unknownRid' }, { kind: 'offline' }),
      findings: fc.constantFrom<readonly Finding[]>(
        [],
        [{ kind: 'noNames', commonName: null }],
        [{ kind: 'noNames', commonName: null, accepted: true }],
      ),
      source: fc.constantFrom(pullSource('r'), pushSource()),
      deployment: deployments,
      authority: authorities,
      lead: leads,
      tags: fc.constant([]),
      thresholds: ownThresholds,
    });
    const rules = fc.record({
      warningDays: fc.integer({ min: 1, max: 90 }),
      criticalDays: fc.integer({ min: 1, max: 30 }),
      warningLifetimeDivisor: fc.integer({ min: 1, max: 20 }),
      criticalLifetimeDivisor: fc.integer({ min: 1, max: 20 }),
      pollIntervalMinutes: fc.integer({ min: 15, max: 20_000 }),
    });
    const polling = fc.constantFrom('active' as const, 'rejected' as const, 'probing' as const);
    fc.assert(
      fc.property(
        facts,
        rules,
        polling,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        (given, chosen, kind, parts) => {
          const own = { ...defaultSettings, ...chosen };
          const statusAt = (when: number) => deriveStatus(given, kind, own, when);
          const until = nextStatusChange(given, kind, own, now);
          expect(until).toBeGreaterThan(now);
          const end = Math.min(until, now + 900 * DAY_MS);
          const instants = parts.map((part) => now + Math.floor(part * (end - 1 - now)));
          const before = statusAt(now);
          expect([...instants, end - 1].filter((when) => statusAt(when) !== before)).toEqual([]);
          if (until < Number.POSITIVE_INFINITY) expect(statusAt(until)).not.toBe(before);
        },
      ),
      { numRuns: soakCount(2_000) },
    );
  });
});
