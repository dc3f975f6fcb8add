import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOlder, replaces } from '#shared/domain/certificate.ts';

const before = { fingerprint256: 'before', notBefore: 1000, notAfter: 2000 };

describe('a certificate replaces another of its order', () => {
  it.each([
    { case: 'the same certificate', after: before, expected: false },
    { case: 'one that begins and expires later', after: { notBefore: 1500, notAfter: 2500 }, expected: true },
    { case: 'a reissue with the same end', after: { notBefore: 1500, notAfter: 2000 }, expected: true },
    { case: 'a reissue with the same times', after: { notBefore: 1000, notAfter: 2000 }, expected: true },
    { case: 'a shorter life that begins later', after: { notBefore: 1500, notAfter: 1600 }, expected: true },
    { case: 'a longer life that begins earlier', after: { notBefore: 500, notAfter: 2500 }, expected: false },
    { case: 'a longer life that begins with it', after: { notBefore: 1000, notAfter: 2001 }, expected: true },
    {
      case: 'a shorter life that begins with it',
      after: { notBefore: 1000, notAfter: 1999 },
      expected: false,
    },
    { case: 'an older certificate', after: { notBefore: 500, notAfter: 1500 }, expected: false },
    { case: 'only a later end known', after: { notBefore: null, notAfter: 2500 }, expected: true },
    {
      case: 'no certificate',
      after: { fingerprint256: null, notBefore: 1500, notAfter: 2500 },
      expected: false,
    },
  ])('$case: $expected', ({ after, expected }) => {
    expect(replaces({ fingerprint256: 'after', ...after }, before)).toBe(expected);
  });

  const certificate = fc.record({
    fingerprint256: fc.constantFrom('a', 'b', 'c', 'd'),
    notBefore: fc.integer({ min: 0, max: 3 }),
    notAfter: fc.integer({ min: 4, max: 7 }),
  });

  it('or is older, or is the same: one of the three', () => {
    fc.assert(
      fc.property(certificate, certificate, (one, other) => {
        const isSame = one.fingerprint256 === other.fingerprint256;
        expect([isSame, isOlder(one, other), replaces(one, other)].filter(Boolean)).toHaveLength(1);
        expect(isOlder(one, other) && isOlder(other, one)).toBe(false);
      }),
    );
  });

  it('in one order: what is older than an older one is older', () => {
    fc.assert(
      fc.property(certificate, certificate, certificate, (one, other, third) => {
        fc.pre(one.fingerprint256 !== third.fingerprint256);
        if (isOlder(one, other) && isOlder(other, third)) expect(isOlder(one, third)).toBe(true);
      }),
    );
  });

  it('whatever its life is: 398, 200, 100 and 47 days, and 160 hours', () => {
    const hours = [398, 200, 100, 47].map((days) => days * 24).concat(160);
    const all = hours.map((life, place) => ({
      fingerprint256: `${life}`,
      notBefore: place,
      notAfter: place + life,
    }));
    for (const [place, former] of all.entries())
      for (const later of all.slice(place + 1)) expect(replaces(later, former)).toBe(true);
  });
});
