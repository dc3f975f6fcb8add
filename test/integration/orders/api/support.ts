import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import {
  createOpenApiClient,
  type OpenApiClient,
  type OpenApiClientOptions,
} from '#main/orders/api/openApiClient.ts';
import type { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';

/** A signal that never fires. */
export const quiet = new AbortController().signal;

/** A client without a proxy that trusts only the CAs of the options. */
export function clientFor(baseUrl: string, options: Partial<OpenApiClientOptions> = {}): OpenApiClient {
  return createOpenApiClient({
    baseUrl,
    extraCaPem: null,
    systemCas: async () => [],
    proxyResolver: { resolveProxy: () => Promise.resolve('DIRECT') },
    userAgent: 'NotAfter/test',
    ...options,
  });
}

/** A test server. */
export interface TestServer {
  readonly port: number;
  /** With the host name 127.0.0.1. */
  readonly baseUrl: string;
  readonly requests: number;
  readonly connections: number;
  close(): Promise<void>;
}

/** Listens on a free loopback port. */
export async function serve(server: Server, scheme: 'http' | 'https' = 'http'): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.on('request', () => {
    requests += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts a plain HTTP server. */
export function serveHttp(listener: RequestListener): Promise<TestServer> {
  return serve(createServer(listener));
}

/** Starts an HTTPS server whose certificate the authority issues for the names, valid by default from yesterday for a month. */
export async function serveHttps(
  authority: CertificateAuthority,
  listener: RequestListener,
  options: {
    readonly names?: [string, ...string[]];
    readonly fromDay?: number;
    readonly toDay?: number;
    readonly sendChain?: boolean;
  } & Pick<ServerOptions, 'requestCert' | 'minVersion' | 'maxVersion'> = {},
): Promise<TestServer> {
  const dayMs = 86_400_000;
  const pair = await new KeyPool().fresh('p256');
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: options.names ?? ['localhost', '127.0.0.1'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(Date.now() + (options.fromDay ?? -1) * dayMs),
    notAfter: new Date(Date.now() + (options.toDay ?? 30) * dayMs),
  });
  const cert = options.sendChain === false ? leafPem : leafPem + chainPem;
  const { requestCert, minVersion, maxVersion } = options;
  const tls = { key: privateKeyPem(pair, 'pkcs8'), cert, requestCert, minVersion, maxVersion };
  return serve(createHttpsServer(tls, listener), 'https');
}
