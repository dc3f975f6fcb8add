import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { type DeliveryEncoding, type DeliveryFields, encodeFields } from '#test/service/delivery.ts';

/** The result of a load. */
export interface LoadResult {
  /** Deliveries answered in a second. */
  readonly perSecond: number;
  /** 99th percentile of the milliseconds from the connection to the answer. */
  readonly p99Ms: number;
  readonly longestMs: number;
}

export interface Load {
  readonly port: number;
  /** Ready requests, all different. */
  readonly requests: readonly Buffer[];
  /** Connections at once; each carries one delivery. */
  readonly connections: number;
  /** Called before each delivery; `false` ends the load. Default: until all are sent. */
  readonly goesOn?: () => boolean;
}

const mediaTypes: Readonly<Record<DeliveryEncoding, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

/** Options for the requests of a load. */
export interface LoadPlan {
  readonly fields: DeliveryFields;
  readonly count: number;
  readonly encoding: DeliveryEncoding;
  readonly secret: string;
  readonly path: string;
  readonly port: number;
}

/** Deliveries that share one hook and one signature, whose use is limited. */
const PER_HOOK = 500;
const PER_SIGNATURE = 20;

/** Creates signed requests: the same material, each with another task, signed at times shortly before now. */
export function requestsOf({ fields, count, encoding, secret, path, port }: LoadPlan): Buffer[] {
  const now = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => {
    const body = encodeFields({ ...fields, task: `Task ${index}` }, encoding);
    const timestamp = String(now - Math.floor(index / PER_SIGNATURE));
    const token = createHmac('sha256', secret).update(timestamp).digest('hex');
    const head = [
      `POST ${path}${Math.floor(index / PER_HOOK)} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Content-Type: ${mediaTypes[encoding]}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `z-timestamp: ${timestamp}`,
      `z-token: ${token}`,
      'Connection: close',
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Sends every request once, with limited concurrency. Rejects if one is not answered with success. */
export async function sendLoad({
  port,
  requests,
  connections,
  goesOn = () => true,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    for (let index = next++; index < requests.length && goesOn(); index = next++) {
      times.push(await sendOne(port, requests[index] ?? Buffer.alloc(0)));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    longestMs: times.at(-1) ?? Number.NaN,
  };
}

function sendOne(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let head = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
    socket.on('data', (bytes) => {
      const isFirst = head === '';
      head += bytes.toString('latin1');
      if (!isFirst) return;
      if (/^HTTP\/1\.1 2\d\d /.test(head)) resolve(performance.now() - startedAt);
      else reject(new Error(`Answered with ${head.split('\r\n')[0]}`));
      socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('Closed without an answer')));
  });
}
