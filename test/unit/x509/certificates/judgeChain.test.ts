import '#test/service/reflectMetadata.ts';
import { Extension, KeyUsageFlags } from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { issuerNotTrusted, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import { anyOf, createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
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

const ca = { basic: { isCa: true }, usage: KeyUsageFlags.keyCertSign } as const;
const dns = (value: string) => ({ type: 'dns', value }) as const;
const server: Craft = {
  subject: 'CN=shop.example',
  usage: KeyUsageFlags.digitalSignature,
  purposes: [serverAuth],
  names: [dns('shop.example')],
};
const root = await craft({ subject: 'CN=Root', ...ca }, null);
const between = await craft({ subject: 'CN=Between', ...ca }, root);
const leaf = await craft(server, between);
const now = Date.now();

function judged(chain: readonly Crafted[], at = now, anchors: readonly Crafted[] = [root]) {
  const [first = leaf, ...above] = chain;
  const trusted = createTrustAnchors(anchors.map(({ pem }) => pem));
  return judgeChain(
    first.certificate,
    above.map(({ certificate }) => certificate),
    trusted,
    at,
  );
}

const faultsOf = async (wishes: Partial<Craft>, issuer = between) =>
  judged([await craft({ ...server, ...wishes }, issuer), between]).faults;

/** Faults with a changed intermediate authority. */
const faultsUnder = async (
  wishes: Partial<Craft>,
  of: Partial<Craft> = {},
  above: readonly Crafted[] = [],
) => {
  const authority = await craft({ subject: 'CN=Odd', ...ca, ...wishes }, above[0] ?? root);
  return judged([await craft({ ...server, ...of }, authority), authority, ...above]).faults;
};

it('finds no fault in a valid chain', () => {
  expect(judged([leaf, between])).toMatchObject({ trust: null, faults: [] });
});

it('refuses a code-signing leaf outside the permitted names of its issuer, as OpenSSL does (26 and 47)', async () => {
  const wishes = { constraints: { permitted: [{ kind: 'dns', value: 'inside.example' }] } } as const;
  expect(await faultsUnder(wishes, { purposes: [codeSigning] })).toEqual([
    { kind: 'notForServers', subject: 'shop.example', isLeaf: true },
    { kind: 'nameNotPermitted', name: 'shop.example', subject: 'Odd' },
  ]);
});

describe('the end of a chain', () => {
  it('is the certificate of the path that expires first, before the leaf', async () => {
    expect(judged([await craft({ ...server, until: 60 }, between), between]).chainEnd).toBeNull();
    const ending = await craft({ subject: 'CN=Ending', ...ca, until: 3 }, root);
    const under = await craft({ ...server, until: 60 }, ending);
    const end = { at: ending.certificate.validToDate.getTime(), name: 'Ending' };
    expect(judged([under, ending]).chainEnd).toEqual(end);
    // Also once it has expired, and where nothing leads to a root.
    expect(judged([under, ending], now + 4 * DAY_MS).chainEnd).toEqual(end);
    expect(judged([under, ending], now, []).chainEnd).toEqual(end);
  });

  it('is not that of a cross-signed root that nothing here trusts: clients may have the root itself', async () => {
    const elsewhere = await craft({ subject: 'CN=Elsewhere', ...ca, until: 90 }, null);
    const crossed = await craft({ subject: 'CN=Root', ...ca, sameAs: root, until: 3 }, elsewhere);
    const above = await craft({ subject: 'CN=Above', ...ca, until: 90 }, root);
    const under = await craft({ ...server, until: 60 }, above);
    expect(judged([under, above, crossed], now, []).chainEnd).toBeNull();
    expect(judged([under, above, crossed], now, [elsewhere]).chainEnd).toMatchObject({ name: 'Root' });
  });

  it('can be the root', async () => {
    const old = await craft({ subject: 'CN=Old root', ...ca, until: 5 }, null);
    const under = await craft({ ...server, until: 60 }, old);
    expect(judged([under], now, [old]).chainEnd).toMatchObject({ name: 'Old root' });
  });

  it('does not matter where another path is usable longer', async () => {
    const short = await craft({ subject: 'CN=Renewed', ...ca, until: 3 }, root);
    const long = await craft({ subject: 'CN=Renewed', ...ca, until: 90, sameAs: short }, root);
    const under = await craft({ ...server, until: 60 }, short);
    for (const chain of [
      [under, short, long],
      [under, long, short],
    ])
      expect(judged(chain).chainEnd).toBeNull();
  });
});

describe('several stores', () => {
  const storeOf = (...roots: readonly Crafted[]) => createTrustAnchors(roots.map(({ pem }) => pem));
  const named = ({ pem, certificate }: Crafted) => ({ pem, subject: certificate.subject });

  it('are one: a root of any of them is trusted, as that of a new runtime on an old system', () => {
    const runtime = createNamedAnchors([named(root)]);
    for (const both of [anyOf([storeOf(), runtime]), anyOf([runtime, storeOf()])])
      expect(judgeChain(leaf.certificate, [between.certificate], both, now).trust).toBeNull();
  });

  it('may have a root of one name and key in two versions, of which one has expired', async () => {
    const expired = await craft({ subject: 'CN=Aged', ...ca, from: -400, until: -1 }, null);
    const renewed = await craft({ subject: 'CN=Aged', ...ca, sameAs: expired }, null);
    const under = await craft(server, expired);
    const stores = [storeOf(expired), createNamedAnchors([named(renewed)])];
    for (const both of [anyOf(stores), anyOf(stores.toReversed())])
      expect(judgeChain(under.certificate, [], both, now)).toMatchObject({ trust: null, faults: [] });
  });

  it('have to trust a self-signed placeholder themselves', async () => {
    const placeholder = await craft(server, null);
    const both = anyOf([storeOf(root), createNamedAnchors([named(between)])]);
    expect(judgeChain(placeholder.certificate, [], both, now).trust).toEqual({
      kind: 'notTrusted',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });
});

describe('the purpose', () => {
  const own = [{ kind: 'notForServers', subject: 'shop.example', isLeaf: true }];
  it.each([
    ['absent', null, []],
    ['for servers among others', [codeSigning, serverAuth], []],
    ['for another purpose', [codeSigning], own],
    ['only any purpose, which OpenSSL and Firefox refuse', [anyPurpose], own],
    ['any purpose beside that for servers', [anyPurpose, serverAuth], []],
  ] as const)('of a leaf may be: %s', async (_, purposes, faults) => {
    expect(await faultsOf({ purposes })).toEqual(faults);
  });

  it('of an authority restricts all certificates below it', async () => {
    expect(await faultsUnder({ purposes: [codeSigning] })).toEqual([
      { kind: 'notForServers', subject: 'Odd', isLeaf: false },
    ]);
    expect(await faultsUnder({ purposes: [serverAuth] })).toEqual([]);
  });

  it('requires a key that may sign, if there is a key usage', async () => {
    const mayNot = [{ kind: 'keyMayNotSign', subject: 'shop.example' }];
    expect(await faultsOf({ usage: KeyUsageFlags.keyEncipherment })).toEqual(mayNot);
    expect(await faultsOf({ usage: null })).toEqual([]);
  });
});

describe('an issuer', () => {
  const notOne = [{ kind: 'notAnAuthority', subject: 'Odd' }];
  it.each([
    ['no authority', { basic: { isCa: false } }, notOne],
    ['without basic constraints', { basic: null }, notOne],
    ['that may not sign certificates', { usage: KeyUsageFlags.digitalSignature }, notOne],
    ['without a key usage', { usage: null }, []],
  ] as const)('is judged: %s', async (_, wishes, faults) => {
    expect(await faultsUnder(wishes)).toEqual(faults);
  });

  it('has no more authorities below it than it allows, not counting self-issued ones', async () => {
    const narrow = await craft({ subject: 'CN=Narrow', ...ca, basic: { isCa: true, pathLength: 0 } }, root);
    const tooMany = [{ kind: 'pathTooLong', subject: 'Narrow' }];
    expect(await faultsUnder({}, {}, [narrow])).toEqual(tooMany);
    const rolled = await craft({ subject: 'CN=Narrow', ...ca }, narrow);
    const under = await craft(server, rolled);
    expect(judged([under, rolled, narrow]).faults).toEqual([]);
  });
});

describe('a certificate', () => {
  it.each([
    [{ until: -1 }, 'chainCertificateExpired'],
    [{ from: 1 }, 'chainCertificateNotYetValid'],
  ] as const)('above the leaf must be valid now: %o', async (wishes, kind) => {
    expect(await faultsUnder(wishes)).toMatchObject([{ kind, subject: 'Odd' }]);
  });

  it('that expired does not matter if there is another path', async () => {
    const old = await craft({ subject: 'CN=Between', ...ca, sameAs: between, until: -1 }, root);
    expect(judged([leaf, old, between]).faults).toEqual([]);
  });

  it('must not be signed with a broken digest, except for the root', async () => {
    const weak = await craft({ subject: 'CN=Weak', ...ca, algorithm: 'rsaSha1' }, null);
    const under = await craft(server, weak);
    expect(judged([under], now, [weak]).faults).toEqual([
      { kind: 'weakSignature', digest: 'SHA-1', subject: 'shop.example' },
    ]);
  });

  it('must have a key that is long enough', async () => {
    expect(await faultsOf({ algorithm: 'rsa1024' })).toEqual([
      { kind: 'weakKey', bits: 1024, subject: 'shop.example' },
    ]);
  });

  it('must not have a critical extension unknown to clients', async () => {
    const odd = (isCritical: boolean) =>
      new Extension('1.3.6.1.4.1.99999.1', isCritical, new Uint8Array([5, 0]));
    expect(await faultsOf({ extensions: [odd(false)] })).toEqual([]);
    expect(await faultsOf({ extensions: [odd(true)] })).toEqual([
      { kind: 'unknownCritical', oid: '1.3.6.1.4.1.99999.1', subject: 'shop.example' },
    ]);
  });

  it('is damaged if an extension is malformed or repeated', async () => {
    const broken = new Extension('2.5.29.37', false, new Uint8Array([0x30, 0x05, 0x06]));
    const twice = [0, 1].map(() => new Extension('2.5.29.31', false, new Uint8Array([0x30, 0])));
    for (const extensions of [[broken], twice])
      expect(await faultsOf({ purposes: null, extensions })).toEqual([
        { kind: 'malformed', subject: 'shop.example' },
      ]);
  });

  it('is damaged if its signature is not that of its named issuer', () => {
    const forged = { ...leaf, certificate: withBrokenSignature(leaf) };
    expect(judged([forged, between]).faults).toEqual([{ kind: 'signatureBroken', subject: 'shop.example' }]);
    const middle = { ...between, certificate: withBrokenSignature(between) };
    expect(judged([leaf, middle, root]).faults).toEqual([{ kind: 'signatureBroken', subject: 'Between' }]);
    expect(judged([forged, between, between, root]).faults).toHaveLength(1);
  });

  it('is not damaged if a local root has the same name as its issuer', async () => {
    const namesake = await craft({ subject: 'CN=Between', ...ca }, null);
    expect(judged([leaf], now, [namesake])).toMatchObject({
      trust: { kind: 'chainIncomplete', missingIssuer: 'Between' },
      faults: [],
    });
  });
});

describe('name constraints', () => {
  const permitted = (kind: 'dns' | 'email' | 'uri', value: string) => ({ permitted: [{ kind, value }] });
  const excluded = (kind: 'dns' | 'email' | 'uri', value: string) => ({ excluded: [{ kind, value }] });
  const ip = (...bytes: number[]) => ({ kind: 'ip', bytes }) as const;
  const refused = (name: string) => [{ kind: 'nameNotPermitted', name, subject: 'Odd' }];
  const names = (...given: NonNullable<Craft['names']>) => ({ names: given });
  const address = (value: string) => ({ type: 'ip', value }) as const;
  const email = (value: string) => ({ type: 'email', value }) as const;

  it.each([
    ['the very name', permitted('dns', 'shop.example'), names(dns('SHOP.example')), []],
    ['a name below', permitted('dns', 'example'), names(dns('a.b.example')), []],
    [
      'no label boundary',
      permitted('dns', 'op.example'),
      names(dns('shop.example')),
      refused('shop.example'),
    ],
    ['a leading dot', permitted('dns', '.example'), names(dns('shop.example')), []],
    [
      'a leading dot, not itself',
      permitted('dns', '.shop.example'),
      names(dns('shop.example')),
      refused('shop.example'),
    ],
    [
      'one of several names',
      permitted('dns', 'example'),
      names(dns('a.example'), dns('b.test')),
      refused('b.test'),
    ],
    [
      'an excluded name',
      excluded('dns', 'shop.example'),
      names(dns('www.shop.example')),
      refused('www.shop.example'),
    ],
    ['a name other than the excluded one', excluded('dns', 'other.example'), names(dns('shop.example')), []],
    ['all excluded', excluded('dns', ''), names(dns('shop.example')), refused('shop.example')],
    ['a wildcard within', permitted('dns', 'example'), names(dns('*.shop.example')), []],
    [
      'a wildcard wider than the permitted name',
      permitted('dns', 'www.shop.example'),
      names(dns('*.shop.example')),
      refused('*.shop.example'),
    ],
    [
      'a wildcard that matches an excluded name',
      excluded('dns', 'www.shop.example'),
      names(dns('*.shop.example')),
      refused('*.shop.example'),
    ],
    [
      'a wildcard that matches no excluded name',
      excluded('dns', 'a.www.shop.example'),
      names(dns('*.shop.example')),
      [],
    ],
    ['names of another kind', permitted('dns', 'inside.example'), names(address('192.0.2.7')), []],
    [
      'an address within',
      { permitted: [ip(192, 0, 2, 0, 255, 255, 255, 0)] },
      names(address('192.0.2.7')),
      [],
    ],
    [
      'an address outside',
      { permitted: [ip(192, 0, 2, 0, 255, 255, 255, 0)] },
      names(address('192.0.3.7')),
      refused('192.0.3.7'),
    ],
    [
      'an excluded address',
      { excluded: [ip(192, 0, 2, 0, 255, 255, 255, 0)] },
      names(address('192.0.2.7')),
      refused('192.0.2.7'),
    ],
    [
      'an address of the other family',
      { permitted: [ip(192, 0, 2, 0, 255, 255, 255, 0)] },
      names(address('2001:db8::7')),
      refused('2001:db8::7'),
    ],
    [
      'mail of a host',
      permitted('email', 'shop.example'),
      names(dns('x.test'), email('me@shop.example')),
      [],
    ],
    [
      'mail of another host',
      permitted('email', 'shop.example'),
      names(email('me@www.shop.example')),
      refused('me@www.shop.example'),
    ],
    ['mail below a domain', permitted('email', '.shop.example'), names(email('me@www.shop.example')), []],
    [
      'one mailbox',
      permitted('email', 'me@shop.example'),
      names(email('you@shop.example')),
      refused('you@shop.example'),
    ],
    [
      'a host of a URI',
      permitted('uri', '.example'),
      names({ type: 'url', value: 'https://shop.example/x' }),
      [],
    ],
    [
      'another host of a URI',
      permitted('uri', '.test'),
      names({ type: 'url', value: 'https://shop.example/x' }),
      refused('https://shop.example/x'),
    ],
  ] as const)('%s', async (_, constraints, given, faults) => {
    expect(await faultsUnder({ constraints }, given)).toEqual(faults);
  });

  it('of a directory apply to the subject, also of intermediate authorities', async () => {
    const attribute = (oid: readonly number[], text: string) =>
      tlv(0x31, tlv(0x30, tlv(0x06, Buffer.from(oid)), tlv(0x0c, Buffer.from(text))));
    const acme = tlv(0x30, attribute([0x55, 4, 10], 'Acme  Ltd'));
    const constraints = { permitted: [{ kind: 'directory', der: acme }] } as const;
    const top = await craft({ subject: 'O=Acme Ltd, CN=Odd', ...ca, constraints }, root);
    const within = { subject: 'O=ACME Ltd, CN=shop.example' };
    expect(judged([await craft({ ...server, ...within }, top), top]).faults).toEqual([]);
    const middle = await craft({ subject: 'O=Other, CN=Middle', ...ca }, top);
    expect(judged([await craft({ ...server, ...within }, middle), middle, top]).faults).toEqual([
      { kind: 'nameNotPermitted', name: 'middle, other', subject: 'Odd' },
    ]);
  });

  it('with bounds, which RFC 5280 does not allow, are damage', async () => {
    const bounded = tlv(
      0x30,
      tlv(0xa0, tlv(0x30, tlv(0x82, Buffer.from('example')), tlv(0x80, Buffer.from([1])))),
    );
    const extensions = [new Extension('2.5.29.30', true, new Uint8Array(bounded))];
    expect(await faultsUnder({ extensions })).toEqual([{ kind: 'malformed', subject: 'Odd' }]);
  });

  it('of the root itself apply', async () => {
    const bound = await craft(
      { subject: 'CN=Bound', ...ca, extensions: [nameConstraints(excluded('dns', 'example'))] },
      null,
    );
    expect(judged([await craft(server, bound)], now, [bound]).faults).toEqual([
      { kind: 'nameNotPermitted', name: 'shop.example', subject: 'Bound' },
    ]);
  });
});

describe('the cost', () => {
  it('stays bounded with a hundred authorities with the same name', async () => {
    const tops = await Promise.all(
      Array.from({ length: 100 }, () => craft({ subject: 'CN=Same', ...ca, sameAs: between }, root)),
    );
    const signed = await craft(server, await craft({ subject: 'CN=Same', ...ca }, null));
    let looks = 0;
    const anchors = {
      anchorsOf: () => {
        looks += 1;
        return [];
      },
    };
    judgeChain(
      signed.certificate,
      tops.map(({ certificate }) => certificate),
      anchors,
      now,
    );
    expect(looks).toBeLessThan(300);
  });

  it('stays bounded with authorities that issued one another, and reports that clients give up', async () => {
    const members = await Promise.all(
      Array.from({ length: 12 }, (_, place) => craft({ subject: `CN=Tangle ${place}`, ...ca }, null)),
    );
    const tangle = await Promise.all(
      members.flatMap((one) =>
        members.map((other) => craft({ subject: one.subject, ...ca, sameAs: one }, other)),
      ),
    );
    const caught = await craft(server, members[0] ?? root);
    const { trust, faults } = judged([caught, ...tangle]);
    expect(trust).not.toBeNull();
    expect(faults.map(({ kind }) => kind)).toContain('chainTooComplex');
  });

  it('stays bounded with too many names for too many constraints', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, place) => `x${place}.example`);
    const constraints = {
      excluded: many(600).map((value) => ({ kind: 'dns', value: `no.${value}` }) as const),
    };
    expect(await faultsUnder({ constraints }, { names: many(600).map(dns) })).toEqual([
      { kind: 'chainTooComplex' },
    ]);
  });
});

it('returns how long the result is valid', () => {
  const { from, until } = judged([leaf, between]);
  expect(until).toBeGreaterThan(now + 299 * DAY_MS);
  expect(from).toBeLessThan(now);
});

const dated = await craft({ ...server, until: 90 }, between);

describe('the best path', () => {
  const endOf = (one: Crafted) => one.certificate.validToDate.getTime();

  it('is usable until the first of its certificates expires', async () => {
    const short = await craft({ subject: 'CN=Short', ...ca, until: 3 }, root);
    const under = await craft(server, short);
    expect(judged([under, short]).usable.notAfter).toBe(endOf(short));
    expect(judged([dated, between]).usable.notAfter).toBe(endOf(dated));
  });

  it('is the one that is usable longest, in any order', async () => {
    const short = await craft({ subject: 'CN=Between', ...ca, sameAs: between, until: 3 }, root);
    for (const above of [
      [short, between],
      [between, short],
    ]) {
      const { path, usable } = judged([dated, ...above]);
      expect(usable.notAfter).toBe(endOf(dated));
      expect(path.map(({ fingerprint256 }) => fingerprint256)).toEqual(
        [dated, between, root].map(({ certificate }) => certificate.fingerprint256),
      );
    }
  });

  it('is not spoilt by an expired, missing or unknown root at the end of another', async () => {
    const expired = await craft({ subject: 'CN=Expired', ...ca, until: -1 }, null);
    const dropped = await craft({ subject: 'CN=Dropped', ...ca }, null);
    const crossed = await Promise.all(
      [expired, dropped].map((issuer) => craft({ subject: 'CN=Root', ...ca, sameAs: root }, issuer)),
    );
    const sent = [dated, between, ...crossed, dropped];
    expect(judged(sent, now, [expired, root])).toMatchObject({ trust: null, faults: [] });
    expect(judged(sent, now, [expired])).toMatchObject({
      trust: null,
      faults: [{ kind: 'chainCertificateExpired', subject: 'Expired' }],
    });
    expect(judged(sent, now, []).trust).not.toBeNull();
  });

  it('is found among many certificates of the same authorities', async () => {
    const others = await Promise.all(
      ['Root', 'Other', 'Root', 'Other'].map(async (name, place) =>
        craft(
          { subject: `CN=${name}`, ...ca, until: 100 + place, ...(name === 'Root' ? { sameAs: root } : {}) },
          null,
        ),
      ),
    );
    const crossed = await craft({ subject: 'CN=Root', ...ca, sameAs: root, until: 5 }, others[1] ?? root);
    const wrong = await craft({ subject: 'CN=Between', ...ca, sameAs: between, until: 2 }, root);
    const { trust, usable } = judged([dated, crossed, ...others, wrong, between]);
    expect({ trust, end: usable.notAfter }).toEqual({ trust: null, end: endOf(dated) });
  });

  it('of an untrusted chain ends at the issuer that is missing or not trusted', () => {
    const missing = (...given: Parameters<typeof judged>) => issuerNotTrusted(judged(...given));
    expect(missing([dated, between])).toBeNull();
    expect(missing([dated])).toBe('Between');
    expect(missing([dated, between], now, [])).toBe('Root');
    expect(missing([dated, between, root], now, [])).toBe('Root');
  });
});
