import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';

/** A received request. */
interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A minimal receiver of deliveries on 127.0.0.1. */
export interface Receiver {
  /** Scheme, host and port, with the path `/hook`. */
  readonly url: string;
  /** All requests so far; a test may clear it. */
  readonly received: Received[];
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Called when the body is read. Default: 204. */
  readonly answer?: (response: ServerResponse) => void;
  /** Key and certificate, both PEM, for HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

function noContent(response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Starts a receiver on any free port. The caller closes it. */
export async function startReceiver({ answer = noContent, tls }: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('request', async (request, response) => {
    const { method, url, headers, rawHeaders } = request;
    received.push({ method, url, headers, rawHeaders, body: await text(request) });
    answer(response);
  });
  const port = await listenOnLoopback(server, 0);
  const scheme = tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${port}/hook`, received, close: () => stopServer(server) };
}

/** A certificate for 127.0.0.1 with its key and its root, all PEM. */
export async function loopbackTls(): Promise<{ key: string; cert: string; caPem: string }> {
  const now = Date.now();
  const authority = await CertificateAuthority.create(now);
  const pair = await new KeyPool().fresh('p256');
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: ['127.0.0.1'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(now - 3_600_000),
    notAfter: new Date(now + 3_600_000),
  });
  return { key: privateKeyPem(pair, 'pkcs8'), cert: leafPem + chainPem, caPem: authority.rootPem };
}
