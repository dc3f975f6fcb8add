import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { ServedLeaves } from '#main/monitoring/probe/servedLeaves.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { anchorsOf, inDays, issue } from './certificates.ts';

const root = await issue('Root', null);
const between = await issue('Between', root, { until: 10 });
const names = [{ type: 'dns', value: 'shop.example' }] as const;
const leaf = await issue('shop.example', between, { isCa: false, names });

/** New objects, as every handshake returns. */
const served = (tlsVersion = 'TLSv1.3') => {
  const again = ({ raw }: X509Certificate) => new X509Certificate(raw);
  return { leaf: again(leaf.certificate), above: [again(between.certificate)], tlsVersion, isStapled: false };
};

function countingAnchors(): TrustAnchors & { asked: number } {
  const anchors = anchorsOf(root);
  return {
    ...anchors,
    asked: 0,
    anchorsOf(certificate) {
      this.asked += 1;
      return anchors.anchorsOf(certificate);
    },
  };
}

it('returns the facts and the findings of a leaf', () => {
  const leaves = new ServedLeaves(createFakeTime(Date.now()).clock);
  const read = leaves.read(served(), 'other.example', anchorsOf(root));
  expect(read).toEqual({
    fingerprint256: leaf.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    commonName: 'shop.example',
    issuerName: 'Between',
    notBefore: leaf.certificate.validFromDate.getTime(),
    notAfter: leaf.certificate.validToDate.getTime(),
    chainEnd: { at: between.certificate.validToDate.getTime(), name: 'Between' },
    tlsVersion: 'TLSv1.3',
    findings: [{ kind: 'nameNotCovered', name: 'other.example' }],
  });
});

it('evaluates the same chain once, until one of its issuers expires, per TLS version', () => {
  const time = createFakeTime(Date.now());
  const leaves = new ServedLeaves(time.clock);
  const anchors = countingAnchors();
  expect(leaves.read(served(), 'shop.example', anchors)?.findings).toEqual([]);
  const { asked } = anchors;
  expect(leaves.read(served('TLSv1.2'), 'shop.example', anchors)?.tlsVersion).toBe('TLSv1.2');
  expect(anchors.asked).toBe(asked);
  time.setNow(inDays(11));
  expect(leaves.read(served(), 'shop.example', anchors)?.findings).toEqual([
    {
      kind: 'chainCertificateExpired',
      subject: 'Between',
      notAfter: between.certificate.validToDate.getTime(),
    },
  ]);
  time.setNow(Date.now());
  expect(leaves.read(served(), 'shop.example', anchors)?.findings).toEqual([]);
});

it.each([
  ['asks for it', [0x30, 3, 2, 1, 5], true],
  ['asks for it among others', [0x30, 6, 2, 1, 17, 2, 1, 5], true],
  ['asks for another feature', [0x30, 3, 2, 1, 17], false],
  ['has a value that is no list of numbers', [0x30, 2, 4, 0], false],
  ['is cut off', [0x30, 9, 2], false],
] as const)('misses a stapled response if the extension %s', async (_, features, isMissing) => {
  const leaves = new ServedLeaves(createFakeTime(Date.now()).clock);
  const { certificate } = await issue('shop.example', between, { isCa: false, names, features });
  const findings = (isStapled: boolean) =>
    leaves.read({ ...served(), leaf: certificate, isStapled }, 'shop.example', anchorsOf(root))?.findings;
  expect(findings(true)).toEqual([]);
  expect(findings(false)).toEqual(isMissing ? [{ kind: 'stapleMissing' }] : []);
  expect(findings(true)).toEqual([]);
});

it('caches separately for other names and other anchors', async () => {
  const leaves = new ServedLeaves(createFakeTime(Date.now()).clock);
  const trusting = anchorsOf(root);
  const findingsOf = (name: string, anchors = trusting) =>
    leaves.read(served(), name, anchors)?.findings.map(({ kind }) => kind);
  expect(findingsOf('shop.example')).toEqual([]);
  expect(findingsOf('other.example')).toEqual(['nameNotCovered']);
  expect(findingsOf('shop.example', anchorsOf(await issue('Other', null)))).toEqual(['chainIncomplete']);
  expect(findingsOf('shop.example')).toEqual([]);
});
