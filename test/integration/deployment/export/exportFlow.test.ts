import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import type { ExportRequest } from '#main/deployment/export/exportPorts.ts';
import { ExportService } from '#main/deployment/export/exportService.ts';
import { proveByTls } from '#main/deployment/proof/tlsProver.ts';
import { createOpenApiClient } from '#main/orders/api/openApiClient.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import type { ExportItemView, ExportJobView } from '#shared/domain/export.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { ok } from '#shared/result.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { pullSource, ridOf, unfetchedOrder } from '#test/support/orderRows.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';
import { destinationOn, remember, zipOn } from '#test/unit/deployment/export/hiddenMemory.ts';
import { linkFiles } from '#test/unit/deployment/export/olderLinks.ts';

const files = ['cert.pem', 'chain.pem', 'fullchain.pem', 'privkey.pem'];
const folders = { shop: 'shop.example', wild: 'wildcard.example.com', idn: 'bucher.example' };
const servernames = { shop: 'shop.example', wild: 'www.example.com', idn: 'xn--bcher-kva.example' };
const rids = Object.keys(folders) as (keyof typeof folders)[];

let service: ReferenceService;

beforeAll(async () => {
  service = await startReferenceService({ tls: true, orders: 0, shape: 'flat' });
  await service.addOrder({ rid: 'shop', domains: ['shop.example', 'www.shop.example'], keyKind: 'p256' });
  await service.addOrder({ rid: 'wild', domains: ['*.example.com'], keyKind: 'rsa2048' });
  await service.addOrder({ rid: 'idn', domains: ['xn--bcher-kva.example'], keyKind: 'p384' });
});

afterAll(() => service.close());
beforeEach(() => service.clearFaults());

function rowOf(rid: keyof typeof folders): OrderRow {
  const aliases = { shop: 'shop.example', wild: '*.example.com', idn: 'Bücher.example' };
  const { fingerprint256 } = service.order(rid);
  return unfetchedOrder(`id-${rid}`, { source: pullSource(rid), alias: aliases[rid], fingerprint256 });
}

/** The export service with the real client, checks and file system; only the dialog is fake. */
function setUp(container: 'folder' | 'zip') {
  const root = mkdtempSync(join(tmpdir(), 'flow-'));
  const target = container === 'zip' ? join(root, 'certificates.zip') : root;
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const judgedBy = () => ({ now: Date.now(), anchors: createTrustAnchors([service.caPem]) });
  const client = createOpenApiClient({
    baseUrl: service.baseUrl,
    extraCaPem: service.caPem,
    systemCas: async () => [],
    proxyResolver: { resolveProxy: async () => 'DIRECT' },
    userAgent: 'NotAfter test',
  });
  const rows = new Map(rids.map((rid) => [`id-${rid}`, rowOf(rid)]));
  const renewed: string[] = [];
  const written: WrittenBundle[] = [];
  let ids = 0;
  const exports = new ExportService({
    dialogs: { chooseFolder: async () => target, chooseZipFile: async () => target },
    known: { target: () => null, own: async () => null, held: async () => null },
    planned: { prepare: async () => expect.fail('nothing is planned') },
    confirmReplacing: async () => expect.fail('the folder was chosen'),
    confirmPlace: async () => expect.fail('no place is warned of'),
    orders: {
      get: (id) => rows.get(id) ?? null,
      onFetched: (id) => renewed.push(id),
      onKeyExported: () => expect.fail('no key came by a delivery'),
    },
    neighbours: () => ({ orders: [], copies: [] }),
    source: {
      material: (order, _deliveryId, options) => client.latest(ridOf(order), service.token, options),
    },
    presets: {
      find: (id) => builtinPresets.find((preset) => preset.id === id) ?? null,
    },
    prover: proveByTls,
    guards: async () => [],
    judgedBy,
    buildBundle: (fetched) => buildBundle(fetched, judgedBy()),
    review: () => ({ findings: [], isValidNow: true, isChainAccepted: false }),
    folderDestination: (folder) => destinationOn(folder),
    zipDestination: (file) => zipOn(file),
    writeQueue: new SerialQueue(),
    registerHeld: () => ({ copyIds: [], stored: ok(null) }),
    intend: () =>
      ok((bundles) => {
        written.push(...bundles);
        return { copyIds: bundles.map(({ orderId }) => orderId), stored: ok(null) };
      }),
    onFinished: () => undefined,
    scheduler: systemScheduler,
    showInFolder: () => {},
    newId: () => {
      ids += 1;
      return `job-${ids}`;
    },
  });
  onTestFinished(async () => {
    exports.dispose();
    await client.dispose();
    rmSync(root, { recursive: true });
    rmSync(home, { recursive: true });
  });
  const view = (): ExportJobView => {
    const present = exports.view();
    if (present === null) throw new Error('There is no job');
    return present;
  };
  return {
    root,
    target,
    renewed,
    written,
    exports,
    view,
    item(rid: string): ExportItemView {
      const found = view().items.find(({ orderId }) => orderId === `id-${rid}`);
      if (found === undefined) throw new Error(`${rid} is not exported`);
      return found;
    },
    async review(fields: Partial<ExportRequest> = {}): Promise<string> {
      const orderIds = rids.map((rid) => `id-${rid}`);
      const started = await exports.start({
        orderIds,
        presetId: 'pem',
        parts: null,
        container,
        into: null,
        review: 'always',
        deliveryId: null,
        ...fields,
      });
      if (!started.ok || started.value === null) throw new Error('The export did not start');
      await exports.settled();
      return started.value;
    },
    async confirm(jobId: string, conflicts: 'replace' | 'keep' = 'replace'): Promise<void> {
      expect(await exports.confirm(jobId, conflicts)).toEqual({ ok: true, value: null });
      await exports.settled();
    },
  };
}

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Checks the four files with OpenSSL if it is installed. */
function expectUsable(folder: string): void {
  const path = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(path(name), 'utf8');
  expect(text('fullchain.pem')).toBe(text('cert.pem') + text('chain.pem'));
  const leaf = new X509Certificate(text('cert.pem'));
  const issuer = new X509Certificate(text('chain.pem'));
  expect(leaf.checkPrivateKey(createPrivateKey(text('privkey.pem')))).toBe(true);
  expect(leaf.verify(issuer.publicKey)).toBe(true);
  expect(issuer.verify(new X509Certificate(service.caPem).publicKey)).toBe(true);
  const ca = join(folder, '..', 'ca.pem');
  writeFileSync(ca, service.caPem);
  const verified = openssl('verify', '-CAfile', ca, '-untrusted', path('chain.pem'), path('cert.pem'));
  rmSync(ca);
  expect(verified.trim()).toBe(`${path('cert.pem')}: OK`);
  const ofKey = openssl('pkey', '-in', path('privkey.pem'), '-pubout');
  expect(openssl('x509', '-in', path('cert.pem'), '-noout', '-pubkey')).toBe(ofKey);
  expect(openssl('x509', '-in', path('fullchain.pem'), '-noout', '-pubkey')).toBe(ofKey);
}

describe('an export into a folder', () => {
  test(
    'over links of an older version is verified, and its previous files can be restored',
    needsPosix,
    async () => {
      const harness = setUp('folder');
      const folder = join(harness.root, folders.shop);
      const previous: (string | null)[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        await harness.confirm(await harness.review({ orderIds: ['id-shop'] }));
        expect(harness.item('shop')).toMatchObject({ state: 'written', proof: { kind: 'proven' } });
        expectUsable(folder);
        previous.push(harness.written.at(-1)?.previous ?? null);
        if (turn === 0) remember(harness.root, [linkFiles(folder, files)]);
      }
      expect(readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isSymbolicLink())).toEqual(
        [],
      );
      expect(previous).toEqual([null, expect.stringMatching(/\.generation$/)]);
      const [, bundle] = harness.written;
      if (bundle?.previous == null) throw new Error('Nothing was kept');
      const names = bundle.files.map(({ name }) => name);
      const request = { ...bundle, names, previous: bundle.previous, mayReplace: async () => true };
      const done = await harness.exports.restore(request);
      expect(done).toMatchObject({
        value: { kind: 'written', previous: expect.not.stringMatching(bundle.previous) },
      });
      expectUsable(folder);
      if (!done.ok || done.value.kind !== 'written') return;
      const digests = (files: readonly { readonly name: string; readonly sha256: string }[]) =>
        files.map(({ name, sha256 }) => `${name} ${sha256}`).sort();
      expect(digests(done.value.files)).toEqual(digests(harness.written[0]?.files ?? []));
    },
  );

  test('writes files that OpenSSL accepts, in a folder per order, with private keys that only their owner can read', async () => {
    const harness = setUp('folder');
    await harness.confirm(await harness.review());
    expect(harness.view()).toMatchObject({ phase: 'done', cancelled: false, error: null, completed: 3 });
    expect(readdirSync(harness.root).sort()).toEqual(Object.values(folders).sort());
    for (const rid of rids) {
      const folder = join(harness.root, folders[rid]);
      expect(readdirSync(folder).sort()).toEqual(files);
      const modes = files.map((name) => (lstatSync(join(folder, name)).mode & 0o777).toString(8));
      expect(modes).toEqual(['644', '644', '644', '600']);
      expect(lstatSync(folder).mode & 0o777).toBe(0o700);
      expectUsable(folder);
      expect(harness.item(rid).files).toHaveLength(4);
      expect(harness.item(rid).proof).toEqual({
        kind: 'proven',
        servername: servernames[rid],
        protocol: 'TLSv1.3',
      });
    }
  });

  test('shows and reports a renewed leaf before anything is written', async () => {
    const harness = setUp('folder');
    await service.renew('shop');
    const jobId = await harness.review();
    const fresh = service.order('shop').fingerprint256;
    expect(harness.item('shop').leaf).toMatchObject({ fingerprint256: fresh, renewed: true });
    expect(harness.item('wild').leaf?.renewed).toBe(false);
    expect(harness.renewed).toEqual(['id-shop']);
    expect(readdirSync(harness.root)).toEqual([]);
    await harness.confirm(jobId);
    expect(pemFingerprint(readFileSync(join(harness.root, 'shop.example', 'cert.pem'), 'utf8'))).toBe(fresh);
  });

  test('replaces an existing bundle completely, or keeps it', async () => {
    const harness = setUp('folder');
    await harness.confirm(await harness.review());
    const read = () => files.map((name) => readFileSync(join(harness.root, 'shop.example', name), 'utf8'));
    const former = read();
    await service.renew('shop');
    const kept = await harness.review();
    expect(harness.item('shop').conflicts.toSorted()).toEqual(files);
    await harness.confirm(kept, 'keep');
    expect(harness.item('shop').state).toBe('kept');
    expect(read()).toEqual(former);
    await harness.confirm(await harness.review(), 'replace');
    const now = read();
    for (const index of [0, 2, 3]) expect(now[index]).not.toBe(former[index]);
    expectUsable(join(harness.root, 'shop.example'));
  });

  test.each([
    [
      'another order’s key',
      { kind: 'wrongPem', variant: 'otherKey' },
      { kind: 'invalidMaterial', reason: 'keyMismatch' },
    ],
    [
      'a truncated certificate',
      { kind: 'wrongPem', variant: 'truncated' },
      { kind: 'invalidMaterial', reason: 'pemTruncated' },
    ],
    ['an error', { kind: 'status', status: 500 }, { kind: 'serverError' }],
    ['a web page', { kind: 'html200' }, { kind: 'invalidResponse', reason: 'html' }],
  ] as const)('writes nothing for an order with %s, and writes the others', async (_, fault, error) => {
    const harness = setUp('folder');
    service.setFault('shop', fault);
    await harness.confirm(await harness.review());
    expect(harness.item('shop')).toMatchObject({ state: 'failed', error, files: [] });
    expect(existsSync(join(harness.root, 'shop.example'))).toBe(false);
    expect(readdirSync(harness.root).sort()).toEqual([folders.idn, folders.wild]);
  });

  test('is cancelled while the service is slow, and leaves nothing', async () => {
    const harness = setUp('folder');
    service.setFault('shop', { kind: 'delay', ms: 20_000 });
    const started = await harness.exports.start({
      orderIds: rids.map((rid) => `id-${rid}`),
      presetId: 'pem',
      parts: null,
      container: 'folder',
      into: null,
      review: 'always',
      deliveryId: null,
    });
    harness.exports.cancel(started.ok ? (started.value ?? '') : '');
    await harness.exports.settled();
    expect(harness.view()).toMatchObject({ phase: 'done', cancelled: true });
    expect(readdirSync(harness.root)).toEqual([]);
  });

  test('reports a folder in place of a file, and writes the others', async () => {
    const harness = setUp('folder');
    mkdirSync(join(harness.root, 'shop.example', 'privkey.pem'), { recursive: true });
    await harness.confirm(await harness.review());
    expect(harness.item('shop').error).toMatchObject({ reason: 'notRegular', name: 'privkey.pem' });
    expect(harness.item('wild').state).toBe('written');
    expect(readdirSync(join(harness.root, 'shop.example'))).toEqual(['privkey.pem']);
  });
});

describe('an export into a ZIP file', () => {
  test('contains the available orders, and the failed ones are reported', async () => {
    const harness = setUp('zip');
    service.setFault('idn', { kind: 'wrongPem', variant: 'otherKey' });
    await harness.confirm(await harness.review());
    expect(harness.item('idn')).toMatchObject({
      state: 'failed',
      error: { reason: 'keyMismatch' },
      proof: null,
    });
    expect(harness.item('shop').proof?.kind).toBe('proven');
    expect(harness.item('wild').proof?.kind).toBe('proven');
    const found = unzipSync(readFileSync(harness.target));
    const paths = [folders.shop, folders.wild].flatMap((folder) => files.map((name) => `${folder}/${name}`));
    expect(Object.keys(found).sort()).toEqual(paths.sort());
    const pem = (name: string) => Buffer.from(found[`${folders.shop}/${name}`] ?? []);
    expect(new X509Certificate(pem('cert.pem')).checkPrivateKey(createPrivateKey(pem('privkey.pem')))).toBe(
      true,
    );
    expect(lstatSync(harness.target).mode & 0o777).toBe(0o600);
    expect(readdirSync(harness.root)).toEqual(['certificates.zip']);
  });

  test('is not written if no order is available', async () => {
    const harness = setUp('zip');
    for (const rid of rids) service.setFault(rid, { kind: 'status', status: 404 });
    await harness.review();
    expect(harness.view()).toMatchObject({ phase: 'done' });
    expect(readdirSync(harness.root)).toEqual([]);
  });
});
