import { expect, it } from 'vitest';
import { judgeServed } from '#main/monitoring/probe/servedLeaves.ts';
import { coversName } from '#main/x509/certificates/coversName.ts';
import { anchorsOf, forged, inDays, issue, type Member } from './certificates.ts';

const root = await issue('Root', null);
const stranger = await issue('Stranger', null);
const between = await issue('Between', root);
const leaf = await issue('shop.example', between, { isCa: false });
const now = Date.now();

const findingOf = (served: readonly Member[], ...anchors: readonly Member[]) => {
  const [first = leaf, ...above] = served;
  const certificates = above.map(({ certificate }) => certificate);
  return judgeServed(first.certificate, certificates, anchorsOf(...anchors), now).findings[0] ?? null;
};
const notTrusted = (code: string) => ({ kind: 'notTrusted', code });

it('accepts a chain that leads to an anchor, in any order, with or without the root', () => {
  expect(findingOf([leaf, between], root)).toBeNull();
  expect(findingOf([leaf, between, root], root)).toBeNull();
  expect(findingOf([leaf, root, stranger, between], root)).toBeNull();
});

it('accepts an intermediate authority or the leaf itself as an anchor', () => {
  expect(findingOf([leaf], between)).toBeNull();
  expect(findingOf([stranger], stranger)).toBeNull();
});

it('names the issuer that is neither served nor an anchor', () => {
  expect(findingOf([leaf], root)).toEqual({ kind: 'chainIncomplete', missingIssuer: 'Between' });
  expect(findingOf([leaf, stranger], root)).toEqual({ kind: 'chainIncomplete', missingIssuer: 'Between' });
  expect(findingOf([leaf, between], stranger)).toEqual({ kind: 'chainIncomplete', missingIssuer: 'Root' });
});

it('does not trust a self-signed leaf, nor an unknown root', () => {
  expect(findingOf([stranger], root)).toEqual(notTrusted('DEPTH_ZERO_SELF_SIGNED_CERT'));
  expect(findingOf([leaf, between, root], stranger)).toEqual(notTrusted('SELF_SIGNED_CERT_IN_CHAIN'));
});

it('accepts any path to an anchor, as with cross-signed authorities', async () => {
  const crossSigned = await issue('Root', stranger, { sameAs: root });
  expect(findingOf([leaf, between, crossSigned], root)).toBeNull();
  expect(findingOf([leaf, between, crossSigned], stranger)).toBeNull();
  expect(findingOf([leaf, between, root, crossSigned], stranger)).toBeNull();
});

it('does not trust an invalid signature at any step', () => {
  const served = (...members: readonly (Member | ReturnType<typeof forged>)[]) =>
    members.map((member) => ('certificate' in member ? member.certificate : member));
  const judged = ([first, ...above]: ReturnType<typeof served>) =>
    first === undefined ? null : judgeServed(first, above, anchorsOf(root), now).findings;
  const broken = (subject: string) => [{ kind: 'signatureBroken', subject }];
  expect(judged(served(forged(leaf.certificate), between))).toEqual(broken('shop.example'));
  expect(judged(served(leaf, forged(between.certificate), root))).toEqual(broken('Between'));
});

it('does not trust a certificate issued by a certificate that is no authority', async () => {
  const usurper = await issue('Usurper', between, { isCa: false });
  const taken = await issue('shop.example', usurper, { isCa: false });
  expect(findingOf([taken, usurper, between], root)).toEqual({ kind: 'notAnAuthority', subject: 'Usurper' });
});

it('reports an expired intermediate authority, and uses a valid one instead', async () => {
  const old = await issue('Between', root, { sameAs: between, until: -1 });
  expect(findingOf([leaf, old], root)).toMatchObject({ kind: 'chainCertificateExpired', subject: 'Between' });
  expect(findingOf([leaf, old, between], root)).toBeNull();
});

it('does not report an expired leaf as a fault of the chain', async () => {
  const expired = await issue('shop.example', between, { isCa: false, until: -1 });
  expect(findingOf([expired, between], root)).toBeNull();
});

it('returns the validity period of a verdict', () => {
  const { from, until } = judgeServed(leaf.certificate, [between.certificate], anchorsOf(root), now);
  const second = 1000;
  expect(Math.abs(from - inDays(-60))).toBeLessThan(60 * second);
  expect(Math.abs(until - inDays(30))).toBeLessThan(60 * second);
  // The authorities may have been issued in two consecutive seconds.
  const allOver = until + 60 * second;
  const later = judgeServed(leaf.certificate, [between.certificate], anchorsOf(root), allOver);
  expect(later.findings).toMatchObject([
    { kind: 'chainCertificateExpired', subject: 'Between' },
    { kind: 'chainCertificateExpired', subject: 'Root' },
  ]);
});

it('ends quickly for authorities that issued one another in cycles', async () => {
  const names = Array.from({ length: 16 }, (_, place) => `Tangle ${place}`);
  const members: Member[] = [];
  for (const name of names) members.push(await issue(name, null));
  const tangle = await Promise.all(
    members.flatMap((member) => members.map((issuer) => issue(member.name, issuer, { sameAs: member }))),
  );
  const caught = await issue('shop.example', members[0] ?? root, { isCa: false });
  expect(findingOf([caught, ...tangle], root)?.kind).toBe('notTrusted');
});

it.each([
  ['shop.example', true],
  ['SHOP.example', true],
  ['www.shop.example', true],
  ['a.b.shop.example', false],
  ['other.example', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8::7', true],
  ['2001:db8::8', false],
  ['in.subject', false],
])('a leaf for *.shop.example and two addresses covers %s: %s', async (name, isCovered) => {
  const { certificate } = await issue('in.subject', between, {
    isCa: false,
    names: [
      { type: 'dns', value: 'shop.example' },
      { type: 'dns', value: '*.shop.example' },
      { type: 'ip', value: '192.0.2.7' },
      { type: 'ip', value: '2001:db8::7' },
    ],
  });
  expect(coversName(certificate, name)).toBe(isCovered);
});

it('ignores a name in the subject, as clients do', () => {
  expect(coversName(leaf.certificate, 'shop.example')).toBe(false);
});
