import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { judgeChain } from '#main/x509/certificates/judgeChain.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { needsReview } from '#shared/domain/finding.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { type Crafted, craft, serverAuth } from '#test/support/craftedChains.ts';
import { element } from '#test/support/derElement.ts';
import { oidElement, publicKeyInfo, withOtherParts } from '#test/support/otherKey.ts';

let root: Crafted;
let leaf: Crafted;

beforeAll(async () => {
  root = await craft({ subject: 'CN=Root', basic: { isCa: true } }, null);
  leaf = await craft(
    {
      ...{ subject: 'CN=shop.example', names: [{ type: 'dns', value: 'shop.example' }] },
      ...{ purposes: [serverAuth], usage: null },
    },
    root,
  );
});

const ecKey = '1.2.840.10045.2.1';
const bytes = Buffer.alloc(65, 4);
const keyOf = (oid: string) => publicKeyInfo([oidElement(oid)], bytes);
const curveOf = (oid: string) => publicKeyInfo([oidElement(ecKey), oidElement(oid)], bytes);
const explicit = () =>
  publicKeyInfo([oidElement(ecKey), element(0x30, element(0x02, Buffer.from([1])))], bytes);
const x25519 = () => generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' });

const judged = (certificate: Parameters<typeof judgeChain>[0]) =>
  judgeChain(certificate, [], createTrustAnchors([root.pem]), Date.now());

describe('a certificate with a key that browsers do not accept', () => {
  it.each<[string, 'openssl' | 'newest' | 'none', () => Buffer]>([
    ['Ed448', 'openssl', () => keyOf('1.3.101.113')],
    ['RSASSA-PSS', 'openssl', () => keyOf('1.2.840.113549.1.1.10')],
    ['DSA', 'openssl', () => keyOf('1.2.840.10040.4.1')],
    ['P-192', 'openssl', () => curveOf('1.2.840.10045.3.1.1')],
    ['P-224', 'openssl', () => curveOf('1.3.132.0.33')],
    ['secp256k1', 'openssl', () => curveOf('1.3.132.0.10')],
    ['brainpoolP256r1', 'openssl', () => curveOf('1.3.36.3.3.2.8.1.1.7')],
    ['brainpoolP512r1', 'openssl', () => curveOf('1.3.36.3.3.2.8.1.1.13')],
    ['EC with explicit parameters', 'openssl', explicit],
    ['SM2', 'newest', () => curveOf('1.2.156.10197.1.301')],
    ['GOST R 34.10-2012 (256)', 'newest', () => keyOf('1.2.643.7.1.1.1.1')],
    ['ML-DSA-44', 'newest', () => keyOf('2.16.840.1.101.3.4.3.17')],
    ['ML-DSA-65', 'newest', () => keyOf('2.16.840.1.101.3.4.3.18')],
    ['ML-DSA-87', 'newest', () => keyOf('2.16.840.1.101.3.4.3.19')],
    ['SLH-DSA-SHA2-128s', 'newest', () => keyOf('2.16.840.1.101.3.4.3.20')],
    ['SLH-DSA-SHAKE-256f', 'newest', () => keyOf('2.16.840.1.101.3.4.3.31')],
    ['composite (1.3.6.1.5.5.7.6.45)', 'newest', () => keyOf('1.3.6.1.5.5.7.6.45')],
    ['1.2.3.4', 'newest', () => keyOf('1.2.3.4')],
    ['X25519', 'none', x25519],
    ['ML-KEM-768', 'none', () => keyOf('2.16.840.1.101.3.4.4.2')],
  ])('needs review: %s (%s)', (key, reach, keyInfo) => {
    const certificate = withOtherParts(leaf, { key: keyInfo() }, root);
    const fault = { kind: 'keyUnsupported', key, reach, subject: 'shop.example' } as const;
    expect(judged(certificate)).toMatchObject({ trust: null, faults: [fault] });
    const material = {
      ...{ certificate: certificate.toString(), certificateServer: null, certificateChain: null },
      ...{ key: null, notAfter: null, name: null },
    };
    const inspected = inspectMaterial(material, {
      now: Date.now(),
      anchors: createTrustAnchors([root.pem]),
    });
    expect(inspected.ok && inspected.value.findings).toEqual([fault, { kind: 'keyNotChecked' }]);
    expect(inspected.ok && needsReview(inspected.value.findings)).toBe(true);
    for (const locale of ['en', 'zh-CN'] as const)
      expect(faultText(fault, translatorOf(locale), locale).title).toContain(key);
  });

  it('has the name of its curve among its facts', () => {
    const facts = factsOf(withOtherParts(leaf, { key: curveOf('1.3.36.3.3.2.8.1.1.7') }, root));
    expect(facts).toMatchObject({ keyType: 'EC', curve: 'brainpoolP256r1', keyBits: null });
  });

  it('is damaged if the kind is a usual one, but the key is not on its curve', () => {
    expect(judged(withOtherParts(leaf, { key: curveOf('1.2.840.10045.3.1.7') }, root)).faults).toEqual([
      { kind: 'malformed', subject: 'shop.example' },
    ]);
  });

  it('says that the key can’t be checked where the service returned one', () => {
    const certificate = withOtherParts(leaf, { key: keyOf('2.16.840.1.101.3.4.3.18') }, root).toString();
    const key = '-----BEGIN PRIVATE KEY-----\nMAUCAQAwAA==\n-----END PRIVATE KEY-----\n';
    const parts = { certificateServer: null, certificateChain: null, notAfter: null, name: null };
    const options = { now: Date.now(), anchors: createTrustAnchors([root.pem]) };
    const kindsWith = (given: string | null) => {
      const inspected = inspectMaterial({ ...parts, certificate, key: given }, options);
      return inspected.ok && inspected.value.findings.map(({ kind }) => kind);
    };
    expect(kindsWith(key)).toEqual(['keyUnsupported', 'keyNotMatchable']);
    expect(kindsWith(null)).toEqual(['keyUnsupported', 'keyNotChecked']);
  });
});

describe('a signature of a kind that browsers do not accept', () => {
  const withAlgorithm = (oid: string) =>
    withOtherParts(leaf, { algorithm: element(0x30, oidElement(oid)) }, root);

  it.each([
    ['ML-DSA-65', '2.16.840.1.101.3.4.3.18'],
    ['SLH-DSA-SHA2-128s', '2.16.840.1.101.3.4.3.20'],
    ['SM2 with SM3', '1.2.156.10197.1.501'],
    ['GOST R 34.10-2012 (256)', '1.2.643.7.1.1.3.2'],
    ['ECDSA with SHA-224', '1.2.840.10045.4.3.1'],
    ['ECDSA with SHA3-256', '2.16.840.1.101.3.4.3.10'],
    ['RSA with SHA3-512', '2.16.840.1.101.3.4.3.16'],
    ['1.2.3.4', '1.2.3.4'],
  ])('needs review, and is not trusted: %s', (algorithm, oid) => {
    const fault = { kind: 'signatureUnsupported', algorithm, subject: 'shop.example' } as const;
    const judgement = judged(withAlgorithm(oid));
    expect(judgement.trust).toEqual({ kind: 'notTrusted', code: 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY' });
    expect(judgement.faults).toEqual([fault]);
    for (const locale of ['en', 'zh-CN'] as const)
      expect(faultText(fault, translatorOf(locale), locale).title).toContain(algorithm);
  });

  it('needs review under an issuer that is missing', () => {
    expect(
      judgeChain(withAlgorithm('2.16.840.1.101.3.4.3.18'), [], createTrustAnchors([]), Date.now()).faults,
    ).toMatchObject([{ kind: 'signatureUnsupported' }]);
  });

  it('is one finding, which also says why the chain is not trusted', () => {
    const material = {
      ...{
        certificate: withAlgorithm('1.2.3.4').toString(),
        certificateServer: null,
        certificateChain: null,
      },
      ...{ key: null, notAfter: null, name: null },
    };
    const options = { now: Date.now(), anchors: createTrustAnchors([root.pem]) };
    const inspected = inspectMaterial(material, options);
    expect(inspected.ok && inspected.value.findings.map(({ kind }) => kind)).toEqual([
      'signatureUnsupported',
      'keyNotChecked',
    ]);
  });

  it('is told by the key of the authority where that is of such a kind', async () => {
    const plain = await craft({ subject: 'CN=Odd', basic: { isCa: true } }, root);
    const authority = withOtherParts(plain, { key: keyOf('2.16.840.1.101.3.4.3.18') }, root);
    const under = await craft(
      { subject: 'CN=a.example', names: [{ type: 'dns', value: 'a.example' }], purposes: [serverAuth] },
      plain,
    );
    const algorithm = element(0x30, oidElement('2.16.840.1.101.3.4.3.18'));
    const certificate = withOtherParts(under, { algorithm }, plain);
    const found = judgeChain(certificate, [authority], createTrustAnchors([root.pem]), Date.now());
    expect(found.faults).toEqual([
      { kind: 'keyUnsupported', key: 'ML-DSA-65', reach: 'newest', subject: 'Odd' },
    ]);
  });
});
