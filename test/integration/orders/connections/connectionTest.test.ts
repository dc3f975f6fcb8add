import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenApiClient } from '#main/orders/api/openApiClient.ts';
import type { CaChoice } from '#main/orders/connections/caFiles.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { ConnectionTest, type ConnectionTestRequest } from '#main/orders/connections/connectionTest.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import type { CreateMaterialClient } from '#main/orders/connections/materialSource.ts';
import { ConnectionMaterialSource } from '#main/orders/connections/materialSource.ts';
import { RateLimit } from '#main/platform/rateLimit.ts';
import { systemClock } from '#main/platform/time.ts';
import { readLeaf } from '#main/x509/certificates/readMaterial.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import { ok } from '#shared/result.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';

let service: ReferenceService;
let folder = '';
let site: Server;

beforeAll(async () => {
  service = await startReferenceService({ tls: true, orders: 2 });
  folder = await mkdtemp(join(tmpdir(), 'notafter-connections-'));
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another site</title>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});

afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  service.clearRequests();
  service.clearFaults();
});

const createClient: CreateMaterialClient = (target) =>
  createOpenApiClient({
    ...target,
    systemCas: async () => [],
    proxyResolver: { resolveProxy: async () => 'DIRECT' },
    userAgent: 'NotAfter test',
  });

/** Connections in memory with the real client; the native dialog chooses the service's root. */
function setUp() {
  const saved = new Map<string, Connection>();
  const tokens = new ConnectionTokens(new FakeTokenStore());
  let count = 0;
  const newId = () => {
    count += 1;
    return `id-${count}`;
  };
  const connections = new ConnectionService({
    repository: {
      all: () => [],
      save: (connection) => {
        saved.set(connection.id, connection);
        return ok(null);
      },
      remove: () => ok(null),
    },
    tokens,
    chooseCaFile: async () => {
      const path = join(folder, 'root.pem');
      await writeFile(path, service.caPem);
      return path;
    },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    newId,
    askForCa: async () => ok(null),
  });
  const test = new ConnectionTest({
    connections,
    tokens,
    createClient,
    readLeaf,
    knownRid: () => null,
    newId,
  });
  const run = (change: Partial<ConnectionTestRequest>) =>
    test.run(
      {
        id: null,
        name: '',
        baseUrl: service.baseUrl,
        ca: { kind: 'none' },
        token: service.token,
        rid: firstRid(),
        ...change,
      },
      new AbortController().signal,
      new RateLimit(30, 60_000, systemClock),
    );
  return { connections, tokens, run };
}

function firstRid(): string {
  const [rid] = service.rids;
  if (rid === undefined) throw new RangeError('the service has no order');
  return rid;
}

async function chooseRoot(connections: ConnectionService): Promise<CaChoice> {
  const chosen = await connections.chooseCaFile();
  if (!chosen.ok || chosen.value === null) throw new Error('the root could not be chosen');
  expect(chosen.value).toMatchObject({ fileName: 'root.pem', certificates: 1 });
  return { kind: 'chosen', id: chosen.value.id };
}

function failedStep({ steps }: ConnectionTestReport): string | undefined {
  return steps.find(({ outcome }) => outcome === 'failed')?.step;
}

describe('testing a connection against a real service', () => {
  it('finds the order through the chosen CA', async () => {
    const { connections, run } = setUp();
    const report = await run({ ca: await chooseRoot(connections) });
    expect(report.error).toBeNull();
    expect(report.steps.every(({ outcome }) => outcome === 'passed')).toBe(true);
    const { fingerprint256, notAfter } = service.order(firstRid());
    expect(report.found).toMatchObject({ fingerprint256, notAfter: notAfter.getTime() });
    expect(service.requests.filter(({ path }) => path.endsWith('/key'))).toEqual([]);
  });

  it('does not trust an unknown CA, and sends it no token', async () => {
    const report = await setUp().run({});
    expect(report.error).toMatchObject({ kind: 'tls', reason: 'notTrusted' });
    expect(failedStep(report)).toBe('tls');
    expect(service.requests).toEqual([]);
  });

  it('reports an unknown host', async () => {
    const report = await setUp().run({ baseUrl: 'https://nowhere.invalid' });
    expect(report.error).toMatchObject({ kind: 'network', reason: 'hostNotFound' });
    expect(failedStep(report)).toBe('reach');
  });

  it('reports that nothing listens', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    silent.close();
    await once(silent, 'close');
    const report = await setUp().run({ baseUrl: `http://127.0.0.1:${port}` });
    expect(report.error).toMatchObject({ kind: 'network', reason: 'refused' });
    expect(failedStep(report)).toBe('reach');
  });

  it('reports a rejected token', async () => {
    const { connections, run } = setUp();
    const report = await run({ ca: await chooseRoot(connections), token: 'wrong-token' });
    expect(report.error).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(failedStep(report)).toBe('token');
  });

  it('reports an unknown rid, and checks the token without a rid', async () => {
    const { connections, run } = setUp();
    const ca = await chooseRoot(connections);
    const unknown = await run({ ca, rid: 'no such order/..' });
    expect(unknown.error).toMatchObject({ kind: 'unknownRid' });
    expect(failedStep(unknown)).toBe('rid');

    expect(await run({ ca, rid: '' })).toMatchObject({ error: null, found: null });
    expect(failedStep(await run({ ca, rid: '', token: 'wrong-token' }))).toBe('token');
  });

  it('reports the answer of another site', async () => {
    const { port } = site.address() as AddressInfo;
    const report = await setUp().run({ baseUrl: `http://127.0.0.1:${port}` });
    expect(report.error).toMatchObject({ kind: 'invalidResponse', reason: 'html' });
    expect(failedStep(report)).toBe('material');
    expect(report.steps.find(({ step }) => step === 'tls')?.outcome).toBe('notNeeded');
  });

  it('reports invalid material', async () => {
    const { connections, run } = setUp();
    service.setFault(firstRid(), { kind: 'wrongPem', variant: 'truncated' });
    const report = await run({ ca: await chooseRoot(connections) });
    expect(report.error?.kind).toBe('invalidMaterial');
    expect(failedStep(report)).toBe('material');
  });
});

describe('a stored connection against a real service', () => {
  it('is tested with its own token and CA, and not without its token', async () => {
    const { connections, tokens, run } = setUp();
    const source = new ConnectionMaterialSource(connections, tokens, createClient);
    const draft = { name: '', baseUrl: service.baseUrl, ca: await chooseRoot(connections) };
    const added = await connections.add(draft, `Bearer ${service.token}`);
    if (!added.ok) throw new Error(added.error.kind);
    const { id } = added.value;
    const order = { connectionId: id, rid: firstRid() };
    const options = { withKey: false, signal: new AbortController().signal };

    expect((await source.latest(order, options)).material).toMatchObject({ ok: true });
    expect(await run({ id, token: null, ca: { kind: 'keep' } })).toMatchObject({ error: null });

    const moved = await connections.update(id, {
      ...draft,
      baseUrl: service.otherOrigin,
      ca: { kind: 'keep' },
    });
    expect(moved).toMatchObject({ ok: true, value: { token: { kind: 'absent' } } });
    service.clearRequests();
    expect((await source.latest(order, options)).material).toEqual({
      ok: false,
      error: { kind: 'tokenMissing' },
    });
    expect(service.requests).toEqual([]);

    await connections.setToken(id, service.token);
    expect((await source.latest(order, options)).material).toMatchObject({ ok: true });
    await source.dispose();
  });
});
