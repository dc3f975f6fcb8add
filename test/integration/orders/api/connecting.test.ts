import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiClient, OpenApiClientOptions } from '#main/orders/api/openApiClient.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { clientFor, quiet, serve, serveHttp, serveHttps, type TestServer } from './support.ts';

const token = 'tok-4711-secret';
let authority: CertificateAuthority;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  authority = await CertificateAuthority.create(Date.now());
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

function client(baseUrl: string, options: Partial<OpenApiClientOptions> = {}): OpenApiClient {
  const made = clientFor(baseUrl, options);
  cleanUps.unshift(() => made.dispose());
  return made;
}

async function running(server: Promise<TestServer>): Promise<TestServer> {
  const started = await server;
  cleanUps.push(() => started.close());
  return started;
}

async function errorOf(asking: OpenApiClient, signal = quiet) {
  const { material } = await asking.latest('r1', token, { withKey: false, signal });
  return material.ok ? null : material.error;
}

const json = (response: { end(text: string): unknown }) => response.end('{"rid":"r1"}');

/** The error of a request that reached the server: its answer is JSON without a certificate. */
const answered = { kind: 'invalidResponse', reason: 'noMaterial', detail: null };

function answering(authorization: string[] = []): Parameters<typeof serveHttp>[0] {
  return (request, response) => {
    authorization.push(request.headers.authorization ?? '');
    if (request.url?.endsWith('/r1') === true) json(response);
    else response.writeHead(404).end();
  };
}

describe('TLS', () => {
  it('trusts the extra CA, and the given system roots', async () => {
    const server = await running(serveHttps(authority, answering()));
    expect(await errorOf(client(server.baseUrl, { extraCaPem: authority.rootPem }))).toEqual(answered);
    expect(await errorOf(client(server.baseUrl, { systemCas: async () => [authority.rootPem] }))).toEqual(
      answered,
    );
  });

  it('does not trust any other CA', async () => {
    const server = await running(serveHttps(authority, answering()));
    const other = await CertificateAuthority.create(Date.now());
    for (const options of [{}, { extraCaPem: other.rootPem }, { extraCaPem: 'garbage' }])
      expect(await errorOf(client(server.baseUrl, options))).toMatchObject({
        kind: 'tls',
        reason: 'notTrusted',
      });
    expect(server.requests).toBe(0);
  });

  it('is verified whatever the environment says', async () => {
    const server = await running(serveHttps(authority, answering()));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanUps.push(() => Promise.resolve(void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']));
    expect(await errorOf(client(server.baseUrl))).toMatchObject({ kind: 'tls', reason: 'notTrusted' });
    expect(server.requests).toBe(0);
  });

  it.each([
    ['a wrong host', { names: ['other.example.com'] as [string] }, 'wrongHost'],
    ['an expired certificate', { fromDay: -30, toDay: -1 }, 'expired'],
    ['a certificate that is not valid yet', { fromDay: 1 }, 'notYetValid'],
    ['a missing intermediate', { sendChain: false }, 'notTrusted'],
  ])('refuses %s', async (_name, options, reason) => {
    const server = await running(serveHttps(authority, answering(), options));
    expect(await errorOf(client(server.baseUrl, { extraCaPem: authority.rootPem }))).toMatchObject({
      kind: 'tls',
      reason,
    });
    expect(server.requests).toBe(0);
  });

  it('reports a self-signed certificate', async () => {
    const { certificate, key } = authority.toRecord().root;
    const server = await running(serve(createHttpsServer({ key, cert: certificate }, answering()), 'https'));
    expect(await errorOf(client(server.baseUrl))).toMatchObject({ kind: 'tls', reason: 'selfSigned' });
  });

  it('refuses a wrong host, by name and by address', async () => {
    const server = await running(serveHttps(authority, answering(), { names: ['127.0.0.1'] }));
    const byName = client(`https://localhost:${server.port}`, { extraCaPem: authority.rootPem });
    expect(await errorOf(byName)).toMatchObject({ kind: 'tls', reason: 'wrongHost' });
  });

  it.each([
    ['TLSv1.3', 'clientCertificate'],
    // In TLS 1.2 the alert is that of every failed handshake.
    ['TLSv1.2', 'protocol'],
  ] as const)('tells a server that wants a client certificate over %s', async (version, reason) => {
    const server = await running(
      serveHttps(authority, answering(), { requestCert: true, minVersion: version, maxVersion: version }),
    );
    expect(await errorOf(client(server.baseUrl, { extraCaPem: authority.rootPem }))).toMatchObject({
      kind: 'tls',
      reason,
    });
    expect(server.requests).toBe(0);
  });

  it('reports a server without TLS', async () => {
    const server = await running(serveHttp(answering()));
    expect(await errorOf(client(`https://127.0.0.1:${server.port}`))).toMatchObject({
      kind: 'tls',
      reason: 'protocol',
    });
  });
});

describe('the network', () => {
  it('reports that nothing listens', async () => {
    const server = await serveHttp(answering());
    await server.close();
    expect(await errorOf(client(server.baseUrl))).toEqual({
      kind: 'network',
      reason: 'refused',
      code: 'ECONNREFUSED',
    });
    // Two addresses are tried for this name where the machine has both families.
    expect(await errorOf(client(`http://localhost:${server.port}`))).toMatchObject({ reason: 'refused' });
  });

  it('reports an unknown host', async () => {
    expect(await errorOf(client('https://no-such-host.invalid'))).toMatchObject({
      kind: 'network',
      reason: 'hostNotFound',
    });
  });

  it('reports a connection that was lost before an answer', async () => {
    const server = await running(
      serve(createTcpServer((socket) => socket.once('data', () => socket.destroy()))),
    );
    expect(await errorOf(client(server.baseUrl))).toMatchObject({ kind: 'network', reason: 'reset' });
  });

  it('reports an unrequested "100 Continue"', async () => {
    const server = await running(
      serveHttp((request, response) => {
        response.writeContinue();
        answering()(request, response);
      }),
    );
    expect(await errorOf(client(server.baseUrl))).toEqual({
      kind: 'invalidResponse',
      reason: 'unaskedContinue',
      detail: null,
    });
  });

  it('ignores an interim answer', async () => {
    const server = await running(
      serveHttp((request, response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        answering()(request, response);
      }),
    );
    expect(await errorOf(client(server.baseUrl))).toEqual(answered);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'are not followed, and the token is not sent elsewhere (%i)',
    async (status) => {
      const seen: string[] = [];
      const elsewhere = await running(serveHttp(answering(seen)));
      const server = await running(
        serveHttp((_request, response) =>
          response.writeHead(status, { location: `${elsewhere.baseUrl}/open/ssl/latest/r1?t=1` }).end(),
        ),
      );
      expect(await errorOf(client(server.baseUrl))).toEqual({
        kind: 'redirected',
        status,
        location: elsewhere.baseUrl,
      });
      expect(server.requests).toBe(1);
      expect(elsewhere.connections).toBe(0);
      expect(seen).toEqual([]);
    },
  );
});

describe('the base URL', () => {
  it('may have a path', async () => {
    const paths: (string | undefined)[] = [];
    const server = await running(
      serveHttp((request, response) => {
        paths.push(request.url);
        json(response);
      }),
    );
    await errorOf(client(`${server.baseUrl}/certs/v1`));
    expect(paths[0]).toBe('/certs/v1/open/ssl/latest/r1');
  });
});

describe('time limits', () => {
  // undici's timers tick twice a second, so only one limit at a time is short.
  const long = { connectMs: 10_000, headersMs: 10_000, totalMs: 10_000 };

  it('end a connection that is not established', async () => {
    // A TCP server that never answers the TLS handshake.
    const server = await running(serve(createTcpServer(), 'https'));
    expect(await errorOf(client(server.baseUrl, { timeouts: { ...long, connectMs: 300 } }))).toEqual({
      kind: 'timeout',
      phase: 'connect',
    });
  });

  it('end a wait for headers', async () => {
    const server = await running(serveHttp(() => undefined));
    const timeouts = { ...long, headersMs: 300 };
    expect(await errorOf(client(server.baseUrl, { timeouts }))).toEqual({
      kind: 'timeout',
      phase: 'headers',
    });
  });

  it('end a body that trickles', async () => {
    const server = await running(
      serveHttp((_request, response) => {
        response.write('{');
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      }),
    );
    expect(await errorOf(client(server.baseUrl, { timeouts: { ...long, totalMs: 300 } }))).toEqual({
      kind: 'timeout',
      phase: 'total',
    });
  });
});

describe('cancelling', () => {
  it('ends a running request, and closes its connection', async () => {
    const controller = new AbortController();
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await running(
      serveHttp((request) => {
        request.socket.on('close', () => closed());
        controller.abort();
      }),
    );
    expect(await errorOf(client(server.baseUrl), controller.signal)).toEqual({ kind: 'cancelled' });
    await isClosed;
  });

  it('sends nothing if the signal has already fired', async () => {
    const server = await running(serveHttp(answering()));
    expect(await errorOf(client(server.baseUrl), AbortSignal.abort())).toEqual({ kind: 'cancelled' });
    expect(server.connections).toBe(0);
  });

  it('removes a request from the queue', async () => {
    const server = await running(serveHttp(() => undefined));
    const asking = client(server.baseUrl, { maxConnections: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const outcomes = [errorOf(asking, first.signal), errorOf(asking, second.signal)];
    second.abort();
    expect(await outcomes[1]).toEqual({ kind: 'cancelled' });
    first.abort();
    expect(await outcomes[0]).toEqual({ kind: 'cancelled' });
  });

  it('also happens to running and queued requests at disposal', async () => {
    const server = await running(serveHttp(() => undefined));
    const asking = client(server.baseUrl, { maxConnections: 1 });
    const outcomes = Promise.all([errorOf(asking), errorOf(asking)]);
    await asking.dispose();
    expect(await outcomes).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(await errorOf(asking)).toEqual({ kind: 'cancelled' });
  });
});

describe('the number of concurrent requests', () => {
  it('is at most 32, and every request is sent in the end', async () => {
    let open = 0;
    let most = 0;
    const server = await running(
      serveHttp((_request, response) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          response.writeHead(503).end();
        }, 5);
      }),
    );
    const asking = client(server.baseUrl);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => errorOf(asking)));
    expect(outcomes.every((error) => error?.kind === 'serverError')).toBe(true);
    expect(most).toBeLessThanOrEqual(32);
    expect(server.requests).toBe(100);
    expect(server.connections).toBeLessThanOrEqual(32);
  });
});
