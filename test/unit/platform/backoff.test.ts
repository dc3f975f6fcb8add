import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullJitter } from '#main/platform/backoff.ts';

const options = { baseMs: 30_000, capMs: 3_600_000 };
const nearlyOne = 1 - Number.EPSILON;

describe('fullJitter', () => {
  it('doubles its ceiling with every failure, up to the cap', () => {
    const ceilings = [1, 2, 3, 7, 8, 9, 1000].map((failures) =>
      fullJitter(failures, options, () => nearlyOne),
    );
    expect(ceilings).toEqual([30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000]);
  });

  it('draws from zero to the ceiling', () => {
    expect([0, 0.25, 0.5].map((drawn) => fullJitter(3, options, () => drawn))).toEqual([0, 30_000, 60_000]);
  });

  it('is a whole number within its bounds for any number of failures', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.double({ min: 0, max: nearlyOne, noNaN: true }),
        fc.nat(1_000_000),
        fc.nat(100_000_000),
        (failures, drawn, baseMs, capMs) => {
          const delayMs = fullJitter(failures, { baseMs, capMs }, () => drawn);
          expect(Number.isInteger(delayMs)).toBe(true);
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(capMs);
        },
      ),
    );
  });
});
