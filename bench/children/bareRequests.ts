import { Pool } from 'undici';
import { readService } from './childInput.ts';

/** Requests every order of a service by undici's bare `dispatch`, as NotAfter does. */
export interface BareRequests {
  /** Once through all orders. @param onBody receives each body; without it bodies are read and discarded */
  pull(onBody?: (rid: string, body: string) => void): Promise<void>;
}

/** @param connections are open at once */
export function bareRequests(input: {
  readonly serviceFile: string;
  readonly connections: number;
}): BareRequests {
  const { baseUrl, token, rids, caPem } = readService(input.serviceFile);
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'NotAfter/0',
  };
  const pool = new Pool(baseUrl, {
    connections: input.connections,
    pipelining: 1,
    connect: { ca: caPem },
  });

  const get = (rid: string, onData: (chunk: Buffer) => void) =>
    new Promise<void>((resolve, reject) => {
      let status = 0;
      pool.dispatch(
        { path: `/open/ssl/latest/${encodeURIComponent(rid)}`, method: 'GET', headers },
        {
          onRequestStart() {},
          onResponseStart(_controller, statusCode) {
            status = statusCode;
          },
          onResponseData: (_controller, chunk) => onData(chunk),
          onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`Answered with ${status}`))),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });

  return {
    async pull(onBody) {
      let next = 0;
      const worker = async () => {
        for (let index = next++; index < rids.length; index = next++) {
          const rid = rids[index] ?? '';
          const chunks: Buffer[] = [];
          await get(rid, (chunk) => {
            if (onBody !== undefined) chunks.push(chunk);
          });
          onBody?.(rid, Buffer.concat(chunks).toString('utf8'));
        }
      };
      await Promise.all(Array.from({ length: input.connections }, worker));
    },
  };
}
