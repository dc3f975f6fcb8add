import type { ServerResponse } from 'node:http';
import type { Endpoint } from './routes.ts';

/** An answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `whole` declares the length; `chunked` does not; `cutOff` declares it and hangs up halfway. */
  readonly manner: 'whole' | 'chunked' | 'cutOff';
}

/** A JSON answer with exactly the content type of interface section 4.1. */
export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    manner: 'whole',
  };
}

/** A file-like download. The file name never holds the rid, which may be any text. */
export function downloadReply(endpoint: Endpoint, pem: string): Reply {
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${endpoint}.pem"`,
    },
    body: Buffer.from(pem),
    manner: 'whole',
  };
}

/** Sends the answer; `cutOff` destroys the connection once the first half is on its way. */
export function sendReply(response: ServerResponse, { status, headers, body, manner }: Reply): void {
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    ...(manner === 'chunked' ? {} : { 'content-length': String(body.length) }),
  });
  if (manner === 'cutOff') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  } else {
    response.end(body);
  }
}
