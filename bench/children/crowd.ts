import { connect, type Socket } from 'node:net';
import { type DeliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { childInput } from './childInput.ts';

/**
 * Clients of a receiver. `honest`: `count` deliveries of one second at once, each with its own connection and
 * task; prints the number answered with 204, and the milliseconds until the last answer.
 * `strangers`: `count` connections that send nothing, half a head, or a signed head without a body, 50 with unsigned
 * deliveries and 8 with forged bodies under a captured signature; each is replaced as soon as it is closed. Prints a
 * line when all are connected, and runs until it is stopped.
 */
const { role, count, port, path, secret, fields } = childInput<{
  role: 'honest' | 'strangers';
  count: number;
  port: number;
  path: string;
  secret: string;
  fields: DeliveryFields;
}>();

const timestamp = String(Math.floor(Date.now() / 1000));
const token = signTimestamp(timestamp, secret);

function request(change: object, signedWith = token): Buffer {
  const body = encodeFields({ ...fields, ...change }, 'json');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `z-timestamp: ${timestamp}`,
    `z-token: ${signedWith}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function open(): Socket {
  return connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => undefined);
}

async function sendHonest(): Promise<void> {
  const requests = Array.from({ length: count }, (_, index) => request({ task: `Task ${index}` }));
  const startedAt = performance.now();
  const times: number[] = [];
  const deliver = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      const socket = open();
      socket.once('data', (answer) => {
        if (answer.toString('latin1').startsWith('HTTP/1.1 204')) times.push(performance.now() - startedAt);
      });
      socket.once('close', () => resolve());
      socket.write(bytes);
    });
  await Promise.all(requests.map(deliver));
  process.stdout.write(`${JSON.stringify({ answered: times.length, lastMs: Math.max(0, ...times) })}\n`);
}

let closed = 0;

function hold(
  connections: number,
  words: (index: number) => Buffer | string,
  atMost = Number.POSITIVE_INFINITY,
): void {
  let sent = 0;
  const next = () => {
    if (sent >= atMost) return;
    const bytes = words(sent);
    sent += 1;
    const socket = open().resume();
    socket.once('close', () => {
      closed += 1;
      setTimeout(next, 5);
    });
    if (bytes.length > 0) socket.write(bytes);
  };
  for (let index = 0; index < connections; index += 1) next();
}

if (role === 'honest') {
  await sendHonest();
} else {
  const genuine = request({ task: 'Captured' });
  const unsigned = request({ task: 'Unsigned' }, '0'.repeat(64));
  const head = genuine.subarray(0, genuine.indexOf('\r\n\r\n') + 4);
  hold(count, (index) => ['', `POST ${path} HTTP/1.1\r\nHost: l`, head][index % 3] ?? '');
  hold(50, () => unsigned);
  hold(4, (index) => request({ task: `Forged ${index}`, key: 'forged' }), 500);
  hold(4, (index) => request({ ssl: `Forged ${index}`, task: '', more: 'x'.repeat(250_000) }), 500);
  setInterval(() => {
    if (closed > 100) process.stdout.write('ready\n');
  }, 100);
}
