import { Pool } from 'undici';
import { answer, childInput, readService } from './childInput.ts';

/**
 * The floor of a sync: every order requested by undici's bare `dispatch`, as NotAfter does, over as many connections, bodies
 * read and discarded. Twice: cold, then warm.
 */
const input = childInput<{ serviceFile: string; connections: number }>();

const startedAt = performance.now();
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
await pull();
const firstMs = performance.now() - startedAt;
const againAt = performance.now();
await pull();
answer({ firstMs, againMs: performance.now() - againAt });

/** Once through all orders. */
async function pull(): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < rids.length; index = next++) await get(rids[index] ?? '');
  };
  await Promise.all(Array.from({ length: input.connections }, worker));
}

function get(rid: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { path: `/open/ssl/latest/${encodeURIComponent(rid)}`, method: 'GET', headers },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`Answered with ${status}`))),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
