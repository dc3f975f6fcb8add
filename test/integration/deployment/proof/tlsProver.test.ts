// The polyfill must be loaded before the certificate library.
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import '#test/service/reflectMetadata.ts';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Extension } from '@peculiar/x509';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pemMaterialOf, planFile, profileOf } from '#main/deployment/export/presetFiles.ts';
import type { ProofFile, ProofRequest } from '#main/deployment/proof/prover.ts';
import { handshake, proveByTls } from '#main/deployment/proof/tlsProver.ts';
import { type BundlePem, buildBundle } from '#main/x509/certificates/bundle.ts';
import type { JudgeOptions } from '#main/x509/certificates/judgeMaterial.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { buildPkcs12 } from '#main/x509/pkcs12/buildPkcs12.ts';
import { encryptKey } from '#main/x509/pkcs12/encryptedKey.ts';
import { browsers } from '#shared/domain/clientRules.ts';
import { speaksAgainstFiles } from '#shared/domain/exportProof.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type KeyKind, KeyPool, keyKinds, privateKeyPem } from '#test/service/keyPool.ts';
import { type Craft, craft, serverAuth } from '#test/support/craftedChains.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

const day = 86_400_000;
const passphrase = 'geheim: süß 42!';
const keys = new KeyPool();
let authority: CertificateAuthority;

beforeAll(async () => {
  authority = await CertificateAuthority.create(Date.now());
});

/** By default the only trusted root is that of the authority. */
function judgedBy(...roots: readonly string[]): JudgeOptions {
  return { now: Date.now(), anchors: createTrustAnchors(roots.length > 0 ? roots : [authority.rootPem]) };
}

interface LeafOptions {
  readonly kind?: KeyKind;
  readonly names?: [string, ...string[]];
  readonly issuer?: 'rsa' | 'ecdsa';
  readonly from?: number;
  readonly until?: number;
}

/** The canonical parts of a fresh order, without the root. */
async function pemOf(options: LeafOptions = {}): Promise<BundlePem> {
  const { kind = 'p256', names = ['shop.example'], issuer = 'ecdsa', from = -day, until = day } = options;
  const pair = await keys.fresh(kind);
  const { leafPem, chainPem } = await authority.issueLeaf({
    names,
    publicKey: pair.publicKey,
    issuer,
    notBefore: new Date(Date.now() + from),
    notAfter: new Date(Date.now() + until),
  });
  const none = { certificateServer: null, certificateChain: null, notAfter: null, name: null };
  const key = privateKeyPem(pair, 'pkcs8');
  const material: CertificateMaterial = { ...none, certificate: leafPem + chainPem, key };
  const bundle = buildBundle(material, judgedBy());
  if (!bundle.ok) throw new Error(bundle.error.kind);
  return bundle.value.pem;
}

async function fileOf(file: PresetFile, pem: BundlePem): Promise<ProofFile> {
  const { format, parts } = file;
  const profile = profileOf(file);
  if (format === 'pkcs8') {
    const encrypted = await encryptKey(pem.key ?? '', passphrase);
    if (!encrypted.ok) throw new Error(encrypted.error.kind);
    return { format, parts, content: encrypted.value };
  }
  if (profile === null)
    return { format, parts, content: planFile(file, 'f', pem, '').content ?? new Uint8Array() };
  const material = pemMaterialOf(file, pem);
  const built = await buildPkcs12({ ...material, friendlyName: 'Shop', passphrase, profile });
  if (!built.ok) throw new Error(built.error.kind);
  return { format, parts, content: built.value };
}

async function requestOf(pem: BundlePem, presetId = 'pem'): Promise<ProofRequest> {
  const preset = builtinPresets.find(({ id }) => id === presetId);
  const files = await Promise.all((preset?.files ?? []).map((file) => fileOf(file, pem)));
  const material = { leaf: pem.leaf, chain: pem.chain, root: pem.root };
  return { files, passphrase, material, judgedBy: judgedBy() };
}

function prove(request: ProofRequest, signal = new AbortController().signal) {
  return proveByTls(request, signal);
}

/** The same files with the content of one kind of them changed. */
function withChanged(
  request: ProofRequest,
  part: 'key' | 'leaf',
  change: (text: string) => string,
): ProofRequest {
  const files = request.files.map((file) =>
    file.parts.includes(part) ? { ...file, content: Buffer.from(change(`${file.content}`)) } : file,
  );
  return { ...request, files };
}

function fileIn(format: PresetFile['format'], ...parts: PresetFile['parts']): PresetFile {
  return { name: 'f', format, parts, mode: '600', lineEnds: 'lf' };
}

/** Complete sets of files that are neither PEM nor PKCS#12 alone. */
const otherFormats: readonly (readonly PresetFile[])[] = [
  [fileIn('pkcs8', 'key'), fileIn('pem', 'leaf', 'chain')],
  [fileIn('der', 'key'), fileIn('der', 'leaf'), fileIn('pem', 'chain')],
  [fileIn('pem', 'key'), fileIn('pkcs7', 'leaf', 'chain')],
  [fileIn('kubernetes', 'key', 'leaf', 'chain')],
];

const proven = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' };

/** Browsers refuse Ed25519 keys, which says nothing about the files. */
const provenWith = (kind: KeyKind) =>
  kind === 'ed25519'
    ? {
        ...{ kind: 'notProven', reason: 'clients', code: '' },
        refusals: [{ kind: 'keyNotAccepted', clients: browsers, key: 'Ed25519' }],
      }
    : proven;

describe('valid files are verified', () => {
  test.each(keyKinds)('with a key of kind %s, as PEM, in one file, and as PKCS#12', async (kind) => {
    const pem = await pemOf({ kind });
    for (const presetId of ['pem', 'haproxy', 'apache', 'tomcat']) {
      expect(await prove(await requestOf(pem, presetId)), presetId).toEqual(provenWith(kind));
    }
  });

  test.each(builtinPresets.map(({ id }) => id))(
    'of the preset %s, under an RSA authority',
    async (presetId) => {
      const pem = await pemOf({ kind: 'rsa2048', issuer: 'rsa' });
      expect(await prove(await requestOf(pem, presetId))).toEqual(proven);
    },
  );

  test.each([
    ['*.shop.example', 'www.shop.example'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('for %s by connecting as %s', async (name, servername) => {
    const proof = await prove(await requestOf(await pemOf({ names: [name] })));
    expect(proof).toEqual({ ...proven, servername });
  });

  test.each(keyKinds)('with a key of kind %s, in every other format', async (kind) => {
    const pem = await pemOf({ kind });
    const { files: _, ...request } = await requestOf(pem);
    for (const formats of [...otherFormats, otherFormats.flat()]) {
      const files = await Promise.all(formats.map((file) => fileOf(file, pem)));
      const before = files.map(({ content }) => Buffer.from(content));
      expect(await prove({ ...request, files }), JSON.stringify(formats)).toEqual(provenWith(kind));
      expect(files.map(({ content }) => Buffer.from(content))).toEqual(before);
    }
  });

  test('with a trusted intermediate, and for a self-signed leaf that is trusted', async () => {
    const request = await requestOf(await pemOf());
    const [intermediate = ''] = request.material.chain;
    expect(await prove({ ...request, judgedBy: judgedBy(intermediate) })).toEqual(proven);
    const own = await selfSigned('shop.example', false, ['shop.example']);
    const pem = { key: own.keyPem, leaf: own.pem, chain: [], root: null };
    const alone = await requestOf(pem, 'haproxy');
    expect(await prove({ ...alone, judgedBy: judgedBy(own.pem) })).toEqual(proven);
    expect(await prove(alone)).toEqual({
      ...{ kind: 'notProven', reason: 'noRoot', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });
});

describe('invalid files are not verified', () => {
  test('in every other format, with another key, and damaged', async () => {
    const pem = await pemOf();
    const { key } = await pemOf();
    const { files: _, ...request } = await requestOf(pem);
    for (const formats of otherFormats) {
      const withOther = await Promise.all(formats.map((file) => fileOf(file, { ...pem, key })));
      expect(await prove({ ...request, files: withOther })).toMatchObject({
        kind: 'notProven',
        reason: 'refused',
      });
      const cut = withOther.map((file) => ({ ...file, content: file.content.subarray(0, 40) }));
      expect(await prove({ ...request, files: cut })).toMatchObject({ kind: 'notProven', reason: 'refused' });
      const right = await Promise.all(formats.map((file) => fileOf(file, pem)));
      const isEncrypted = formats.some(({ format }) => format === 'pkcs8');
      const wrong = await prove({ ...request, files: right, passphrase: 'another' });
      expect(wrong).toMatchObject(isEncrypted ? { kind: 'notProven', reason: 'refused' } : proven);
    }
  });

  test('with the key of another order', async () => {
    const request = await requestOf(await pemOf());
    const other = await pemOf();
    const proof = await prove(withChanged(request, 'key', () => other.key ?? ''));
    expect(proof).toMatchObject({ kind: 'notProven', reason: 'refused' });
  });

  test.each(['key', 'leaf'] as const)('with a damaged or empty file of the %s', async (part) => {
    const request = await requestOf(await pemOf());
    const changes = [
      () => '',
      (text: string) => text.slice(0, -60),
      (text: string) => text.replace(/M/u, '!'),
    ];
    for (const change of changes) {
      expect(await prove(withChanged(request, part, change))).toMatchObject({
        kind: 'notProven',
        reason: 'refused',
      });
    }
  });

  test('with all files of another order', async () => {
    const request = await requestOf(await pemOf());
    const { files } = await requestOf(await pemOf());
    expect(await prove({ ...request, files })).toEqual({ kind: 'notProven', reason: 'otherLeaf', code: '' });
  });

  test('with the chain before the leaf', async () => {
    const pem = await pemOf();
    const request = await requestOf(pem, 'haproxy');
    const proof = await prove(
      withChanged(request, 'leaf', () => `${pem.chain.join('')}${pem.leaf}${pem.key}`),
    );
    expect(proof).toMatchObject({ kind: 'notProven', reason: 'refused' });
  });

  test('without the intermediate', async () => {
    const pem = await pemOf();
    const request = await requestOf(pem, 'haproxy');
    const proof = await prove(withChanged(request, 'leaf', () => `${pem.leaf}${pem.key}`));
    expect(proof).toMatchObject({ kind: 'notProven', reason: 'chain' });
  });

  test('with a root that nothing trusts, also if the material brings it', async () => {
    const pem = await pemOf();
    const { rootPem } = await CertificateAuthority.create(Date.now());
    const noRoot = { kind: 'notProven', reason: 'noRoot', code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' };
    for (const root of [null, authority.rootPem]) {
      const request = await requestOf({ ...pem, root });
      expect(await prove({ ...request, judgedBy: judgedBy(rootPem) })).toEqual(noRoot);
    }
  });

  test('and what speaks against them is said first, under an unknown root too', async () => {
    const { rootPem } = await CertificateAuthority.create(Date.now());
    const by = { judgedBy: judgedBy(rootPem) };
    const expired = await requestOf(await pemOf({ from: -3 * day, until: -day }));
    expect(await prove({ ...expired, ...by })).toMatchObject({ reason: 'expired' });
    const early = await requestOf(await pemOf({ from: day, until: 3 * day }));
    expect(await prove({ ...early, ...by })).toMatchObject({ reason: 'notYetValid' });
    const pem = await pemOf();
    const request = await requestOf(pem, 'haproxy');
    const chainless = withChanged(request, 'leaf', () => `${pem.leaf}${pem.key}`);
    expect(await prove({ ...chainless, ...by })).toMatchObject({ reason: 'chain' });
    const other = await pemOf();
    const mixed = withChanged(request, 'leaf', () => `${pem.leaf}${pem.chain.join('')}${other.key}`);
    expect(await prove({ ...mixed, ...by })).toMatchObject({ reason: 'refused' });
  });

  test('if their certificate has a fault that the user has reviewed, but nothing speaks against the files', async () => {
    const server = { subject: 'CN=shop.example', names: [{ type: 'dns', value: 'shop.example' }] } as const;
    const weak = await craft({ subject: 'CN=Old', basic: { isCa: true }, algorithm: 'rsaSha1' }, null);
    const leaf = await craft({ ...server, purposes: [serverAuth], algorithm: 'p256' }, weak);
    const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', leaf.keys.privateKey)).toString('base64');
    const keyPem = `-----BEGIN PRIVATE KEY-----\n${key.match(/.{1,64}/gu)?.join('\n')}\n-----END PRIVATE KEY-----\n`;
    const pem = { key: keyPem, leaf: leaf.pem, chain: [], root: null };
    const request = await requestOf(pem, 'haproxy');
    const proof = await prove({ ...request, judgedBy: judgedBy(weak.pem) });
    expect(proof).toEqual({ kind: 'notProven', reason: 'clients', code: '' });
    expect(speaksAgainstFiles(proof)).toBe(false);
  });

  test('if clients refuse their certificate, which the proof names; a required staple is said', async () => {
    const server = { subject: 'CN=shop.example', names: [{ type: 'dns', value: 'shop.example' }] } as const;
    const staple = new Extension('1.3.6.1.5.5.7.1.24', false, Uint8Array.of(0x30, 3, 2, 1, 5));
    const root = await craft({ subject: 'CN=Own', basic: { isCa: true } }, null);
    const proofOf = async (change: Partial<Craft>) => {
      const leaf = await craft({ ...server, purposes: [serverAuth], ...change }, root);
      const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', leaf.keys.privateKey));
      const keyPem = `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
      const request = await requestOf({ key: keyPem, leaf: leaf.pem, chain: [], root: null }, 'haproxy');
      return await prove({ ...request, judgedBy: judgedBy(root.pem) });
    };
    const safari = { clients: ['Safari'] };
    const proof = await proofOf({ purposes: null, until: 900 });
    expect(proof).toEqual({
      ...{ kind: 'notProven', reason: 'clients', code: '' },
      refusals: [
        { kind: 'livesTooLong', ...safari, limit: 825 },
        { kind: 'purposeMissing', ...safari },
      ],
    });
    expect(speaksAgainstFiles(proof)).toBe(false);
    expect(await proofOf({ extensions: [staple] })).toEqual({ ...proven, mustStaple: true });
    expect(await proofOf({})).toEqual(proven);
  });

  test('with another passphrase, or a damaged PKCS#12 file', async () => {
    const request = await requestOf(await pemOf(), 'tomcat');
    const refused = { kind: 'notProven', reason: 'refused' };
    expect(await prove({ ...request, passphrase: 'another one' })).toMatchObject(refused);
    const files = request.files.map((file) => ({ ...file, content: file.content.subarray(0, 200) }));
    expect(await prove({ ...request, files })).toMatchObject(refused);
  });

  test('after they expire, or before they are valid', async () => {
    const expired = await requestOf(await pemOf({ from: -3 * day, until: -day }));
    expect(await prove(expired)).toEqual({ kind: 'notProven', reason: 'expired', code: 'CERT_HAS_EXPIRED' });
    const early = await requestOf(await pemOf({ from: day, until: 3 * day }));
    expect(await prove(early)).toEqual({
      kind: 'notProven',
      reason: 'notYetValid',
      code: 'CERT_NOT_YET_VALID',
    });
  });

  test('without a name that a client can connect to', async () => {
    const own = await selfSigned('Shop', false);
    const pem = { key: own.keyPem, leaf: own.pem, chain: [], root: null };
    const request = await requestOf(pem, 'haproxy');
    expect(await prove({ ...request, judgedBy: judgedBy(own.pem) })).toEqual({
      ...{ kind: 'notProven', reason: 'noName', code: '' },
    });
    const other = await selfSigned('Shop', false);
    const proof = await prove(withChanged(request, 'key', () => own.pem + other.keyPem));
    expect(proof).toMatchObject({ kind: 'notProven', reason: 'refused' });
  });
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
}

describe('the attempt', () => {
  test('is not made without a key, or without a leaf', async () => {
    const request = await requestOf(await pemOf());
    const without = (part: 'key' | 'leaf') => request.files.filter(({ parts }) => !parts.includes(part));
    expect(await prove({ ...request, files: without('key') })).toEqual({ kind: 'notTried', reason: 'noKey' });
    expect(await prove({ ...request, files: without('leaf') })).toEqual({
      kind: 'notTried',
      reason: 'noLeaf',
    });
  });

  test('ends at once when it is cancelled before or during it', async () => {
    const request = await requestOf(await pemOf());
    const cancelled = { kind: 'notTried', reason: 'cancelled' };
    expect(await prove(request, AbortSignal.abort())).toEqual(cancelled);
    const abort = new AbortController();
    const proof = prove(request, abort.signal);
    abort.abort();
    expect(await proof).toEqual(cancelled);
  });

  test('has a time limit', async () => {
    const { key, leaf, chain } = await pemOf({ kind: 'rsa4096' });
    const serving = { key: Buffer.from(key ?? ''), cert: Buffer.from(leaf + chain.join('')) };
    const { signal } = new AbortController();
    const options = { serving, servername: 'shop.example', signal };
    expect(await handshake({ ...options, timeoutMs: 1 })).toEqual({
      kind: 'failed',
      reason: 'timeout',
      code: '',
    });
    expect(await handshake({ ...options, timeoutMs: 5_000 })).toMatchObject({ kind: 'connected' });
  });

  test('listens on loopback only, and closes everything even with other clients connected', async () => {
    const request = await requestOf(await pemOf());
    const seen: string[] = [];
    const strangers: Socket[] = [];
    const listen = createServer().constructor.prototype as Server;
    const spy = listen.listen;
    const before = openSockets();
    listen.listen = function (this: Server, ...args: unknown[]) {
      this.once('listening', () => {
        seen.push(JSON.stringify(this.address()));
        const { port } = this.address() as AddressInfo;
        // Another program, which sends nothing and stays connected.
        strangers.push(connect(port, '127.0.0.1').on('error', () => {}));
      });
      return Reflect.apply(spy, this, args);
    } as typeof spy;
    onTestFinished(() => {
      listen.listen = spy;
    });
    expect(await prove(request)).toEqual(proven);
    for (const stranger of strangers) stranger.destroy();
    expect(seen.length).toBe(2);
    for (const address of seen) expect(address).toContain('"address":"127.0.0.1"');
    // Closed handles are released in the next turns of the event loop.
    await expect.poll(openSockets).toBe(before);
  });
});
