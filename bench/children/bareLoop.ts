import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Pool } from 'undici';
import { answer, childInput, readService } from './childInput.ts';

/** The floor of a sync: the same requests over as many connections, bodies read and discarded. Twice: cold, then warm. */
const { serviceFile, connections } = childInput<{ serviceFile: string; connections: number }>();
const { baseUrl, token, rids, caPem } = readService(serviceFile);
const headers = {
  authorization: `Bearer ${token}`,
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'NotAfter/0',
};

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
const pool = new Pool(baseUrl, { connections, pipelining: 1, connect: { ca: caPem } });
await pull();
const firstMs = performance.now() - startedAt;
const cpu = process.cpuUsage(cpuBefore);
const longestDelayMs = delay.max / 1e6;
const againAt = performance.now();
await pull();
answer({
  firstMs,
  cpuMs: (cpu.user + cpu.system) / 1000,
  longestDelayMs,
  againMs: performance.now() - againAt,
});

async function pull(): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < rids.length) {
      const rid = rids[next] ?? '';
      next += 1;
      await get(`/open/ssl/latest/${encodeURIComponent(rid)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

function get(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { path, method: 'GET', headers },
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
