// The polyfill must be loaded before the certificate library.
import '#test/service/reflectMetadata.ts';
import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { Extension } from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { clientRefusals, isPublicRoot } from '#main/x509/certificates/clientRefusals.ts';
import { judgeMaterial } from '#main/x509/certificates/judgeMaterial.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { browsers, exceededLimit, refusingKey } from '#shared/domain/clientRules.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { type Craft, craft, serverAuth } from '#test/support/craftedChains.ts';

const good: Craft = {
  subject: 'CN=shop.example',
  purposes: [serverAuth],
  names: [{ type: 'dns', value: 'shop.example' }],
  from: -1,
  until: 89,
};

/** An extension with this many signed timestamps, without content. */
function timestamps(count: number): Extension {
  const entries = Array.from({ length: count }, () => [0, 1, 0]).flat();
  const list = [0, entries.length, ...entries];
  return new Extension('1.3.6.1.4.1.11129.2.4.2', false, Uint8Array.from([4, list.length, ...list]));
}

async function refused(change: Partial<Craft>, isPublic = false) {
  const { certificate } = await craft({ ...good, ...change }, null);
  return clientRefusals(certificate, isPublic);
}

describe('clients refuse', () => {
  it.each([
    ['nothing of an ordinary certificate', {}, []],
    ['no purpose at all', { purposes: null }, [{ kind: 'purposeMissing', clients: ['Safari'] }]],
    ['no purpose, before July 2019', { purposes: null, from: -4000 }, []],
    ['more than 825 days', { until: 825 }, [{ kind: 'livesTooLong', clients: ['Safari'], limit: 825 }]],
    ['not 825 days', { from: 0, until: 825 }, []],
    [
      'stars in other places',
      { names: ['w*.shop.example', '*.*.example', 'a.*.example', '*.example', '*', '*.shop.example'] },
      [
        {
          kind: 'namesIgnored',
          clients: browsers,
          names: ['w*.shop.example', '*.*.example', 'a.*.example', '*.example', '*'],
        },
      ],
    ],
  ] as const)('%s', async (_, change, refusals) => {
    const { names, ...rest } = { names: null, ...change };
    const named = names === null ? {} : { names: names.map((value) => ({ type: 'dns' as const, value })) };
    expect(await refused({ ...rest, ...named })).toEqual(refusals);
  });

  it.each([
    ['two timestamps for 90 days', 1, 90, 2],
    ['two timestamps for 180 days', 1, 180, 2],
    ['three timestamps for 181 days', 2, 181, 3],
  ])('under a public root less than %s', async (_, count, days, needed) => {
    const life = { from: 0, until: days };
    const notLogged = { kind: 'notLogged', clients: browsers, needed };
    expect(await refused({ ...life, extensions: [timestamps(count)] }, true)).toEqual([notLogged]);
    expect(await refused({ ...life, extensions: [timestamps(needed)] }, true)).toEqual([]);
    expect(await refused(life)).toEqual([]);
  });

  it('keys for which they offer no algorithm', () => {
    expect(['RSA', 'P-256', 'P-384'].map(refusingKey)).toEqual([[], [], []]);
    expect(refusingKey('P-521')).toEqual(['Chrome', 'Edge', 'Safari']);
    for (const key of ['Ed25519', 'Ed448', 'P-224', 'secp256k1', 'brainpoolP256r1', 'DSA', 'unknown'])
      expect(refusingKey(key), key).toEqual(browsers);
  });

  it('negative serial numbers', async () => {
    const { certificate } = await craft(good, null);
    const der = Buffer.from(certificate.raw);
    const serial = der.indexOf(Buffer.from([0xa0, 3, 2, 1, 2, 2, 1, 0x0f])) + 7;
    der.writeUInt8(0x8f, serial);
    expect(clientRefusals(new X509Certificate(der), false)).toEqual([
      { kind: 'serialNegative', clients: ['Go'] },
    ]);
  });
});

describe('the limit of a lifetime', () => {
  const day = (text: string) => Date.parse(text);
  it.each([
    ['2019-06-30', 1000, true, null],
    ['2019-07-01', 826, false, 825],
    ['2020-09-01', 399, true, 398],
    ['2020-09-01', 398, true, null],
    ['2026-03-14', 399, true, 398],
    ['2026-03-15', 201, true, 200],
    ['2026-03-15', 201, false, null],
    ['2027-03-15', 101, true, 100],
    ['2029-03-14', 100, true, null],
    ['2029-03-15', 48, true, 47],
  ])('of a certificate from %s that lives %i days (public root: %s) is %s', (from, days, isPublic, limit) => {
    const notBefore = day(from);
    expect(exceededLimit({ notBefore, notAfter: notBefore + days * DAY_MS }, isPublic)?.days ?? null).toBe(
      limit,
    );
  });
});

describe('a public root', () => {
  const [pem = ''] = rootCertificates;
  const root = new X509Certificate(pem);

  it('is in the list of the runtime', async () => {
    expect(isPublicRoot(root)).toBe(true);
    expect(isPublicRoot((await craft(good, null)).certificate)).toBe(false);
  });

  it('is found at the end of the judged path', () => {
    const options = { now: root.validFromDate.getTime() + 1, anchors: createTrustAnchors([pem]) };
    const kinds = judgeMaterial({ leaf: root, pool: [] }, options).refusals.map(({ kind }) => kind);
    expect(kinds).toContain('notLogged');
    const untrusted = judgeMaterial(
      { leaf: root, pool: [] },
      { ...options, anchors: createTrustAnchors([]) },
    );
    expect(untrusted.refusals.map(({ kind }) => kind)).not.toContain('notLogged');
  });
});
