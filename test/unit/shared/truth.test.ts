import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CopyBundleView, copyStates } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { addressVerdict, orderTruth, type Verdict, verdicts } from '#shared/domain/truth.ts';
import { address, copy, endpoint, now, servedLeaf } from './placeFixtures.ts';

const finding: ServedFinding = { kind: 'chainIncomplete', missingIssuer: 'CN=Issuing CA' };
const gone = servedLeaf({ notAfter: now - 1 });
const timeout: ProbeError = { kind: 'timeout', phase: 'connect' };
const offline: ProbeError = { kind: 'offline' };

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
    expect(addressVerdict(examples[verdict], now)).toBe(verdict);
  });

  it.each(['expired', 'other', 'former', 'issued'] as const)(
    'says the worst of a leaf that is %s',
    (what) => {
      const expected = { expired: 'expired', other: 'different', former: 'stale', issued: 'faulty' } as const;
      const served = servedLeaf({ findings: [finding], notAfter: what === 'expired' ? now - 1 : now });
      expect(addressVerdict(address({ served, relation: what === 'expired' ? 'other' : what }), now)).toBe(
        expected[what],
      );
    },
  );

  it('has a certificate valid through its notAfter', () => {
    expect(addressVerdict(address({ served: servedLeaf({ notAfter: now }) }), now)).toBe('inStep');
  });

  it('tells nothing of what a failing address may serve by now, be the remembered leaf expired', () => {
    for (const example of Object.values(examples)) {
      expect(addressVerdict({ ...example, error: timeout }, now)).toBe('unreachable');
    }
  });

  it('keeps what was wrong while this computer is offline, and takes nothing as in step', () => {
    for (const verdict of ['expired', 'different', 'stale', 'faulty', 'unknown'] as const) {
      expect(addressVerdict({ ...examples[verdict], error: offline }, now)).toBe(verdict);
    }
    expect(addressVerdict({ ...examples.inStep, error: offline }, now)).toBe('unknown');
  });

  it('does not know a good leaf to be the issued one before the order has one', () => {
    expect(addressVerdict(address({ relation: null }), now)).toBe('unknown');
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

const anyAddress = fc.constantFrom(...Object.values(examples));
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
