import { beforeAll, describe, expect, it } from 'vitest';
import { judgeChain } from '#main/x509/certificates/judgeChain.ts';
import { comparableName, isSelfIssued } from '#main/x509/certificates/names.ts';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type Crafted, craft, serverAuth } from '#test/support/craftedChains.ts';

let root: Crafted;

beforeAll(async () => {
  root = await craft({ subject: 'CN=Made Root X, O=Example Inc', basic: { isCa: true } }, null);
});

it.each([
  ['CN=Made Root X', 'CN=MADE  root x'],
  ['CN=Made Root X', 'CN=\\ Made Root X\\ '],
  ['O=Ä b\nCN=C', 'O=Ä  B\nCN=c'],
])('a name %j is also spelled %j', (one, other) => {
  expect(comparableName(one)).toBe(comparableName(other));
});

it.each([
  ['CN=Made Root X', 'CN=MadeRoot X'],
  ['CN=Made Root X', 'O=Made Root X'],
  // Like OpenSSL: case is ignored for ASCII letters alone.
  ['CN=Ä', 'CN=ä'],
])('a name %j is another one than %j', (one, other) => {
  expect(comparableName(one)).not.toBe(comparableName(other));
});

describe('an issuer that is spelled in another way (RFC 5280, section 7.1)', () => {
  const spelled = 'CN=made  ROOT x, O=EXAMPLE inc';
  const leafUnder = (issuer: Crafted) =>
    craft(
      { subject: 'CN=a.example', names: [{ type: 'dns', value: 'a.example' }], purposes: [serverAuth] },
      { ...issuer, subject: spelled },
    );

  it.each([
    ['a root', () => createTrustAnchors([root.pem])],
    [
      'a root of the system',
      () => createNamedAnchors([{ pem: root.pem, subject: root.certificate.subject }]),
    ],
  ])('is found: %s', async (_, anchors) => {
    const { certificate } = await leafUnder(root);
    expect(certificate.issuer).not.toBe(root.certificate.subject);
    expect(judgeChain(certificate, [], anchors(), Date.now())).toMatchObject({ trust: null, faults: [] });
  });

  it('is found in the chain', async () => {
    const middle = await craft(
      { subject: 'CN=Middle', basic: { isCa: true } },
      { ...root, subject: spelled },
    );
    const { certificate } = await craft(
      { subject: 'CN=a.example', names: [{ type: 'dns', value: 'a.example' }], purposes: [serverAuth] },
      { ...middle, subject: 'CN=MIDDLE' },
    );
    const found = judgeChain(certificate, [middle.certificate], createTrustAnchors([root.pem]), Date.now());
    expect(found).toMatchObject({ trust: null, faults: [] });
  });

  it('is itself, in a root that spells its own name in two ways', async () => {
    const own = await craft(
      { subject: 'CN=Made Root X', basic: { isCa: true } },
      { ...root, subject: 'CN=made root x' },
    );
    expect(isSelfIssued(own.certificate)).toBe(true);
  });
});
