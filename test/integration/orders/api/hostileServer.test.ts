import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPublicFetcher, LARGEST_DOCUMENT_BYTES } from '#main/monitoring/authority/publicFetch.ts';
import { createEventPoster } from '#main/orders/api/eventPoster.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { freePort } from '../../app/receiving.ts';
import { temporaryFolder } from '../../app/testApp.ts';
import { serveConnectProxy, serveSocksProxy } from './proxies.ts';
import { clientFor, quiet, serve, serveHttp, type TestServer } from './support.ts';

/** A million bytes of body may come with as many of framing; buffers of both sides hold some more. */
const MOST_SENT_BYTES = 32_000_000;
const token = 'tok-4711-secret';
const excess = { kind: 'invalidResponse', reason: 'excessData', detail: null };
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const cleanUps: (() => Promise<void>)[] = [];
let authority: CertificateAuthority;

beforeAll(async () => {
  authority = await CertificateAuthority.create(Date.now());
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

interface Flood {
  readonly first: string;
  readonly again: string;
}

interface FloodServer extends TestServer {
  readonly sentBytes: number;
}

/** Answers every request with `first`, then with `again` without end. */
function flood(socket: Socket, { first, again }: Flood): void {
  const block = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)), 'latin1');
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(first);
    const more = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', more);
    more();
  });
}

async function running<Server extends Pick<TestServer, 'close'>>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  cleanUps.push(() => server.close());
  return server;
}

async function floodServer(about: Flood): Promise<FloodServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    flood(socket, about);
  });
  return Object.defineProperty(await running(serve(server)), 'sentBytes', {
    get: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  }) as FloodServer;
}

async function pollError(baseUrl: string, options: Parameters<typeof clientFor>[1] = {}) {
  const client = clientFor(baseUrl, options);
  cleanUps.unshift(() => client.dispose());
  const { material } = await client.latest('r1', token, { withKey: false, signal: quiet });
  return material.ok ? null : material.error;
}

const floods: readonly (readonly [string, Flood, object])[] = [
  ['interim answers', { first: '', again: 'HTTP/1.1 102 Processing\r\n\r\n' }, excess],
  [
    'interim answers with headers',
    { first: '', again: 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n' },
    excess,
  ],
  ['blank lines', { first: '', again: '\r\n' }, excess],
  ['an endless chunk extension', { first: `${chunked}1;a=`, again: 'b' }, excess],
  ['extensions of small chunks', { first: chunked, again: `1;a=${'b'.repeat(500)}\r\n \r\n` }, excess],
  ['zeros of a chunk size', { first: chunked, again: '0' }, excess],
  ['chunks of one byte', { first: chunked, again: '1\r\n \r\n' }, excess],
  ['a trailer', { first: `${chunked}0\r\n`, again: 'a: b\r\n' }, { kind: 'tooLarge', limitBytes: 16_384 }],
  ['headers', { first: 'HTTP/1.1 200 OK\r\n', again: 'a: b\r\n' }, { kind: 'tooLarge', limitBytes: 16_384 }],
  ['a body', { first: 'HTTP/1.1 200 OK\r\n\r\n', again: ' ' }, { kind: 'tooLarge', limitBytes: 1_048_576 }],
];

describe('a service that sends without end', () => {
  it.each(floods)('is left after a few megabytes: %s', async (_name, about, error) => {
    const server = await floodServer(about);
    expect(await pollError(server.baseUrl)).toEqual(error);
    expect(server.sentBytes).toBeLessThan(MOST_SENT_BYTES);
    expect(server.connections).toBe(1);
  });

  it.each(['DIRECT', 'PROXY', 'SOCKS5'])('is left behind TLS and each kind of proxy (%s)', async (way) => {
    const server = await running(tlsFlood({ first: chunked, again: '0' }));
    const proxy =
      way === 'DIRECT'
        ? null
        : await running(way === 'PROXY' ? serveConnectProxy(server.port) : serveSocksProxy(server.port));
    const host = proxy === null ? `127.0.0.1:${server.port}` : 'api.example.test';
    const error = await pollError(`https://${host}`, {
      extraCaPem: authority.rootPem,
      proxyResolver: { resolveProxy: async () => (proxy === null ? way : `${way} 127.0.0.1:${proxy.port}`) },
    });
    expect(error).toEqual(excess);
  });

  it('is left when each piece is a byte, however small the answer', async () => {
    const server = await running(tlsPieces());
    expect(await pollError(server.baseUrl, { extraCaPem: authority.rootPem })).toEqual(excess);
  });

  it.each([
    ['at once', (socket: Socket) => socket.destroy()],
    ['after the request', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('is not connected to again and again when it closes %s', async (_name, close) => {
    const server = await running(serve(createServer((socket) => void close(socket))));
    expect(await pollError(server.baseUrl)).toMatchObject({ kind: 'network', reason: 'reset' });
    expect(server.connections).toBe(1);
  });

  it('is left when it sends tickets for later connections without end', async () => {
    const server = await running(ticketServer(1_000));
    expect(await pollError(server.baseUrl, { extraCaPem: authority.rootPem })).toEqual(excess);
  });

  it('does not keep other requests from being sent when it leaves 24 without an answer', async () => {
    const server = await running(
      serveHttp((request, response) => {
        if (request.url?.includes('silent') === false) response.end('{}');
      }),
    );
    const client = clientFor(server.baseUrl);
    cleanUps.unshift(() => client.dispose());
    for (let index = 0; index < 24; index += 1)
      void client.latest(`silent-${index}`, token, { withKey: false, signal: quiet });
    const { material } = await client.latest('r1', token, { withKey: false, signal: quiet });
    expect(material).toMatchObject({ ok: false, error: { reason: 'noMaterial' } });
  });

  it('has its own budget for each request of a connection', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(1_000_000) });
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
    const server = await running(
      serve(createServer((socket) => socket.on('data', () => socket.write(head + body)))),
    );
    const client = clientFor(server.baseUrl, { maxConnections: 1 });
    cleanUps.unshift(() => client.dispose());
    for (let request = 0; request < 5; request += 1) {
      const text = await client.download('r1', 'certificate', token, quiet);
      expect(text).toMatchObject({ ok: false, error: { kind: 'invalidMaterial', reason: 'pemMissing' } });
    }
    expect(server.connections).toBe(1);
  });
});

describe('a proxy that sends without end', () => {
  it('is left before it gives a tunnel', async () => {
    const proxy = await floodServer({ first: '', again: '\r\n' });
    const error = await pollError('https://api.example.test', {
      proxyResolver: { resolveProxy: async () => `PROXY 127.0.0.1:${proxy.port}` },
    });
    expect(error).toEqual(excess);
    expect(proxy.sentBytes).toBeLessThan(MOST_SENT_BYTES);
  });
});

describe('other receivers and documents', () => {
  it.each(floods)('an alert is not held up: %s', async (_name, about) => {
    const server = await floodServer(about);
    const poster = createEventPoster({
      systemCas: async () => [],
      proxyResolver: { resolveProxy: async () => 'DIRECT' },
      userAgent: 'NotAfter/test',
    });
    cleanUps.unshift(() => poster.dispose());
    await poster.post(server.baseUrl, {}, '{}', quiet);
    expect(server.sentBytes).toBeLessThan(MOST_SENT_BYTES);
  });

  it.each(floods)('a public document is not read for ever: %s', async (_name, about) => {
    const server = await floodServer(about);
    const fetcher = createPublicFetcher({
      cas: async () => [],
      proxyResolver: { resolveProxy: async () => 'DIRECT' },
      monotonic: () => performance.now(),
      userAgent: 'NotAfter/test',
      refusesLocal: false,
    });
    cleanUps.unshift(() => fetcher.dispose());
    const limits = { maxBytes: LARGEST_DOCUMENT_BYTES, timeoutMs: 60_000 };
    const fetched = await fetcher.fetch(new URL(server.baseUrl), '*/*', limits, quiet);
    expect(fetched.ok).toBe(false);
    expect(server.sentBytes).toBeLessThan(2 * MOST_SENT_BYTES);
  });
});

async function tlsFlood(about: Flood): Promise<TestServer> {
  return await serve(
    createTlsServer(await identity(), (socket) => flood(socket, about)),
    'https',
  );
}

/** A short body of which each byte is a TLS record. */
async function tlsPieces(): Promise<TestServer> {
  const server = createTlsServer(await identity(), (socket) => {
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      // Node joins what is written before the last write is done.
      const more = (left: number) => {
        if (left > 0 && !socket.destroyed) socket.write(' ', () => more(left - 1));
      };
      more(100_000);
    });
  });
  return await serve(server, 'https');
}

/** OpenSSL's own server: Node's sends two tickets. */
async function ticketServer(tickets: number): Promise<Pick<TestServer, 'baseUrl' | 'close'>> {
  const { key, cert } = await identity();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'server.pem'), key + cert);
  const port = await freePort();
  const args = ['-accept', `127.0.0.1:${port}`, '-cert', 'server.pem', '-cert_chain', 'server.pem'];
  const child = spawn('openssl', ['s_server', ...args, '-num_tickets', String(tickets), '-www'], {
    cwd: folder,
  });
  const closed = once(child, 'close');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false }))
    if (String(text).includes('ACCEPT')) break;
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await closed;
    },
  };
}

async function identity() {
  const pair = await new KeyPool().fresh('p256');
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: ['api.example.test', '127.0.0.1'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
  });
  return { key: privateKeyPem(pair, 'pkcs8'), cert: leafPem + chainPem };
}
