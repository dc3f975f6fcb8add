import { createServer as createPlainServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiClient, OpenApiClientOptions } from '#main/orders/api/openApiClient.ts';
import type { Clock } from '#main/platform/time.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { serveConnectProxy, serveSocksProxy } from './proxies.ts';
import { clientFor, quiet, serveHttp, serveHttps, type TestServer } from './support.ts';

// Only reachable through proxies: the name never resolves (RFC 2606).
const host = 'api.example.test';
const token = 'tok-4711-secret';
const throughProxy = { kind: 'unexpectedStatus', status: 418 };
let authority: CertificateAuthority;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  authority = await CertificateAuthority.create(Date.now());
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function running<T extends TestServer>(server: Promise<T>): Promise<T> {
  const started = await server;
  cleanUps.push(() => started.close());
  return started;
}

/** The service behind the proxy; its answer is recognised by its status. */
function origin(names: [string, ...string[]] = [host]): Promise<TestServer> {
  return running(serveHttps(authority, (_request, response) => response.writeHead(418).end(), { names }));
}

/** A client whose system settings are the current result of `settings`. */
function client(settings: () => string, options: Partial<OpenApiClientOptions> = {}): OpenApiClient {
  const made = clientFor(`https://${host}`, {
    extraCaPem: authority.rootPem,
    proxyResolver: { resolveProxy: async () => settings() },
    ...options,
  });
  cleanUps.unshift(() => made.dispose());
  return made;
}

async function errorOf(asking: OpenApiClient, signal = quiet) {
  const { material } = await asking.latest('r1', token, { withKey: false, signal });
  return material.ok ? null : material.error;
}

describe('the system proxy', () => {
  it('opens a tunnel, through which TLS reaches the service', async () => {
    const service = await origin();
    const proxy = await running(serveConnectProxy(service.port));
    const asking = client(() => `PROXY 127.0.0.1:${proxy.port}`);
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(new Set(proxy.tunnels)).toEqual(new Set([`${host}:443`]));
    expect(service.requests).toBe(2);
  });

  it('may be reached over TLS', async () => {
    const service = await origin();
    const pair = await new KeyPool().fresh('p256');
    const { leafPem, chainPem } = await authority.issueLeaf({
      names: ['localhost'],
      publicKey: pair.publicKey,
      issuer: 'ecdsa',
      notBefore: new Date(Date.now() - 60_000),
      notAfter: new Date(Date.now() + 86_400_000),
    });
    const key = privateKeyPem(pair, 'pkcs8');
    const proxy = await running(
      serveConnectProxy(service.port, undefined, (listener) =>
        createHttpsServer({ key, cert: leafPem + chainPem }, listener),
      ),
    );
    expect(await errorOf(client(() => `HTTPS localhost:${proxy.port}`))).toEqual(throughProxy);
    // The certificate is only for localhost.
    expect(await errorOf(client(() => `HTTPS 127.0.0.1:${proxy.port}`))).toEqual({
      kind: 'network',
      reason: 'proxy',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('may speak SOCKS5', async () => {
    const service = await origin();
    const proxy = await running(serveSocksProxy(service.port));
    const asking = client(() => `SOCKS5 127.0.0.1:${proxy.port}`);
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(new Set(proxy.tunnels)).toEqual(new Set([`${host}:443`]));
  });

  it.each(['PROXY', 'SOCKS5'])('does not weaken the verification of the service (%s)', async (scheme) => {
    const service = await origin(['other.example.test']);
    const proxy = await running(
      scheme === 'PROXY' ? serveConnectProxy(service.port) : serveSocksProxy(service.port),
    );
    const settings = () => `${scheme} 127.0.0.1:${proxy.port}`;
    expect(await errorOf(client(settings))).toMatchObject({ kind: 'tls', reason: 'wrongHost' });
    expect(await errorOf(client(settings, { extraCaPem: null }))).toMatchObject({
      kind: 'tls',
      reason: 'notTrusted',
    });
    expect(service.requests).toBe(0);
  });

  it.each([407, 502])('is reported with the status of its refusal (%i)', async (status) => {
    const service = await origin();
    const proxy = await running(serveConnectProxy(service.port, status));
    expect(await errorOf(client(() => `PROXY 127.0.0.1:${proxy.port}`))).toEqual({
      kind: 'network',
      reason: 'proxy',
      code: `HTTP_${status}`,
    });
  });

  it('cannot block a request', async () => {
    const service = await origin();
    const proxy = await running(serveConnectProxy(service.port, 0));
    const timeouts = { connectMs: 300, headersMs: 300, totalMs: 10_000 };
    expect(await errorOf(client(() => `PROXY 127.0.0.1:${proxy.port}`, { timeouts }))).toEqual({
      kind: 'timeout',
      phase: 'connect',
    });
  });

  it.each(['PROXY', 'HTTPS', 'SOCKS5'])('is reported when it cannot be reached (%s)', async (scheme) => {
    const gone = await serveHttp(() => undefined);
    await gone.close();
    expect(await errorOf(client(() => `${scheme} 127.0.0.1:${gone.port}; DIRECT`))).toEqual({
      kind: 'network',
      reason: 'proxy',
      code: 'ECONNREFUSED',
    });
    expect(await errorOf(client(() => `${scheme} no-such-host.invalid:1`))).toMatchObject({
      kind: 'network',
      reason: 'proxy',
    });
  });

  it('is never bypassed, also not if its protocol is unsupported or the settings cannot be read', async () => {
    expect(await errorOf(client(() => 'SOCKS4 127.0.0.1:1; DIRECT'))).toEqual({
      kind: 'network',
      reason: 'proxy',
      code: 'UNSUPPORTED_SOCKS4',
    });
    const failing = client(() => {
      throw new Error('script error');
    });
    expect(await errorOf(failing)).toEqual({ kind: 'network', reason: 'proxy', code: 'RESOLVE_FAILED' });
  });

  it('is replaced by the next one of the settings after it failed', async () => {
    const service = await origin();
    const proxy = await running(serveConnectProxy(service.port));
    const gone = await serveHttp(() => undefined);
    await gone.close();
    const asking = client(() => `PROXY 127.0.0.1:${gone.port}; PROXY 127.0.0.1:${proxy.port}`);
    const failures = await Promise.all([errorOf(asking), errorOf(asking), errorOf(asking)]);
    expect(failures.map((error) => error?.kind)).toEqual(['network', 'network', 'network']);
    expect(await errorOf(asking)).toEqual(throughProxy);
  });

  it('is looked up once a minute, and replaced when the settings change', async () => {
    const service = await origin();
    const [first, second] = [
      await running(serveConnectProxy(service.port)),
      await running(serveConnectProxy(service.port)),
    ];
    let time = 0;
    const clock: Clock = { now: () => Date.now(), monotonic: () => time };
    let asked = 0;
    let port = first.port;
    const asking = client(
      () => {
        asked += 1;
        return `PROXY 127.0.0.1:${port}`;
      },
      { clock },
    );
    await Promise.all([errorOf(asking), errorOf(asking)]);
    port = second.port;
    time = 59_999;
    await errorOf(asking);
    expect(asked).toBe(1);
    expect(second.tunnels).toHaveLength(0);
    time = 60_000;
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(asked).toBe(2);
    expect(second.tunnels).toHaveLength(1);
  });

  it('is neither looked up nor used for loopback addresses', async () => {
    const service = await running(serveHttp((_request, response) => response.writeHead(418).end()));
    const proxy = await running(serveConnectProxy(service.port));
    let asked = 0;
    const asking = client(
      () => {
        asked += 1;
        return `PROXY 127.0.0.1:${proxy.port}`;
      },
      { baseUrl: service.baseUrl },
    );
    expect(await errorOf(asking)).toEqual(throughProxy);
    expect(asked).toBe(0);
    expect(proxy.connections).toBe(0);
  });

  it('does not get the token', async () => {
    const service = await origin();
    const heads: unknown[] = [];
    const proxy = await running(
      serveConnectProxy(service.port, undefined, (listener) => {
        const server = createPlainServer(listener);
        server.on('connect', (request) => heads.push(request.rawHeaders));
        return server;
      }),
    );
    expect(await errorOf(client(() => `PROXY 127.0.0.1:${proxy.port}`))).toEqual(throughProxy);
    expect(heads).toHaveLength(1);
    expect(JSON.stringify(heads)).not.toContain(token);
  });

  it('can hang in its settings script without blocking a cancellation', async () => {
    const controller = new AbortController();
    const asking = client(() => '', { proxyResolver: { resolveProxy: () => new Promise<string>(() => {}) } });
    const outcome = errorOf(asking, controller.signal);
    controller.abort();
    expect(await outcome).toEqual({ kind: 'cancelled' });
  });
});
