import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressSight, foldProbe } from '#main/monitoring/endpoints/endpointRecord.ts';
import type { ProbeReport } from '#main/monitoring/probe/endpointProber.ts';
import { addressSight, reportOf } from './endpointFixtures.ts';

const unresolved: ProbeReport = { error: { kind: 'notFound', code: 'ENOTFOUND' }, addresses: [], omitted: 0 };

describe('the state of the addresses of an endpoint', () => {
  it('says since when a leaf is served, and restarts with another leaf', () => {
    const first = foldProbe([], reportOf({ '192.0.2.1': 'a' }), 100);
    expect(first).toEqual([addressSight('192.0.2.1', 'a', 100)]);
    const second = foldProbe(first, reportOf({ '192.0.2.1': 'a' }), 200);
    expect(second).toMatchObject([{ servedSince: 100, servedAt: 200, probedAt: 200 }]);
    expect(foldProbe(second, reportOf({ '192.0.2.1': 'b' }), 300)).toEqual([
      addressSight('192.0.2.1', 'b', 300),
    ]);
  });

  it('keeps the served leaf and its start while later probes fail', () => {
    const served = foldProbe([], reportOf({ '192.0.2.1': 'a' }), 100);
    const failing = foldProbe(served, reportOf({ '192.0.2.1': null }), 200);
    const still = foldProbe(failing, reportOf({ '192.0.2.1': null }), 300);
    expect(still).toEqual([
      addressSight('192.0.2.1', 'a', 100, { probedAt: 300, error: { kind: 'refused' }, errorSince: 200 }),
    ]);
    const back = foldProbe(still, reportOf({ '192.0.2.1': 'a' }), 400);
    expect(back).toMatchObject([{ servedSince: 100, servedAt: 400, error: null, errorSince: null }]);
  });

  it('takes a time back that is to come, because the clock was ahead', () => {
    const ahead = foldProbe([], reportOf({ '192.0.2.1': 'a', '192.0.2.2': null }), 9_000_000);
    expect(foldProbe(ahead, reportOf({ '192.0.2.1': 'a', '192.0.2.2': null }), 1000)).toMatchObject([
      { servedSince: 1000, servedAt: 1000 },
      { errorSince: 1000 },
    ]);
  });

  it('drops an address that the name no longer has', () => {
    const both = foldProbe([], reportOf({ '192.0.2.1': 'a', '192.0.2.2': 'a' }), 100);
    expect(foldProbe(both, reportOf({ '192.0.2.2': 'a' }), 200)).toMatchObject([{ address: '192.0.2.2' }]);
  });

  it('keeps all addresses when the name did not resolve', () => {
    const before = foldProbe([], reportOf({ '192.0.2.1': 'a', '192.0.2.2': null }), 100);
    expect(foldProbe(before, unresolved, 200)).toEqual(before);
  });
});

const leaf = fc.constantFrom('a', 'b', null);
const answer = fc.oneof(
  { weight: 1, arbitrary: fc.constant(unresolved) },
  {
    weight: 6,
    arbitrary: fc
      .dictionary(fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1'), leaf)
      .map((leaves) => reportOf(leaves)),
  },
);
/** Time may go backwards, as after a clock change. */
const steps = fc.array(fc.tuple(fc.integer({ min: -50, max: 1000 }), answer), { maxLength: 30 });

it('the state of each address is consistent after any probes', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let known: readonly AddressSight[] = [];
      let at = 1_000_000;
      for (const [passed, report] of all) {
        at += passed;
        const before = new Map(known.map((sight) => [sight.address, sight]));
        known = foldProbe(known, report, at);
        expect(known.map(({ address }) => address).sort()).toEqual(
          (report.error === null
            ? report.addresses.map(({ address }) => address)
            : [...before.keys()]
          ).sort(),
        );
        for (const sight of known) check(before.get(sight.address) ?? null, sight);
      }
    }),
  );
});

function check(before: AddressSight | null, after: AddressSight): void {
  expect(after.served === null).toBe(after.servedSince === null);
  expect(after.served === null).toBe(after.servedAt === null);
  expect(after.error === null).toBe(after.errorSince === null);
  expect(after.servedSince ?? 0).toBeLessThanOrEqual(after.servedAt ?? 0);
  if (before === null) return;
  const isSame = before.served?.fingerprint256 === after.served?.fingerprint256;
  if (isSame) expect(after.servedSince).toBe(before.servedSince);
  if (after.error !== null) expect(after.served).toEqual(before.served);
  if (before.error !== null && after.error !== null) expect(after.errorSince).toBe(before.errorSince);
}
