import '#test/service/reflectMetadata.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extension, KeyUsageFlags } from '@peculiar/x509';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeServed } from '#main/monitoring/probe/servedLeaves.ts';
import { coversName } from '#main/x509/certificates/coversName.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import {
  anyPurpose,
  type Craft,
  type Crafted,
  codeSigning,
  craft,
  nameConstraints,
  serverAuth,
  tlv,
  withBrokenSignature,
} from '#test/support/craftedChains.ts';
import { soakStride } from '#test/support/soak.ts';
import { opensslError } from './openssl.ts';

/** Chains of each kind, each with other keys, names and lengths. */
const ROUNDS = 6 / soakStride(2);

const ca = { basic: { isCa: true }, usage: KeyUsageFlags.keyCertSign } as const;
const dns = (value: string) => ({ type: 'dns', value }) as const;
const base = (value: string) => ({ kind: 'dns', value }) as const;

/** One defect, or none, in a chain of `depth` authorities below the root. */
interface Recipe {
  readonly leaf?: Partial<Craft>;
  /** Of the authority above the leaf. */
  readonly issuer?: Partial<Craft>;
  readonly root?: Partial<Craft>;
  readonly name?: string;
  readonly alter?: (sent: Crafted[]) => void;
}

const broken = (place: number) => (sent: Crafted[]) => {
  const one = sent[place];
  if (one === undefined) throw new Error('no such certificate');
  const certificate = withBrokenSignature(one);
  sent[place] = { ...one, certificate, pem: certificate.toString() };
};
const critical = (isCritical: boolean) =>
  new Extension('1.3.6.1.4.1.99999.1', isCritical, new Uint8Array([5, 0]));
const constrained = (...given: Parameters<typeof nameConstraints>) => ({
  extensions: [nameConstraints(...given)],
});
const network = { kind: 'ip', bytes: [192, 0, 2, 0, 255, 255, 255, 0] } as const;
const bounded = tlv(
  0x30,
  tlv(0xa0, tlv(0x30, tlv(0x82, Buffer.from('example')), tlv(0x80, Buffer.from([1])))),
);

const recipes: Readonly<Record<string, Recipe>> = {
  sound: {},
  'without key usage': { leaf: { usage: null }, issuer: { usage: null } },
  'without extended key usage': { leaf: { purposes: null } },
  'for servers and more': { leaf: { purposes: [codeSigning, serverAuth] } },
  'for code signing': { leaf: { purposes: [codeSigning] } },
  'for any purpose alone': { leaf: { purposes: [anyPurpose] } },
  'for any purpose and servers': { leaf: { purposes: [anyPurpose, serverAuth] } },
  'authority for servers': { issuer: { purposes: [serverAuth] } },
  'authority for code signing': { issuer: { purposes: [codeSigning] } },
  'authority for any purpose': { issuer: { purposes: [anyPurpose] } },
  'root for code signing': { root: { purposes: [codeSigning] } },
  'key that may sign': { leaf: { usage: KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment } },
  'key that may only encrypt': { leaf: { usage: KeyUsageFlags.keyEncipherment } },
  'key that may only sign lists': { leaf: { usage: KeyUsageFlags.cRLSign } },
  'issuer that is no authority': { issuer: { basic: { isCa: false } } },
  'issuer without basic constraints': { issuer: { basic: null } },
  'issuer that may not sign certificates': { issuer: { usage: KeyUsageFlags.digitalSignature } },
  'leaf that is an authority': { leaf: { basic: { isCa: true } } },
  'path length that is kept': { root: { basic: { isCa: true, pathLength: 3 } } },
  'path length that is exceeded': { root: { basic: { isCa: true, pathLength: 0 } } },
  'issuer with path length 0': { issuer: { basic: { isCa: true, pathLength: 0 } } },
  'expired issuer': { issuer: { until: -1 } },
  'issuer of tomorrow': { issuer: { from: 1 } },
  'expired root': { root: { until: -1 } },
  'unknown extension': { leaf: { extensions: [critical(false)] } },
  'unknown critical extension': { leaf: { extensions: [critical(true)] } },
  'unknown critical extension of the issuer': { issuer: { extensions: [critical(true)] } },
  'broken leaf signature': { alter: broken(0) },
  'broken issuer signature': { alter: broken(1) },
  'missing issuer': { alter: (sent) => sent.splice(1, 1) },
  'another name': { name: 'other.example' },
  'wildcard name': { leaf: { names: [dns('*.shop.example')] }, name: 'www.shop.example' },
  'wildcard and two labels': { leaf: { names: [dns('*.shop.example')] }, name: 'a.www.shop.example' },
  'only a common name': { leaf: { names: [] } },
  'short key': { leaf: { algorithm: 'rsa1024' } },
  'short key of the issuer': { issuer: { algorithm: 'rsa1024' } },
  'long RSA keys': { leaf: { algorithm: 'rsa2048' }, issuer: { algorithm: 'rsa2048' } },
  'SHA-1 on the leaf': { issuer: { algorithm: 'rsaSha1' } },
  'SHA-1 on the issuer': { root: { algorithm: 'rsaSha1' } },
  'permitted name': { issuer: constrained({ permitted: [base('example')] }) },
  'permitted name with a leading dot': { issuer: constrained({ permitted: [base('.example')] }) },
  'name that is not permitted': { issuer: constrained({ permitted: [base('inside.example')] }) },
  'name that is not permitted by the root': { root: constrained({ permitted: [base('inside.example')] }) },
  'no label boundary': { issuer: constrained({ permitted: [base('op.example')] }) },
  'excluded name': { issuer: constrained({ excluded: [base('shop.example')] }) },
  'other excluded name': { issuer: constrained({ excluded: [base('other.example')] }) },
  'everything excluded': { issuer: constrained({ excluded: [base('')] }) },
  'permitted and excluded': {
    issuer: constrained({ permitted: [base('example')], excluded: [base('shop.example')] }),
  },
  'wildcard that is not permitted': {
    leaf: { names: [dns('*.shop.example')] },
    issuer: constrained({ permitted: [base('www.shop.example')] }),
    name: 'www.shop.example',
  },
  'wildcard that stands for an excluded name': {
    leaf: { names: [dns('*.shop.example')] },
    issuer: constrained({ excluded: [base('www.shop.example')] }),
    name: 'shown.shop.example',
  },
  'permitted address': {
    leaf: { names: [dns('shop.example'), { type: 'ip', value: '192.0.2.7' }] },
    issuer: constrained({ permitted: [network] }),
  },
  'address that is not permitted': {
    leaf: { names: [dns('shop.example'), { type: 'ip', value: '198.51.100.7' }] },
    issuer: constrained({ permitted: [network] }),
  },
  'address of the other family': {
    leaf: { names: [dns('shop.example'), { type: 'ip', value: '2001:db8::7' }] },
    issuer: constrained({ permitted: [network] }),
  },
  'excluded address': {
    leaf: { names: [dns('shop.example'), { type: 'ip', value: '192.0.2.7' }] },
    issuer: constrained({ excluded: [network] }),
  },
  'mail that is not permitted': {
    leaf: { names: [dns('shop.example'), { type: 'email', value: 'me@shop.example' }] },
    issuer: constrained({ permitted: [{ kind: 'email', value: 'other.example' }] }),
  },
  'permitted mail': {
    leaf: { names: [dns('shop.example'), { type: 'email', value: 'me@a.shop.example' }] },
    issuer: constrained({ permitted: [{ kind: 'email', value: '.shop.example' }] }),
  },
  'URI that is not permitted': {
    leaf: { names: [dns('shop.example'), { type: 'url', value: 'https://shop.example/x' }] },
    issuer: constrained({ permitted: [{ kind: 'uri', value: '.test' }] }),
  },
  'constraint with bounds': {
    issuer: { extensions: [new Extension('2.5.29.30', true, new Uint8Array(bounded))] },
  },
};

/**
 * Chains that OpenSSL accepts and we refuse, because browsers refuse them. Nothing that it refuses is accepted by us.
 */
const stricter: ReadonlySet<string> = new Set([
  // TLS 1.3 has no key exchange in which the server's key encrypts: BoringSSL and NSS end the handshake.
  'key that may only encrypt',
  // Browsers and Go ignore the subject (RFC 9525, section 2); OpenSSL uses it if there is no dNSName.
  'only a common name',
  // Chromium and Go (CVE-2025-61727) expand the wildcard; OpenSSL compares it as text.
  'wildcard that stands for an excluded name',
]);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-chains-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A chain with the leaf first, the root that the client trusts, and the name that it asks for. */
interface Cooked {
  readonly chain: readonly Crafted[];
  readonly root: Crafted;
  readonly name: string;
}

/** Authorities of several depths with the defect in the lowest, in the leaf, or in the root. */
async function cook({ leaf, issuer, root: of, name, alter }: Recipe, round: number): Promise<Cooked> {
  const top = await craft({ subject: `CN=Root ${round}`, ...ca, ...of }, null);
  const above: Crafted[] = [];
  // Exceeding a limit of the root needs two of them.
  const depth = 1 + (round % 3);
  for (let level = depth; level > 0; level -= 1) {
    const wishes = level === 1 ? issuer : {};
    above.unshift(await craft({ subject: `CN=Authority ${level}`, ...ca, ...wishes }, above[0] ?? top));
  }
  const own = await craft(
    {
      subject: 'CN=shop.example',
      usage: KeyUsageFlags.digitalSignature,
      purposes: [serverAuth],
      names: [dns('shop.example')],
      ...leaf,
    },
    above[0] ?? top,
  );
  const chain = [own, ...above];
  alter?.(chain);
  return { chain, root: top, name: name ?? 'shop.example' };
}

function ours({ chain, root, name }: Cooked) {
  const [leaf, ...above] = chain.map(({ certificate }) => certificate);
  if (leaf === undefined) throw new Error('no leaf');
  const { findings } = judgeServed(leaf, above, createTrustAnchors([root.pem]), Date.now());
  return coversName(leaf, name) ? findings : [...findings, { kind: 'nameNotCovered', name }];
}

it.each(Object.entries(recipes))('OpenSSL and we agree on chains: %s', async (title, recipe) => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const sent = await Promise.all(rounds.map((round) => cook(recipe, round)));
  const place = Object.keys(recipes).indexOf(title) * ROUNDS;
  for (const [round, chain] of sent.entries()) {
    const error = await opensslError({ ...chain, roots: [chain.root] }, folder, place + round);
    const findings = ours(chain);
    const verdicts = { openssl: error === 0, ours: findings.length === 0 };
    const isStricter = stricter.has(title);
    expect(verdicts, `${title}: OpenSSL ${error}, we ${JSON.stringify(findings)}`).toEqual({
      openssl: isStricter ? true : verdicts.ours,
      ours: isStricter ? false : verdicts.openssl,
    });
  }
});

it.each([
  ['for code signing', 26],
  ['name that is not permitted', 47],
  ['excluded name', 48],
  ['path length that is exceeded', 25],
] as const)('the defect %s is what OpenSSL calls %i', async (title, code) => {
  const cooked = await cook(recipes[title] ?? {}, 1);
  expect(await opensslError({ ...cooked, roots: [cooked.root] }, folder, 100_000 + code)).toBe(code);
});
