import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the server answers for a path; `hang`: nothing, ever. */
export type Reply =
  | 'hang'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    };

/** A server of public documents. */
export interface AuthorityServer {
  readonly url: string;
  /** Answers by path; others are 404. */
  readonly replies: Map<string, Reply>;
  /** Method and path of every request, with the headers that could carry a secret. */
  readonly requests: readonly string[];
}

/** Starts a server on 127.0.0.1, which ends with the test. */
export async function startAuthorityServer(): Promise<AuthorityServer> {
  const replies = new Map<string, Reply>();
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const { authorization = '', cookie = '' } = request.headers;
    requests.push(`${request.method ?? ''} ${request.url ?? ''}${authorization}${cookie}`);
    const reply = replies.get(request.url ?? '') ?? { status: 404 };
    if (reply === 'hang') return;
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(reply.body);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, replies, requests };
}
