import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { askCrl } from '#main/x509/certificates/crl.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import {
  entryOf,
  type ListParts,
  type SigningAlgorithmName,
  signedList,
  withOtherKey,
} from '#test/support/crlParts.ts';

const now = Date.UTC(2026, 5, 15, 12);
const url = 'http://crl.example/one.crl';
const nextUpdate = now + 3 * DAY_MS;
const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
};
const authority = await CertificateAuthority.create(now);
const issued = await authority.issueLeaf({
  names: ['shop.example'],
  publicKey: pairs['P-256'].publicKey,
  issuer: 'ecdsa',
  notBefore: new Date(now - DAY_MS),
  notAfter: new Date(now + 90 * DAY_MS),
});
const leaf = new X509Certificate(issued.leafPem);
const named = new X509Certificate(issued.chainPem);

/** Asks a list that the key of a kind signed. */
async function ask(
  kind: keyof typeof pairs,
  parts: Partial<ListParts> & Pick<ListParts, 'algorithm'>,
  signsLists = true,
) {
  const { publicKey, privateKey } = pairs[kind];
  const issuer = await withOtherKey(named, publicKey, signsLists);
  const list = signedList({ issuer, key: privateKey, thisUpdate: now - DAY_MS, nextUpdate, ...parts });
  return askCrl(list, { leaf, issuer, url, now });
}

const refused = (error: string) => ({ ok: false, error });

it.each<[keyof typeof pairs, SigningAlgorithmName]>([
  ['rsa', 'rsa-sha256'],
  ['rsa', 'rsa-sha384'],
  ['rsa', 'rsa-sha512'],
  ['rsa', 'rsa-pss-sha256'],
  ['rsa', 'rsa-pss-sha384'],
  ['rsa', 'rsa-pss-sha512'],
  ['P-256', 'ecdsa-sha512'],
  ['P-384', 'ecdsa-sha384'],
  ['P-521', 'ecdsa-sha512'],
  ['ed25519', 'ed25519'],
])('takes a list that a key of kind %s signed with %s', async (kind, algorithm) => {
  expect(await ask(kind, { algorithm })).toMatchObject({ ok: true, value: { revocation: null } });
  const entries = [entryOf(leaf.serialNumber, now - DAY_MS, { reason: 1 })];
  expect(await ask(kind, { algorithm, entries })).toMatchObject({
    value: { revocation: { at: now - DAY_MS, reason: 'keyCompromise' } },
  });
});

it('does not process RSASSA-PSS with SHA-1, its default, or with another digest for its mask', async () => {
  expect(await ask('rsa', { algorithm: 'rsa-pss-sha1' })).toEqual(refused('unsupported'));
  expect(await ask('rsa', { algorithm: 'rsa-pss-other-mask' })).toEqual(refused('unsupported'));
});

it('refuses an RSASSA-PSS signature with a salt of another length than it names', async () => {
  expect(await ask('rsa', { algorithm: 'rsa-pss-other-salt' })).toEqual(refused('signature'));
});

it.each<[keyof typeof pairs, SigningAlgorithmName, SigningAlgorithmName]>([
  ['P-256', 'ecdsa-sha256', 'ed25519'],
  ['P-256', 'ecdsa-sha256', 'ecdsa-sha384'],
  ['rsa', 'rsa-sha256', 'ed25519'],
  ['rsa', 'rsa-pss-sha256', 'rsa-sha256'],
  ['rsa', 'rsa-pss-sha256', 'rsa-pss-sha384'],
  ['ed25519', 'ed25519', 'rsa-sha256'],
])(
  'refuses a list of a key of kind %s whose signed algorithm %s is not the one outside, %s',
  async (kind, algorithm, outer) => {
    expect(await ask(kind, { algorithm, outer })).toEqual(refused('signature'));
  },
);

it.each<[keyof typeof pairs, keyof typeof pairs, SigningAlgorithmName]>([
  ['P-256', 'ed25519', 'ed25519'],
  ['ed25519', 'P-256', 'ecdsa-sha256'],
  ['rsa', 'P-256', 'ecdsa-sha256'],
  ['P-256', 'rsa', 'rsa-sha256'],
  ['P-256', 'rsa', 'rsa-pss-sha256'],
  ['rsa', 'ed25519', 'ed25519'],
])(
  'refuses a list whose issuer has a key of kind %s, while %s signed it',
  async (kind, signer, algorithm) => {
    expect(await ask(kind, { algorithm, key: pairs[signer].privateKey })).toEqual(refused('signature'));
  },
);

it('refuses a list of an issuer whose key may not sign lists', async () => {
  const asked = await ask('P-256', { algorithm: 'ecdsa-sha256' }, false);
  expect(asked).toEqual(refused('unsupported'));
});

it('reads a list of the first version', async () => {
  const algorithm = 'ecdsa-sha256';
  const fine = await ask('P-256', { algorithm, isFirstVersion: true });
  expect(fine).toMatchObject({ ok: true, value: { revocation: null, nextUpdate } });
  const entries = [entryOf('0badcafe', now), entryOf(leaf.serialNumber, now - DAY_MS)];
  expect(await ask('P-256', { algorithm, isFirstVersion: true, entries })).toMatchObject({
    value: { revocation: { at: now - DAY_MS, reason: 'unspecified' } },
  });
});

it.each([
  ['removes it from the list', { reason: 8 }],
  ['has a reason that is not used', { reason: 7 }],
  ['has a reason that does not exist', { reason: 11 }],
  // 2.5.29.29: the certificate belongs to another issuer.
  ['has a critical extension', { critical: Buffer.from('0603551d1d', 'hex') }],
])('leaves it open when the entry of the certificate %s', async (_what, extensions) => {
  const entries = [entryOf(leaf.serialNumber, now - DAY_MS, extensions)];
  expect(await ask('P-256', { algorithm: 'ecdsa-sha256', entries })).toEqual(refused('unsupported'));
});
