import { describe, expect, it } from 'vitest';
import { findingText } from '#renderer/features/orders/details/ProblemSection.tsx';
import { CLIENT_AUTH, type Finding } from '#shared/domain/finding.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { certificateName, hexPairs, keyText, zoneText } from '#shared/i18n/certificateText.ts';
import { NOW } from './orderRows.ts';
import { chinese, english } from './translators.ts';

describe('the text of a certificate', () => {
  it('writes hex in pairs, with the leading zero that a serial number may lack', () => {
    expect(hexPairs('ab0c')).toBe('AB:0C');
    expect(hexPairs('4A1')).toBe('04:A1');
    expect(hexPairs('')).toBe('');
  });

  it.each([
    [{ keyType: 'RSA', keyBits: 2048, curve: null }, 'RSA 2048 bits'],
    [{ keyType: 'EC', keyBits: 256, curve: 'P-256' }, 'EC P-256'],
    [{ keyType: 'Ed25519', keyBits: null, curve: null }, 'Ed25519'],
    [{ keyType: 'unknown', keyBits: null, curve: null }, 'unknown type'],
  ] as const)('names a key %o', (key, expected) => {
    expect(keyText(key, english)).toBe(expected);
  });

  it.each([
    [480, 'UTC+8'],
    [0, 'UTC'],
    [330, 'UTC+5:30'],
    [-210, 'UTC−3:30'],
  ])('names %i minutes east of UTC %s', (minutes, expected) => {
    expect(zoneText(minutes)).toBe(expected);
  });

  it('uses the whole subject if there is no common name', () => {
    expect(certificateName({ commonName: 'Root', subject: 'CN=Root, C=DE' })).toBe('Root');
    expect(certificateName({ commonName: null, subject: 'O=Test' })).toBe('O=Test');
  });
});

describe('findingText', () => {
  const findings: readonly Finding[] = [
    { kind: 'chainIncomplete', missingIssuer: 'CN=Corp Root' },
    { kind: 'chainOutOfOrder' },
    { kind: 'chainHasDuplicates', count: 2 },
    { kind: 'chainHasStrangers', count: 1 },
    { kind: 'chainCertificateExpired', subject: 'CN=Old', notAfter: NOW },
    { kind: 'signatureBroken', subject: 'a.example' },
    { kind: 'malformed', subject: 'a.example' },
    { kind: 'notForServers', subject: 'a.example', isLeaf: true },
    { kind: 'notForServers', subject: 'CA', isLeaf: false },
    { kind: 'keyMayNotSign', subject: 'a.example' },
    { kind: 'notAnAuthority', subject: 'CA' },
    { kind: 'pathTooLong', subject: 'CA' },
    { kind: 'nameNotPermitted', subject: 'CA', name: 'a.example' },
    { kind: 'unknownCritical', subject: 'CA', oid: '1.2.3' },
    { kind: 'weakSignature', subject: 'CA', digest: 'SHA-1' },
    { kind: 'weakKey', subject: 'CA', bits: 1024 },
    { kind: 'keyUnsupported', subject: 'a.example', key: 'Ed448', reach: 'openssl' },
    { kind: 'keyUnsupported', subject: 'a.example', key: 'ML-DSA-65', reach: 'newest' },
    { kind: 'keyUnsupported', subject: 'a.example', key: 'X25519', reach: 'none' },
    { kind: 'signatureUnsupported', subject: 'a.example', algorithm: 'ML-DSA-65' },
    { kind: 'chainCertificateNotYetValid', subject: 'CA', notBefore: NOW },
    { kind: 'chainTooComplex' },
    { kind: 'noNames', commonName: null },
    { kind: 'failureReported', said: 'Renewal failed' },
    { kind: 'failureReported', said: null },
    { kind: 'namesLost', names: ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'] },
    { kind: 'keyTypeChanged', from: 'RSA', to: 'Ed25519' },
    { kind: 'purposesLost', purposes: [CLIENT_AUTH, '1.2.3'] },
    { kind: 'namesWidened', names: ['a.example'] },
    { kind: 'encipheringLost' },
    { kind: 'stapleCame' },
    { kind: 'keyNotAccepted', key: 'P-521', clients: ['Chrome', 'Edge'] },
    { kind: 'keyNotAccepted', key: 'unknown', clients: ['Safari'] },
    { kind: 'livesTooLong', limit: 200, clients: ['Safari'] },
    { kind: 'purposeMissing', clients: ['Safari'] },
    { kind: 'notLogged', needed: 2, clients: ['Chrome', 'Edge', 'Firefox', 'Safari'] },
    { kind: 'namesIgnored', names: ['w*.a.example'], clients: ['Chrome'] },
    { kind: 'serialNegative', clients: ['Go'] },
    { kind: 'weakKey', subject: 'CA', bits: 1024, accepted: true },
    { kind: 'serviceDisagrees', serviceNotAfter: '2026-12-01 00:00:00', differenceMs: -5 * HOUR_MS },
    { kind: 'keyNotChecked' },
    { kind: 'keyNotMatchable' },
  ];

  it.each(findings)('describes $kind and what to do, in both languages', (finding) => {
    const en = findingText(finding, english, 'en');
    const zh = findingText(finding, chinese, 'zh-CN');
    for (const text of [en.title, en.todo, zh.title, zh.todo]) {
      expect(text).not.toMatch(/\{\{|orders\.|faults\./u);
      expect(text.length).toBeGreaterThan(4);
    }
    expect(zh.title).not.toBe(en.title);
  });

  it('includes the names of the finding', () => {
    expect(
      findingText({ kind: 'chainIncomplete', missingIssuer: 'CN=Corp Root' }, english, 'en').todo,
    ).toContain('CN=Corp Root');
    const disagrees = findingText(
      { kind: 'serviceDisagrees', serviceNotAfter: '2026-12-01 00:00:00', differenceMs: -5 * HOUR_MS },
      english,
      'en',
    );
    expect(disagrees.title).toContain('2026-12-01 00:00:00');
    expect(disagrees.todo).toContain('by 5 h');
  });
});
