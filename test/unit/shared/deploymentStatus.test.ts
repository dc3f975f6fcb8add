import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarisePlaces } from '#shared/domain/conditions/placeSummary.ts';
import {
  addressStatus,
  type PlaceStatus,
  placeStatuses,
  uncheckedSince,
} from '#shared/domain/conditions/places.ts';
import { type CopyBundleView, copyStates } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView, ProbeError, ServedFinding } from '#shared/domain/endpoint.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { address, copy, endpoint, now, servedLeaf } from './placeFixtures.ts';

const finding: ServedFinding = { kind: 'chainIncomplete', missingIssuer: 'CN=Issuing CA' };
const gone = servedLeaf({ notAfter: now - 1 });
const timeout: ProbeError = { kind: 'timeout', phase: 'connect' };
const offline: ProbeError = { kind: 'offline' };

/** How long a probe result counts: three times 12 hours. */
const every = { intervalMinutes: 720 };
const LONGEST_MS = 36 * HOUR_MS;

/** An address of every status. */
const examples: Readonly<Record<PlaceStatus, AddressView>> = {
  expired: address({ served: gone }),
  foreign: address({ relation: 'other' }),
  stale: address({ relation: 'former' }),
  misconfigured: address({ served: servedLeaf({ findings: [finding] }) }),
  unreachable: address({ error: timeout }),
  unknown: address({ served: null, relation: null }),
  current: address(),
};

describe('addressStatus', () => {
  it.each(placeStatuses)('says %s where it is', (status) => {
    expect(addressStatus(examples[status], every, now)).toBe(status);
  });

  it.each(['expired', 'other', 'former', 'issued'] as const)(
    'says the worst of a leaf that is %s',
    (what) => {
      const expected = {
        expired: 'expired',
        other: 'foreign',
        former: 'stale',
        issued: 'misconfigured',
      } as const;
      const served = servedLeaf({ findings: [finding], notAfter: what === 'expired' ? now - 1 : now });
      expect(
        addressStatus(address({ served, relation: what === 'expired' ? 'other' : what }), every, now),
      ).toBe(expected[what]);
    },
  );

  it('has a certificate valid through its notAfter', () => {
    expect(addressStatus(address({ served: servedLeaf({ notAfter: now }) }), every, now)).toBe('current');
  });

  it('reports a failing address as unknown, even if its last known leaf has expired', () => {
    for (const example of Object.values(examples)) {
      expect(addressStatus({ ...example, error: timeout }, every, now)).toBe('unreachable');
    }
  });

  it('keeps faults while this computer is offline, and reports nothing as in step', () => {
    for (const status of ['expired', 'foreign', 'stale', 'misconfigured', 'unknown'] as const) {
      expect(addressStatus({ ...examples[status], error: offline }, every, now)).toBe(status);
    }
    expect(addressStatus({ ...examples.current, error: offline }, every, now)).toBe('unknown');
  });

  it('reports nothing as in step that was not probed for three intervals; faults stay', () => {
    for (const [status, example] of Object.entries(examples)) {
      const at = (probedAt: number) =>
        addressStatus({ ...example, probedAt, servedAt: probedAt }, every, now);
      expect(at(now - LONGEST_MS)).toBe(status);
      expect(at(now - LONGEST_MS - 1)).toBe(status === 'current' ? 'unknown' : status);
      // The clock was set back afterwards.
      expect(at(now + DAY_MS)).toBe(status);
    }
  });

  it('says when an address was last seen in step, when that is no longer certain', () => {
    const old = address({ probedAt: now - LONGEST_MS - 1, servedAt: now - LONGEST_MS - 2 });
    const since = (one: AddressView) => uncheckedSince(one, addressStatus(one, every, now));
    expect(since(old)).toBe(now - LONGEST_MS - 2);
    expect(since({ ...address(), error: offline })).toBe(now - HOUR_MS);
    for (const example of Object.values(examples)) expect(since(example)).toBeNull();
  });

  it('reports a good leaf as unknown before the order has one', () => {
    expect(addressStatus(address({ relation: null }), every, now)).toBe('unknown');
  });
});

const deployment = (copies: readonly CopyBundleView[], endpoints: readonly EndpointView[]) =>
  summarisePlaces({ copies, endpoints }, now);

describe('deploymentStatus', () => {
  it('is null without places', () => {
    expect(deployment([], [])).toBeNull();
  });

  it('counts the addresses of all endpoints with the reported status', () => {
    const mixed = [address(), address({ relation: 'former' }), address({ relation: 'former' })];
    expect(deployment([], [endpoint({ addresses: mixed }), endpoint(), endpoint()])).toMatchObject({
      status: 'stale',
      addresses: 5,
      affected: 2,
    });
  });

  it('counts an endpoint without addresses as one place', () => {
    const empty = { addresses: [], probedAt: null };
    expect(deployment([], [endpoint(empty)])).toMatchObject({ status: 'unknown', addresses: 1, affected: 1 });
    const unnamed = endpoint({ ...empty, error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(deployment([], [unnamed])).toMatchObject({ status: 'unreachable', addresses: 1, affected: 1 });
    expect(deployment([], [endpoint({ ...empty, error: offline })])?.status).toBe('unknown');
  });

  it('treats a failed probe as the failure of each address', () => {
    const unnamed = endpoint({ error: { kind: 'notFound', code: 'ENOTFOUND' } });
    expect(deployment([], [unnamed])).toMatchObject({
      status: 'unreachable',
      affected: 1,
      servedNotAfter: null,
    });
  });

  it('returns the earliest served notAfter, not one of an outdated result', () => {
    const early = address({ served: servedLeaf({ notAfter: now + 9 * DAY_MS }), relation: 'former' });
    const failing = address({ served: gone, error: timeout });
    expect(deployment([], [endpoint({ addresses: [address(), early, failing] })])?.servedNotAfter).toBe(
      now + 9 * DAY_MS,
    );
  });

  it('says since when none of the unknown addresses was probed', () => {
    const old = (days: number) => address({ probedAt: now - days * DAY_MS, servedAt: now - days * DAY_MS });
    const some = endpoint({ addresses: [old(9), old(8), address()] });
    const never = endpoint({ addresses: [], probedAt: null });
    expect(deployment([], [some, never])).toMatchObject({
      status: 'unknown',
      addresses: 4,
      affected: 3,
      uncheckedSince: now - 8 * DAY_MS,
    });
    expect(deployment([], [never])?.uncheckedSince).toBeNull();
    expect(deployment([copy({ state: 'changed' })], [some])).toMatchObject({
      status: 'misconfigured',
      uncheckedSince: null,
    });
  });

  it('maps each state of a copy to a status', () => {
    const said = [...copyStates, null].map((state) => [
      state,
      deployment([copy({ state })], [])?.status,
      deployment([copy({ state })], [])?.copiesAffected,
    ]);
    expect(said).toEqual([
      ['fresh', 'current', 1],
      ['stale', 'stale', 1],
      ['wider', 'current', 1],
      ['unreadable', 'unreachable', 1],
      ['missing', 'unreachable', 1],
      ['changed', 'misconfigured', 1],
      [null, 'unknown', 1],
    ]);
  });

  it('is at least stale when a copy is outdated, whatever the other facts of the copy', () => {
    for (const state of [...copyStates, null]) {
      expect(deployment([copy({ state, outdated: true })], [endpoint()])).toMatchObject({
        status: 'stale',
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
const rank = (status: PlaceStatus | undefined) =>
  status === undefined ? placeStatuses.length : placeStatuses.indexOf(status);

describe('summarisePlaces of any places', () => {
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
        expect(summarisePlaces({ copies, endpoints }, now)).toEqual(summarisePlaces(facts, now));
      }),
    );
  });

  it('is the worst status of the single places', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        const alone = [
          ...copies.map((one) => deployment([one], [])),
          ...endpoints.map((one) => deployment([], [one])),
        ];
        const least = Math.min(placeStatuses.length, ...alone.map((one) => rank(one?.status)));
        expect(rank(deployment(copies, endpoints)?.status)).toBe(least);
      }),
    );
  });

  it('is never in step because of old probes, nor improved by them', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        fc.pre(endpoints.some(({ addresses }) => addresses.length > 0));
        const later = summarisePlaces({ copies, endpoints }, now + LONGEST_MS + HOUR_MS + 1);
        expect(rank(later?.status)).toBeLessThanOrEqual(rank('unknown'));
        expect(rank(later?.status)).toBeLessThanOrEqual(rank(deployment(copies, endpoints)?.status));
        if (later?.uncheckedSince !== null) expect(later?.status).toBe('unknown');
      }),
    );
  });

  it('is neither worsened nor improved by a place that is in step', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        fc.pre(copies.length + endpoints.length > 0);
        const before = deployment(copies, endpoints)?.status;
        expect(deployment([...copies, copy()], endpoints)?.status).toBe(before);
        expect(deployment(copies, [...endpoints, endpoint()])?.status).toBe(before);
      }),
    );
  });

  it('counts no more than all places, and at least one with the reported status', () => {
    fc.assert(
      fc.property(anyCopies, anyEndpoints, (copies, endpoints) => {
        const said = deployment(copies, endpoints);
        fc.pre(said !== null);
        expect(said.affected).toBeLessThanOrEqual(said.addresses);
        expect(said.copiesAffected).toBeLessThanOrEqual(said.copies);
        if (copies.length === 0) expect(said.affected).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an address that is unreachable from this computer', () => {
  const beyond = address({
    address: '2001:db8::1',
    served: null,
    relation: null,
    error: { kind: 'noRoute' },
  });

  it('does not affect the others, and is not counted with them', () => {
    const deployment = summarisePlaces(
      { copies: [], endpoints: [endpoint({ addresses: [address(), beyond] })] },
      now,
    );
    expect(deployment).toMatchObject({ status: 'current', addresses: 1, affected: 1 });
  });

  it('is unknown when there is no other', () => {
    const deployment = summarisePlaces({ copies: [], endpoints: [endpoint({ addresses: [beyond] })] }, now);
    expect(deployment).toMatchObject({ status: 'unknown', addresses: 1 });
  });
});
