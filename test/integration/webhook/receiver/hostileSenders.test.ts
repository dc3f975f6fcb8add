import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeFields } from '#test/service/delivery.ts';
import { loopbackTls } from '#test/support/bareReceiver.ts';
import { fields, type HandlerSetUp, requestText, send, setUpHandler } from './deliveryHarness.ts';

/** The largest body, as much framing, and one read beyond that. */
const MOST_READ_BYTES = 800_000;

interface Flood {
  readonly first: string;
  readonly again: string;
}

/** Waits for the end of a connection, which may be reset. It is destroyed after its test at the latest. */
async function closed(socket: Socket): Promise<void> {
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

/** Sends `first` and then `again` without end, until the receiver closes. */
async function flood(socket: Socket, { first, again }: Flood): Promise<void> {
  const block = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)), 'latin1');
  const ending = closed(socket);
  const more = () => {
    while (socket.writable && socket.write(block));
  };
  socket.write(first);
  socket.on('drain', more);
  more();
  await ending;
}

/** The real receiver, with what it read from all connections together, as they come from the network. */
async function setUpCounted(setUp: HandlerSetUp = {}) {
  const made = await setUpHandler(setUp);
  const sockets: Socket[] = [];
  made.server.on('connection', (socket: Socket) => sockets.push(socket));
  const readBytes = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  return { ...made, readBytes };
}

const json = encodeFields({ ...fields }, 'json');

/** The head of a delivery in chunks. */
const head = (...headers: [string, string][]) =>
  requestText({
    without: ['content-length'],
    headers: [['transfer-encoding', 'chunked'], ...headers],
    body: '',
  });

const heads: readonly (readonly [string, () => string])[] = [
  ['an unsigned delivery', () => head(['z-token', '0'.repeat(64)])],
  ['a signed delivery', () => head()],
  ['a signed delivery that expects 100 Continue', () => head(['expect', '100-continue'])],
];

const endings: readonly (readonly [string, Flood])[] = [
  ['zeros of a chunk size', { first: '', again: '0' }],
  ['an endless chunk extension', { first: '1;a=', again: 'b' }],
  ['extensions of small chunks', { first: '', again: `1;a=${'b'.repeat(500)}\r\n \r\n` }],
  ['chunks of one byte', { first: '', again: '1\r\n \r\n' }],
  ['a trailer', { first: '0\r\n', again: 'a: b\r\n' }],
];

describe('a sender that sends without end', () => {
  it.each(
    heads.flatMap(([delivery, start]) =>
      endings.map(([name, { first, again }]) => [name, delivery, start, first, again] as const),
    ),
  )('is left with %s after %s', async (_name, _delivery, start, first, again) => {
    const { port, kept, entries, readBytes } = await setUpCounted();
    await flood(connect(port, '127.0.0.1'), { first: start() + first, again });
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
    expect(entries).toMatchObject([{ outcome: { kind: 'refused' } }]);
    expect(kept).toEqual([]);
    expect(await send(port, requestText())).toMatchObject({ status: 204 });
  });

  it('is left when it sends blank lines before a request', async () => {
    const { port, entries, readBytes } = await setUpCounted();
    await flood(connect(port, '127.0.0.1'), { first: '', again: '\r\n' });
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
    const outcome = { kind: 'refused', reason: { kind: 'badRequest', code: 'WIRE_BUDGET' } };
    expect(entries).toMatchObject([{ status: 400, outcome }]);
  });

  it.each([
    ['blank lines', '\r\n'],
    ['requests', requestText()],
  ])('is left with %s behind a delivery that is being stored', async (_name, again) => {
    const { port, kept, readBytes } = await setUpCounted({ keep: () => new Promise(() => undefined) });
    await flood(connect(port, '127.0.0.1'), { first: requestText(), again });
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
    expect(kept).toHaveLength(1);
  });

  it.each([
    ['blank lines', '\r\n'],
    ['requests', requestText()],
  ])('is left with %s behind a delivery that was replayed', async (_name, again) => {
    const { port, entries, readBytes } = await setUpCounted({ keep: async () => ({ kind: 'replayed' }) });
    await flood(connect(port, '127.0.0.1'), { first: requestText(), again });
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
    expect(entries).toMatchObject([{ outcome: { kind: 'replayed' } }]);
  });

  it.each(endings)('is left behind TLS with %s', async (_name, { first, again }) => {
    const { port, readBytes } = await setUpCounted({ tls: await loopbackTls() });
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await flood(socket, { first: head() + first, again });
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
  });

  it('is left behind TLS when each piece is a byte', async () => {
    const { port, entries, readBytes } = await setUpCounted({ tls: await loopbackTls() });
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    const ending = closed(socket);
    await once(socket, 'secureConnect');
    socket.write(`${head()}10000\r\n`);
    // Each write is a record of TLS.
    const more = () => {
      for (let count = 0; count < 1_000 && socket.writable; count += 1) socket.write('x');
      if (socket.writable) setImmediate(more);
    };
    more();
    await ending;
    expect(readBytes()).toBeLessThan(MOST_READ_BYTES);
    expect(entries).toMatchObject([{ outcome: { kind: 'refused' } }]);
  });

  it('may send the largest delivery in pieces of an ordinary size', async () => {
    const { port, kept } = await setUpCounted();
    const body = encodeFields({ ...fields, padding: 'x'.repeat(200_000) }, 'json');
    const pieces = (body.match(/[\s\S]{1,100}/gu) ?? []).map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    expect(await send(port, head(), `${pieces.join('')}0\r\n\r\n`)).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ bodyBytes: Buffer.byteLength(body) }]);
  });
});

describe('a delivery with its key', () => {
  it('is no longer in what was read from the network when it is stored', async () => {
    const { server, port, kept } = await setUpHandler();
    const read: Buffer[] = [];
    server.on('connection', (socket: Socket) => socket.on('data', (piece: Buffer) => read.push(piece)));
    expect(await send(port, requestText())).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ fields }]);
    const left = Buffer.concat(read);
    expect(left.length).toBeGreaterThan(json.length);
    expect(left.every((byte) => byte === 0)).toBe(true);
  });
});
