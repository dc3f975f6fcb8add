import '#test/service/reflectMetadata.ts';
import { X509Certificate } from 'node:crypto';
import { KeyUsageFlags, X509CertificateGenerator } from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { createChainCheck } from '#main/webhook/inbox/chainCheck.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import { judgeChain } from '#main/x509/certificates/judgeChain.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { craft } from '#test/support/craftedChains.ts';
import { ed448Pem } from '#test/unit/x509/certificates/certificateFixtures.ts';
import { authority, issued, start, stranger } from './inboxHarness.ts';

const roots = createTrustAnchors([authority.rootPem]);
const check = createChainCheck(() => roots);
const missingIssuer = (...given: Parameters<typeof check>) => check(...given).missingIssuer;
const faultKinds = (...given: Parameters<typeof check>) => check(...given).faults.map(({ kind }) => kind);
const own = await issued(-10, 80);
const foreign = await issued(-10, 80, ['shop.example.com'], stranger);
const blocksOf = (pem: string) => pem.split(/(?=-----BEGIN)/u);
const [ownLeaf = '', ownIssuer = ''] = blocksOf(own.pem);
const [foreignLeaf = '', foreignIssuer = ''] = blocksOf(foreign.pem);
const issuingCa = 'Example Trust ECC Issuing CA 1';
const root = 'Example Trust Root R1';

describe('the chain of a delivery', () => {
  it('is good when every signature up to an anchor verifies', () => {
    expect(missingIssuer(own, start)).toBeNull();
  });

  it('is good when it continues above a trust anchor', () => {
    expect(missingIssuer({ ...own, pem: own.pem + authority.rootPem + foreignIssuer }, start)).toBeNull();
  });

  it.each([
    ['ends before an anchor', ownLeaf, issuingCa],
    ['is of an authority that is not trusted', foreign.pem, root],
    ['is of an authority that brings its own root', foreign.pem + stranger.rootPem, root],
    ['names a trusted issuer that did not sign it', foreignLeaf + ownIssuer, issuingCa],
    ['has a trusted issuer above a false one', foreignLeaf + foreignIssuer + authority.rootPem, root],
    ['is under a leaf that is no authority', foreignLeaf + ownLeaf + ownIssuer, issuingCa],
    ['is not readable', 'PEM', issuingCa],
  ])('is not good when it %s', (_, pem, missing) => {
    const { leaf } = pem.startsWith(foreignLeaf) ? foreign : own;
    expect(missingIssuer({ leaf, pem }, start)).toBe(missing);
  });

  it('is judged again when other roots are accepted', () => {
    let accepted = createTrustAnchors([authority.rootPem]);
    const checkNow = createChainCheck(() => accepted);
    expect(checkNow(foreign, start).missingIssuer).toBe(root);
    accepted = createTrustAnchors([authority.rootPem, stranger.rootPem]);
    expect(checkNow(foreign, start).missingIssuer).toBeNull();
  });

  it('is not good when it belongs to another leaf', () => {
    expect(missingIssuer({ ...own, leaf: { ...own.leaf, fingerprint256: 'other' } }, start)).toBe(issuingCa);
  });

  it('is not good when the issuer is not valid now', () => {
    expect(faultKinds(own, start + 40 * 365 * DAY_MS)).toContain('chainCertificateExpired');
    expect(faultKinds(own, start - 40 * 365 * DAY_MS)).toContain('chainCertificateNotYetValid');
    expect(faultKinds(own, start)).toEqual([]);
  });

  it('says which of its certificates expires first, before the leaf', async () => {
    expect(check(own, start).chainEnd).toBeNull();
    const ca = { basic: { isCa: true }, usage: KeyUsageFlags.keyCertSign } as const;
    const top = await craft({ subject: 'CN=Root', ...ca }, null);
    const ending = await craft({ subject: 'CN=Ending', ...ca, until: 3 }, top);
    const { certificate, pem } = await craft({ subject: 'CN=shop.example', until: 60 }, ending);
    const checkNow = createChainCheck(() => createTrustAnchors([top.pem]));
    const { chainEnd } = checkNow({ leaf: factsOf(certificate), pem: pem + ending.pem }, Date.now());
    expect(chainEnd).toEqual({ at: ending.certificate.validToDate.getTime(), name: 'Ending' });
  });

  it('is not good under a trusted certificate that is no authority, whatever it signed', async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    // No key usage forbids it to sign.
    const host = await X509CertificateGenerator.createSelfSigned({
      ...{ name: 'CN=host.example.com', keys, signingAlgorithm: algorithm },
    });
    const signed = await X509CertificateGenerator.create({
      ...{ subject: 'CN=shop.example.com', issuer: 'CN=host.example.com' },
      ...{ publicKey: keys.publicKey, signingKey: keys.privateKey, signingAlgorithm: algorithm },
    });
    const anchors = createTrustAnchors([host.toString('pem')]);
    const certificate = new X509Certificate(signed.toString('pem'));
    expect(judgeChain(certificate, [], anchors, Date.now()).faults).toMatchObject([
      { kind: 'notAnAuthority', subject: 'host.example.com' },
    ]);
  });

  it('is not good by names alone, where the key of a trusted root cannot be read', async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const forged = await X509CertificateGenerator.create({
      ...{ subject: 'CN=shop.example.com', issuer: 'CN=ed448.example.com' },
      ...{ publicKey: keys.publicKey, signingKey: keys.privateKey, signingAlgorithm: algorithm },
    });
    const anchors = createTrustAnchors([ed448Pem]);
    const certificate = new X509Certificate(forged.toString('pem'));
    expect(judgeChain(certificate, [], anchors, Date.now()).trust).toEqual({
      kind: 'notTrusted',
      code: 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
    });
    const itself = new X509Certificate(ed448Pem);
    expect(judgeChain(itself, [], anchors, itself.validFromDate.getTime()).trust).toBeNull();
  });
});
