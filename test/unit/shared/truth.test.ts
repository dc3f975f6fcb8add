import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CopyBundleView, copyStates } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { addressVerdict, orderTruth, uncheckedSince, type Verdict, verdicts } from '#shared/domain/truth.ts';
import { address, copy, endpoint, now, servedLeaf } from './placeFixtures.ts';

const finding: ServedFinding = { kind: 'chainIncomplete', missingIssuer: 'CN=Issuing CA' };
const gone = servedLeaf({ notAfter: now - 1 });
const timeout: ProbeError = { kind: 'timeout', phase: 'connect' };
const offline: ProbeError = { kind: 'offline' };

/** So long its looks count: three times 12 hours. */
const every = { intervalMinutes: 720 };
const LONGEST_MS = 36 * HOUR_MS;

/** An address of every verdict. */
const examples: Readonly<Record<Verdict, AddressView>> = {
  expired: address({ served: gone }),
  different: address({ relation: 'other' }),
  stale: address({ relation: 'former' }),
  faulty: address({ served: servedLeaf({ findings: [finding] }) }),
  unreachable: address({ error: timeout }),
  unknown: address({ served: null, relation: null }),
  inStep: address(),
};

describe('addressVerdict', () => {
  it.each(verdicts)('says %s where it is', (verdict) => {
    expect(addressVerdict(examples[verdict], every, now)).toBe(verdict);
  });

  it.each(['expired', 'other', 'former', 'issued'] as const)(
    'says the worst of a leaf that is %s',
    (what) => {
      const expected = { expired: 'expired', other: 'different', former: 'stale', issued: 'faulty' } as const;
      const served = servedLeaf({ findings: [finding], notAfter: what === 'expired' ? now - 1 : now });
      expect(
        addressVerdict(address({ served, relation: what === 'expired' ? 'other' : what }), every, now),
      ).toBe(expected[what]);
    },
  );

  it('has a certificate valid through its notAfter', () => {
    expect(addressVerdict(address({ served: servedLeaf({ notAfter: now }) }), every, now)).toBe('inStep');
  });

  it('tells nothing of what a failing address may serve by now, be the remembered leaf expired', () => {
    for (const example of Object.values(examples)) {
      expect(addressVerdict({ ...example, error: timeout }, every, now)).toBe('unreachable');
    }
  });

  it('keeps what was wrong while this computer is offline, and takes nothing as in step', () => {
    for (const verdict of ['expired', 'different', 'stale', 'faulty', 'unknown'] as const) {
      expect(addressVerdict({ ...examples[verdict], error: offline }, every, now)).toBe(verdict);
    }
    expect(addressVerdict({ ...examples.inStep, error: offline }, every, now)).toBe('unknown');
  });

  it('takes nothing as in step that was not looked at for three intervals; what was wrong stays wrong', () => {
    for (const [verdict, example] of Object.entries(examples)) {
      const at = (probedAt: number) => addressVerdict({ ...example, probedAt }, every, now);
      expect(at(now - LONGEST_MS)).toBe(verdict);
      expect(at(now - LONGEST_MS - 1)).toBe(verdict === 'inStep' ? 'unknown' : verdict);
      // The clock was set back since.
      expect(at(now + DAY_MS)).toBe(verdict);
    }
  });

  it('says when an address was last seen in step, where nobody knows whether it still is', () => {
    const old = address({ probedAt: now - LONGEST_MS - 1, servedAt: now - LONGEST_MS - 2 });
    expect(uncheckedSince(old, every, now)).toBe(now - LONGEST_MS - 2);
    expect(uncheckedSince({ ...address(), error: offline }, every, now)).toBe(now - HOUR_MS);
    for (const example of Object.values(examples)) expect(uncheckedSince(example, every, now)).toBeNull();
  });

  it('does not know a good leaf to be the issued one before the order has one', () => {
    expect(addressVerdict(address({ relation: null }), every, now)).toBe('unknown');
  });
});

const truth = (copies: readonly CopyBundleView[], endpoints: readonly EndpointView[]) =>
  orderTruth({ copies, endpoints }, now);

describe('orderTruth', () => {
  it('has nothing to say without places', () => {
    expect(truth([], [])).toBeNull();
  });

  it('counts the addresses of all endpoints that are what the verdict says', () => {
    const mixed = [address(), address({ relation: 'former' }), address({ relation: 'former' })];
    expect(truth([], [endpoint({ addresses: mixed }), endpoint(), endpoint()])).toMatchObject({
      verdict: 'stale',
      addresses: 5,
      affected: 2,
    });
  });

  it('takes an endpoint without addresses as one place', () => {
    const empty = { addresses: [], probedAt: null };
    expect(truth([], [endpoint(empty)])).toMatchObject({ verdict: 'unknown', addresses: 1, affected: 1 });
    const unnamed = endpoint({ ...empty, error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(truth([], [unnamed])).toMatchObject({ verdict: 'unreachable', addresses: 1, affected: 1 });
    expect(truth([], [endpoint({ ...empty, error: offline })])?.verdict).toBe('unknown');
  });

  it('takes what failed as a whole as the failure of each address', () => {
    const unnamed = endpoint({ error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(truth([], [unnamed])).toMatchObject({
      verdict: 'unreachable',
      affected: 1,
      servedNotAfter: null,
    });
  });

  it('gives the earliest notAfter that is served, not one that is only remembered', () => {
    const early = address({ served: servedLeaf({ notAfter: now + 9 * DAY_MS }), relation: 'former' });
    const failing = address({ served: gone, error: timeout });
    expect(truth([], [endpoint({ addresses: [address(), early, failing] })])?.servedNotAfter).toBe(
      now + 9 * DAY_MS,
    );
  });

  it('says since when none of the addresses that are unknown was looked at', () => {
    const old = (days: number) => address({ probedAt: now - days * DAY_MS, servedAt: now - days * DAY_MS });
    const some = endpoint({ addresses: [old(9), old(8), address()] });
    const never = endpoint({ addresses: [], probedAt: null });
    expect(truth([], [some, never])).toMatchObject({
      verdict: 'unknown',
      addresses: 4,
      affected: 3,
      uncheckedSince: now - 8 * DAY_MS,
    });
    expect(truth([], [never])?.uncheckedSince).toBeNull();
    expect(truth([copy({ state: 'changed' })], [some])).toMatchObject({
      verdict: 'faulty',
      uncheckedSince: null,
    });
  });

  it('says of each state of a copy what it means', () => {
    const said = [...copyStates, null].map((state) => [
      state,
      truth([copy({ state })], [])?.verdict,
      truth([copy({ state })], [])?.copiesAffected,
    ]);
    expect(said).toEqual([
      ['fresh', 'inStep', 0],
      ['stale', 'stale', 1],
      ['wider', 'inStep', 1],
      ['unreadable', 'unreachable', 1],
      ['missing', 'unreachable', 1],
      ['changed', 'faulty', 1],
      [null, 'unknown', 0],
    ]);
  });

  it('is stale at least when a copy is outdated, whatever else is said of the copy', () => {
    for (const state of [...copyStates, null]) {
      expect(truth([copy({ state, outdated: true })], [endpoint()])).toMatchObject({
        verdict: 'stale',
        affected: 0,
        copiesAffected: 1,
      });
    }
  });
});

const anyAddress = fc
  .record({
    example: fc.constantFrom(...Object.values(examples)),
    ageMs: fc.integer({ min: -HOUR_MS, max: 2 * LONGEST_MS }),
  })
  .map(({ example, ageMs }) => ({ ...example, probedAt: now - ageMs, servedAt: now - ageMs }));
const anyEndpoint = fc
  .record({
    addresses: fc.array(anyAddress, { maxLength: 4 }),
    error: fc.constantFrom<(ProbeError | null)[]>(null, null, timeout, offline),
  })
  .map(endpoint);
const anyCopy = fc.record({ state: fc.constantFrom(...copyStates, null), outdated: fc.boolean() }).map(copy);
const anyCopies = fc.array(anyCopy, { maxLength: 4 });
const anyEndpoints = fc.array(anyEndpoint, { maxLength: 4 });
const rank = (verdict: Verdict | undefined) =>
  verdict === undefined ? verdicts.length : verdicts.indexOf(verdict);

describe('orderTruth, whatever the places', () => {
  it('does not depend on their order', () => {
    const shuffled = fc
      .tuple(anyCopies, anyEndpoints)
      .chain(([copies, endpoints]) =>
        fc.tuple(
          fc.constant({ copies, endpoints }),
          fc.shuffledSubarray(copies, { minLength: copies.length }),
          fc.shuffledSubarray(endpoints, { minLength: endpoints.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([facts, copies, endpoints]) => {
        expect(orderTruth({ copies, endpoints }, now)).toEqual(orderTruth(facts, now));
      }),
    );
  });

  it('is the worst of what each place alone says', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        const alone = [...copies.map((one) => truth([one], [])), ...endpoints.map((one) => truth([], [one]))];
        const least = Math.min(verdicts.length, ...alone.map((one) => rank(one?.verdict)));
        expect(rank(truth(copies, endpoints)?.verdict)).toBe(least);
      }),
    );
  });

  it('is never in step from old looks, and no better for them', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        fc.pre(endpoints.some(({ addresses }) => addresses.length > 0));
        const later = orderTruth({ copies, endpoints }, now + LONGEST_MS + HOUR_MS + 1);
        expect(rank(later?.verdict)).toBeLessThanOrEqual(rank('unknown'));
        expect(rank(later?.verdict)).toBeLessThanOrEqual(rank(truth(copies, endpoints)?.verdict));
        if (later?.uncheckedSince !== null) expect(later?.verdict).toBe('unknown');
      }),
    );
  });

  it('is not made worse nor better by a place that is in step', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        fc.pre(copies.length + endpoints.length > 0);
        const before = truth(copies, endpoints)?.verdict;
        expect(truth([...copies, copy()], endpoints)?.verdict).toBe(before);
        expect(truth(copies, [...endpoints, endpoint()])?.verdict).toBe(before);
      }),
    );
  });

  it('counts no more than there is, and what it says at least once', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        const said = truth(copies, endpoints);
        fc.pre(said !== null);
        expect(said.affected).toBeLessThanOrEqual(said.addresses);
        expect(said.copiesAffected).toBeLessThanOrEqual(said.copies);
        if (copies.length === 0) expect(said.affected).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an address that no way leads to from this computer', () => {
  const beyond = address({
    address: '2001:db8::1',
    served: null,
    relation: null,
    error: { kind: 'noRoute' },
  });

  it('says nothing of the others, and is not counted with them', () => {
    const truth = orderTruth({ copies: [], endpoints: [endpoint({ addresses: [address(), beyond] })] }, now);
    expect(truth).toMatchObject({ verdict: 'inStep', addresses: 1, affected: 1 });
  });

  it('is unknown when there is no other', () => {
    const truth = orderTruth({ copies: [], endpoints: [endpoint({ addresses: [beyond] })] }, now);
    expect(truth).toMatchObject({ verdict: 'unknown', addresses: 1 });
  });
});
