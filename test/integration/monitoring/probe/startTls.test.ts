import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, type Turn } from '#test/unit/monitoring/probe/playDialogue.ts';
import { agreements, refusals } from '#test/unit/monitoring/probe/transcripts.ts';
import { type FarmLeaf, leafOf, probe, resultOf, servePlain, servingOf } from './farm.ts';

let leaf: FarmLeaf;

beforeAll(async () => {
  leaf = await leafOf();
});

/** Plays the server's part of a transcript on a socket, and rejects if the client sends something else. */
async function talk(socket: Socket, turns: readonly Turn[]): Promise<void> {
  for (const turn of turns) {
    if ('server' in turn) {
      socket.write(bytesOf(turn.server));
      continue;
    }
    const expected = bytesOf(turn.client);
    const said = await exactly(socket, expected.length);
    expect(said.toString('latin1')).toBe(expected.toString('latin1'));
  }
}

/** Reads exactly this many bytes, because the client's TLS may follow at once. */
function exactly(socket: Socket, count: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const read = () => {
    const bytes: Buffer | null = socket.read(count);
    if (bytes === null) socket.once('readable', read);
    else resolve(bytes);
  };
  socket.once('close', () => reject(new Error('closed')));
  read();
  return promise;
}

/** Plays a transcript, then speaks TLS on the same connection. @param before TLS: in a separate packet */
async function serveAfter(turns: readonly Turn[], before = '') {
  const secureContext = createSecureContext(servingOf(leaf));
  const faults: unknown[] = [];
  const begin = async (socket: Socket) => {
    await talk(socket, turns);
    if (before !== '') socket.write(before);
    new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined);
  };
  const { port, open } = await servePlain((socket) => {
    void begin(socket).catch((fault) => faults.push(fault));
  });
  return { port, open, faults };
}

// XMPP between servers has a fixed port, which is not free on every machine.
const atAnyPort = agreements.filter(({ topic }) => topic === undefined);

describe.each(atAnyPort)('$protocol, $title', ({ protocol, turns }) => {
  it('returns the certificate that is served after STARTTLS', async () => {
    const { port, open, faults } = await serveAfter(turns);
    const outcome = await probe({ port, protocol });
    expect(outcome).toMatchObject({ kind: 'served', leaf: { commonName: 'shop.example', findings: [] } });
    expect(faults).toEqual([]);
    await expect.poll(open).toBe(0);
  });
});

describe.each(refusals)('$protocol, a server that $title', ({ protocol, turns }) => {
  it('is reported as a server without STARTTLS', async () => {
    const { port } = await serveAfter(turns);
    expect(resultOf(await probe({ port, protocol }))).toMatchObject({ kind: 'noStartTls' });
  });
});

const smtp = agreements.find(({ protocol }) => protocol === 'smtp')?.turns ?? [];

it('text in the packet that begins TLS is refused', async () => {
  const turns = smtp.map((turn, place) =>
    place === smtp.length - 1 && 'server' in turn ? { server: `${turn.server}250 injected\r\n` } : turn,
  );
  const { port } = await serveAfter(turns);
  expect(resultOf(await probe({ port, protocol: 'smtp' }))).toEqual({
    kind: 'noStartTls',
    detail: '250 injected',
  });
});

it('text in a packet after the one that begins TLS is not TLS', async () => {
  const { port } = await servePlain((socket) => {
    void talk(socket, smtp).then(() => socket.once('readable', () => socket.write('250 injected\r\n')));
  });
  expect(resultOf(await probe({ port, protocol: 'smtp' }))).toEqual({ kind: 'notTls' });
});

it('a server that closes the connection in the dialogue is reported as closed', async () => {
  const { port } = await servePlain((socket) => socket.end('220-mail\r\n'));
  expect(resultOf(await probe({ port, protocol: 'smtp' }))).toEqual({ kind: 'closed' });
});
