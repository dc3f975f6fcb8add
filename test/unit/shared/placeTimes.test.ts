import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarisePlaces } from '#shared/domain/conditions/placeSummary.ts';
import { FOREIGN_MS, placeTimes, type RenewalTimes, SETTLE_MS } from '#shared/domain/conditions/places.ts';
import { type CopyBundleView, copyStates } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import { ALWAYS, DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { soakCount } from '#test/support/soak.ts';
import { address, copy, endpoint, now, servedLeaf } from './placeFixtures.ts';

const finding: ServedFinding = { kind: 'chainIncomplete', missingIssuer: 'CN=Issuing CA' };
const timeout: ProbeError = { kind: 'timeout', phase: 'connect' };
const offline: ProbeError = { kind: 'offline' };

interface Case {
  readonly copies?: readonly CopyBundleView[];
  readonly addresses?: readonly AddressView[];
  readonly endpoints?: readonly EndpointView[];
  readonly renewedAt?: number | null;
  readonly confirmedAt?: number | null;
}

function factOf({ copies = [], addresses, endpoints, renewedAt = null, confirmedAt = now }: Case) {
  const served = addresses === undefined ? [] : [endpoint({ addresses })];
  const times: RenewalTimes = { renewedAt: () => renewedAt, confirmedAt: () => confirmedAt };
  return placeTimes({ copies, endpoints: endpoints ?? served }, times);
}

/** The status of an order that is healthy but for its places. */
const statusOf = (given: Case, at = now) =>
  deriveStatus(
    orderWithDays('a', 60, now, { lastConfirmedAt: at, deployment: factOf(given) }),
    'active',
    defaultSettings,
    at,
  );

describe('the end of what a server sends', () => {
  const chainEnd = { at: now + 10 * DAY_MS, name: 'Issuing CA' };
  const sends = (relation: AddressView['relation'], end = chainEnd) =>
    factOf({ addresses: [address({ relation, served: servedLeaf({ chainEnd: end }) })] });

  it('is that of its chain where that expires first, also of the current certificate', () => {
    for (const relation of ['issued', 'former', 'other'] as const)
      expect(sends(relation)?.servedEnd, relation).toBe(chainEnd.at);
    expect(factOf({ addresses: [address()] })?.servedEnd).toBe(Number.POSITIVE_INFINITY);
    expect(sends('issued')?.servedExpired).toBe(chainEnd.at + 1);
  });

  it('is critical in the critical window, unless the order has the same end', () => {
    const deployment = sends('issued', { ...chainEnd, at: now + 3 * DAY_MS });
    const status = (change: object) =>
      deriveStatus(orderWithDays('a', 60, now, { deployment, ...change }), 'active', defaultSettings, now);
    expect(status({})).toBe('notDeployed');
    expect(status({ chainEnd: { at: now + 3 * DAY_MS, name: 'Issuing CA' } })).toBe('critical');
  });
});

describe('placeTimes', () => {
  it('is null without places', () => {
    expect(factOf({})).toBeNull();
  });

  it('leaves an order healthy whose places all have its certificate', () => {
    expect(statusOf({ addresses: [address()], copies: [copy()] })).toBe('healthy');
    expect(statusOf({ copies: [copy({ state: null })] })).toBe('healthy');
  });

  it.each([
    ['an earlier certificate', address({ relation: 'former' })],
    ['an expired one', address({ served: servedLeaf({ notAfter: now - 1 }), relation: null })],
    ['one that the order never had, after the service confirmed its own', address({ relation: 'other' })],
  ])('is not deployed where a server serves %s', (_, served) => {
    expect(statusOf({ addresses: [address(), served] })).toBe('notDeployed');
  });

  it('is not deployed where exported files are outdated', () => {
    expect(statusOf({ addresses: [address()], copies: [copy({ outdated: true, state: 'stale' })] })).toBe(
      'notDeployed',
    );
    expect(statusOf({ copies: [copy({ outdated: true, state: null })] })).toBe('notDeployed');
  });

  it('is misconfigured where clients may refuse what is served, and where another program changed a file', () => {
    expect(statusOf({ addresses: [address({ served: servedLeaf({ findings: [finding] }) })] })).toBe(
      'misconfigured',
    );
    expect(statusOf({ copies: [copy({ state: 'changed' })] })).toBe('misconfigured');
  });

  it('tells a missing stapled response apart from what else clients refuse, of the current certificate only', () => {
    const unstapled = { kind: 'stapleMissing' } as const;
    const kindsOf = (relation: 'issued' | 'former', ...findings: readonly ServedFinding[]) => {
      const times = factOf({ addresses: [address({ relation, served: servedLeaf({ findings }) })] });
      return (['misconfigured', 'notStapled'] as const).filter((kind) => times?.[kind] === ALWAYS);
    };
    expect(kindsOf('issued', unstapled)).toEqual(['notStapled']);
    expect(kindsOf('issued', unstapled, finding)).toEqual(['misconfigured', 'notStapled']);
    expect(kindsOf('former', unstapled)).toEqual([]);
  });

  it('is open to others, or has a failed command, also where everything is deployed', () => {
    const failed = { kind: 'exited', code: 1 } as const;
    const lastRun = {
      kind: 'ended',
      startedAt: now,
      endedAt: now,
      outcome: failed,
      output: '',
      isCut: false,
    } as const;
    expect(statusOf({ addresses: [address()], copies: [copy({ state: 'wider' })] })).toBe('filesOpen');
    expect(statusOf({ addresses: [address()], copies: [copy({ lastRun })] })).toBe('commandFailed');
  });

  it('has a failed command until a later run has succeeded', () => {
    const again = (hasFailed: boolean) => ({ kind: 'running', startedAt: now, hasFailed }) as const;
    const during = (hasFailed: boolean) =>
      statusOf({ addresses: [address()], copies: [copy({ lastRun: again(hasFailed) })] });
    expect(during(true)).toBe('commandFailed');
    expect(during(false)).toBe('healthy');
  });

  it('is unreachable where a server sent no certificate, and where files are missing', () => {
    expect(statusOf({ addresses: [address({ served: null, relation: null, error: timeout })] })).toBe(
      'unreachable',
    );
    expect(statusOf({ addresses: [address({ error: timeout })] })).toBe('unreachable');
    expect(statusOf({ addresses: [address({ relation: 'former', error: timeout })] })).toBe('unreachable');
    expect(statusOf({ endpoints: [endpoint({ addresses: [], error: timeout })] })).toBe('unreachable');
    expect(statusOf({ copies: [copy({ state: 'missing' })] })).toBe('unreachable');
    expect(statusOf({ copies: [copy({ state: 'unreadable' })] })).toBe('unreachable');
  });

  it('is not confirmed where nothing is known of a place', () => {
    expect(statusOf({ addresses: [address({ relation: null })] })).toBe('stale');
  });

  it('does not turn an order while its new endpoint is probed for the first time', () => {
    const added = endpoint({ addresses: [], probedAt: null, probing: true });
    expect(statusOf({ endpoints: [added] })).toBe('healthy');
  });

  it.each([
    ['no first probe was made', null],
    ['this computer is offline at the first probe', offline],
  ])(
    'is as it was for three intervals after an endpoint is added when %s, and not confirmed after them',
    (_, error) => {
      const endpoints = [endpoint({ addedAt: now, addresses: [], probedAt: null, error })];
      expect(statusOf({ endpoints })).toBe('healthy');
      expect(statusOf({ endpoints }, now + 3 * 12 * HOUR_MS)).toBe('healthy');
      expect(statusOf({ endpoints }, now + 3 * 12 * HOUR_MS + 1)).toBe('stale');
      expect(factOf({ endpoints })?.isUnseen).toBe(true);
    },
  );

  it.each([
    ['this computer is offline', offline],
    ['nothing was probed', null],
  ])('stays healthy for three intervals when %s, and is not confirmed after them', (_, error) => {
    const seen = { addresses: [address({ error })] };
    expect(statusOf(seen)).toBe('healthy');
    const end = now - HOUR_MS + 36 * HOUR_MS;
    expect(statusOf(seen, end)).toBe('healthy');
    expect(statusOf(seen, end + 1)).toBe('stale');
  });

  it('keeps what a server had while this computer is offline', () => {
    expect(statusOf({ addresses: [address({ relation: 'former', error: offline })] })).toBe('notDeployed');
  });

  it('waits after a renewal for files that are updated automatically, and for their server', () => {
    const renewedAt = now - MINUTE_MS;
    const outdated = copy({ outdated: true, state: 'stale', autoRefresh: true });
    const settling = { copies: [outdated], addresses: [address({ relation: 'former' })], renewedAt };
    expect(statusOf(settling)).toBe('stale');
    expect(statusOf(settling, renewedAt + SETTLE_MS - 1)).toBe('stale');
    expect(statusOf(settling, renewedAt + SETTLE_MS)).toBe('notDeployed');
    const withPassphrase = copy({ ...outdated, needsPassphrase: true });
    expect(statusOf({ copies: [withPassphrase], renewedAt })).toBe('notDeployed');
  });

  it('waits after a renewal for the first probe since, but not for a server that was seen since', () => {
    const before = address({ relation: 'former', servedAt: now - HOUR_MS });
    const renewedAt = now - MINUTE_MS;
    expect(statusOf({ addresses: [before], renewedAt })).toBe('stale');
    expect(statusOf({ addresses: [before], renewedAt }, renewedAt + SETTLE_MS)).toBe('notDeployed');
    const since = address({ relation: 'former', servedAt: now });
    expect(statusOf({ addresses: [since], renewedAt })).toBe('notDeployed');
  });

  it('waits a day for the service to confirm a certificate that a server has first', () => {
    const served = address({ relation: 'other', servedSince: now - HOUR_MS, servedAt: now });
    const early = { addresses: [served], confirmedAt: now - 2 * HOUR_MS };
    expect(statusOf(early)).toBe('stale');
    expect(statusOf(early, now - HOUR_MS + FOREIGN_MS)).toBe('notDeployed');
    expect(statusOf({ ...early, confirmedAt: now })).toBe('notDeployed');
  });

  it('never waits for a certificate that has expired', () => {
    const gone = address({ served: servedLeaf({ notAfter: now + MINUTE_MS }), relation: 'former' });
    const settling = { addresses: [gone], copies: [copy({ autoRefresh: true })], renewedAt: now };
    expect(statusOf(settling, now + MINUTE_MS + 1)).toBe('notDeployed');
    // Nor for one that ends within the critical window.
    expect(statusOf(settling, now)).toBe('notDeployed');
  });

  it('never leaves an order healthy whose places are worse than unknown', () => {
    const when = fc.integer({ min: now - 3 * DAY_MS, max: now });
    const addresses = fc.record({
      relation: fc.constantFrom('issued' as const, 'former' as const, 'other' as const, null),
      error: fc.constantFrom(null, timeout, offline, { kind: 'noRoute' } as const),
      servedSince: when,
      servedAt: when,
      probedAt: when,
      served: fc.constantFrom(
        null,
        servedLeaf(),
        servedLeaf({ findings: [finding] }),
        servedLeaf({ notAfter: now - 1 }),
      ),
    });
    const copies = fc.record({
      state: fc.constantFrom(...copyStates, null),
      outdated: fc.boolean(),
      autoRefresh: fc.boolean(),
    });
    const cases = fc.record({
      addresses: fc.array(addresses.map(address), { minLength: 1, maxLength: 3 }),
      copies: fc.array(copies.map(copy), { maxLength: 2 }),
      renewedAt: fc.option(when),
      confirmedAt: when,
    });
    fc.assert(
      fc.property(cases, (given) => {
        const { status } = summarisePlaces(
          { copies: given.copies, endpoints: [endpoint({ addresses: given.addresses })] },
          now,
        ) ?? { status: 'current' };
        if (statusOf(given) !== 'healthy') return;
        expect(['current', 'unknown']).toContain(status);
      }),
      { numRuns: soakCount(3_000) },
    );
  });
});
