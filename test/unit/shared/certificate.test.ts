import { describe, expect, it } from 'vitest';
import { isNewerCertificate } from '#shared/domain/certificate.ts';

const before = { fingerprint256: 'before', notBefore: 1000, notAfter: 2000 };

describe('isNewerCertificate', () => {
  it.each([
    { case: 'the same certificate', after: before, expected: false },
    { case: 'a later lifetime', after: { notBefore: 1500, notAfter: 2500 }, expected: true },
    { case: 'a reissue with the same end', after: { notBefore: 1500, notAfter: 2000 }, expected: true },
    { case: 'a reissue of the same lifetime', after: { notBefore: 1000, notAfter: 2000 }, expected: true },
    { case: 'an earlier begin and a later end', after: { notBefore: 500, notAfter: 2500 }, expected: true },
    { case: 'an older certificate', after: { notBefore: 500, notAfter: 1500 }, expected: false },
    { case: 'only a later end known', after: { notBefore: null, notAfter: 2500 }, expected: true },
    {
      case: 'no certificate',
      after: { fingerprint256: null, notBefore: 1500, notAfter: 2500 },
      expected: false,
    },
  ])('returns $expected for $case', ({ after, expected }) => {
    expect(isNewerCertificate(before, { fingerprint256: 'after', ...after })).toBe(expected);
  });
});
