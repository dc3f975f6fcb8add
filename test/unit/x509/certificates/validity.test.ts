import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type DerTime, datedCertificate } from '#test/support/datedCertificate.ts';

const start: DerTime = [0x17, '250101000000Z'];
const now = Date.UTC(2026, 10, 22);

function inspect(notAfter: DerTime, notBefore: DerTime = start) {
  const certificate = datedCertificate('shop.example.com', notBefore, notAfter);
  const material = {
    certificate,
    certificateServer: null,
    certificateChain: null,
    key: null,
    notAfter: null,
    name: null,
  };
  return inspectMaterial(material, { now, anchors: createTrustAnchors([]) });
}

describe('the validity of a certificate', () => {
  it.each<[string, string, DerTime, string]>([
    ['a UTCTime', 'as RFC 5280 says', [0x17, '270210160155Z'], '2027-02-10T16:01:55Z'],
    ['the last UTCTime', 'as RFC 5280 says', [0x17, '491231235959Z'], '2049-12-31T23:59:59Z'],
    ['a UTCTime of the former century', 'as RFC 5280 says', [0x17, '500101000000Z'], '1950-01-01T00:00:00Z'],
    ['the first GeneralizedTime', 'as RFC 5280 says', [0x18, '20500101000000Z'], '2050-01-01T00:00:00Z'],
    ['no expiry', 'as RFC 5280 says', [0x18, '99991231235959Z'], '9999-12-31T23:59:59Z'],
    [
      'a GeneralizedTime before 2050',
      'as clients take it',
      [0x18, '20270210160155Z'],
      '2027-02-10T16:01:55Z',
    ],
  ])('is read from %s, %s', (_name, _why, notAfter, expected) => {
    const inspection = inspect(notAfter);
    if (!inspection.ok) throw new Error(JSON.stringify(inspection.error));
    expect(new Date(inspection.value.leaf.notAfter)).toEqual(new Date(expected));
    expect(inspection.value.findings.map(({ kind }) => kind)).not.toContain('malformed');
  });

  it.each<[DerTime, string]>([
    [[0x17, '270210160155+0800'], '2027-02-10T08:01:55Z'],
    [[0x17, '270210160155-0530'], '2027-02-10T21:31:55Z'],
    [[0x17, '270101000000+1400'], '2026-12-31T10:00:00Z'],
  ])('is read exactly from %j, whose offset every client refuses', (notAfter, expected) => {
    const inspection = inspect(notAfter);
    if (!inspection.ok) throw new Error(JSON.stringify(inspection.error));
    const { leaf, findings } = inspection.value;
    expect(new Date(leaf.notAfter)).toEqual(new Date(expected));
    expect(new Date(leaf.notBefore)).toEqual(new Date('2025-01-01T00:00:00Z'));
    expect(findings).toContainEqual({ kind: 'malformed', subject: 'shop.example.com' });
  });

  it('is read exactly if its start has an offset', () => {
    const pem = datedCertificate('a.example', [0x17, '250101000000-0100'], [0x17, '270210160155Z']);
    const { notBefore, notAfter } = factsOf(new X509Certificate(pem));
    expect(notBefore).toEqual(Date.UTC(2025, 0, 1, 1));
    expect(notAfter).toEqual(Date.UTC(2027, 1, 10, 16, 1, 55));
  });

  it.each<DerTime>([
    [0x17, '2702101601Z'],
    [0x17, '2702101601+0800'],
    [0x18, '20270210160155.5Z'],
    [0x18, '20270210160155+0800'],
    [0x18, '20270210160155'],
    [0x17, '270231000000Z'],
    [0x17, '270210235960Z'],
    [0x17, '270210160155+9900'],
    [0x17, 'hello'],
    [0x17, ''],
  ])('in the form %j is a specific error, never another time', (...notAfter) => {
    const error = { kind: 'invalidMaterial', reason: 'notDated', part: 'certificate' };
    expect(inspect(notAfter)).toEqual({ ok: false, error });
    expect(inspect([0x17, '270210160155Z'], notAfter)).toEqual({ ok: false, error });
  });

  it('is not reported for other damage', () => {
    const pem = datedCertificate('a.example', start, [0x17, '270210160155Z']);
    const damaged = pem.replace('MII', 'MIJ');
    const material = { certificate: damaged, certificateServer: null, certificateChain: null, key: null };
    expect(
      inspectMaterial({ ...material, notAfter: null, name: null }, { now, anchors: createTrustAnchors([]) }),
    ).toEqual({
      ok: false,
      error: { kind: 'invalidMaterial', reason: 'unreadable', part: 'certificate' },
    });
  });
});
