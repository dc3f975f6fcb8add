import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askHolder } from '#main/cli/client.ts';
import { type Handshake, PROTOCOL, proofOf, toLine } from '#main/cli/protocol.ts';
import { CommandServer } from '#main/cli/server.ts';
import { readAddress, writeAddress } from '#main/cli/socket.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const passphrase = 'correct horse battery staple';
const platform = process.platform;
const ask = {
  kind: 'run' as const,
  words: ['export', 'Shop'],
  cwd: '/',
  process: process.pid,
  credentials: null,
  secret: passphrase,
  path: null,
  terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
};
const key = 'k'.repeat(64);
const success = '{"taken":true}\n{"out":"written\\n"}\n{"exit":0}\n';

/** The state after a crash: the address file of an app that has ended, and another program listens at the address. */
async function strangerInPlace(serve: (socket: Socket, path: string) => void) {
  const userData = temporaryFolder();
  const path = join(userData, 'command', 'socket');
  mkdirSync(dirname(path), { mode: 0o700 });
  writeAddress(userData, { path, key });
  const seen: string[] = [];
  const stranger = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => seen.push(String(bytes)));
    serve(socket, path);
  }).listen(path);
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  return { userData, path, seen };
}

async function asked(userData: string, stepWithinMs?: number) {
  const printed: string[] = [];
  const output = { out: (text: string) => printed.push(text), err: (text: string) => printed.push(text) };
  const limit = stepWithinMs === undefined ? {} : { stepWithinMs };
  return { answer: await askHolder({ userData, platform, output, ...limit }, ask), printed };
}

/** Answers the hello of a command with this proof, like a server. */
function answering(proof: (handshake: Handshake) => string, protocol = PROTOCOL) {
  return (socket: Socket, path: string) => {
    socket.once('data', (bytes) => {
      const { nonce: clientNonce } = JSON.parse(String(bytes));
      const serverNonce = randomBytes(32).toString('hex');
      const handshake = { key, path, clientNonce, serverNonce, protocol, version: '2.0.0' };
      socket.write(toLine({ protocol, version: '2.0.0', nonce: serverNonce, proof: proof(handshake) }));
      socket.write(success);
    });
  };
}

describe('another program at the address of a crashed app', () => {
  it.each<[string, (socket: Socket, path: string) => void]>([
    ['speaks first', (socket) => void socket.write(success)],
    ['answers as if all were well', (socket) => void socket.once('data', () => socket.write(success))],
    ['sends rubbish', (socket) => void socket.write(`${'x'.repeat(2_000_000)}\n`)],
    ['makes up a proof', answering(() => 'a'.repeat(64))],
    [
      'signs with another key',
      answering((handshake) => proofOf('server', { ...handshake, key: 'x'.repeat(64) })),
    ],
    ['has a proof of the other side', answering((handshake) => proofOf('client', handshake))],
    [
      'relays the proof of another address',
      answering((handshake) => proofOf('server', { ...handshake, path: '/x' })),
    ],
    ['claims another version', answering(() => 'a'.repeat(64), 99)],
  ])('never gets the request, and is detected: one that %s', async (_what, serve) => {
    const { userData, path, seen } = await strangerInPlace(serve);
    const { answer, printed } = await asked(userData);
    expect(answer).toEqual({ kind: 'stranger', path });
    expect(printed).toEqual([]);
    expect(seen.join('')).toMatch(/^(\{"nonce":"[0-9a-f]{64}"\}\n)?$/u);
  });

  it('is not awaited when it sends nothing', async () => {
    const { userData, seen } = await strangerInPlace(() => undefined);
    expect((await asked(userData, 100)).answer).toEqual({ kind: 'silent' });
    expect(seen.join('')).not.toContain(passphrase);
  });

  it.each<[string, (folder: string) => void]>([
    ['others may write to', (folder) => chmodSync(folder, 0o777)],
    ['others may read', (folder) => chmodSync(folder, 0o750)],
    [
      'is reached through a link',
      (folder) => {
        renameSync(folder, `${folder}.there`);
        symlinkSync(`${folder}.there`, folder);
      },
    ],
  ])('is not connected to in a folder that %s', async (_what, spoil) => {
    const connected = vi.fn();
    const { userData, path } = await strangerInPlace(connected);
    spoil(dirname(path));
    expect((await asked(userData)).answer).toEqual({ kind: 'stranger', path });
    expect(connected).not.toHaveBeenCalled();
  });
});

it('an app of another version is detected after its proof, and gets nothing', async () => {
  const { userData, seen } = await strangerInPlace(
    answering((handshake) => proofOf('server', handshake), 99),
  );
  expect((await asked(userData)).answer).toEqual({ kind: 'mismatch', version: '2.0.0' });
  expect(seen.join('')).not.toContain(passphrase);
});

it('an app that has just started at the same address is accepted by a command that read the old address', async () => {
  const userData = temporaryFolder();
  const { logger } = createRecordingLogger();
  const server = new CommandServer({
    places: { userData, platform, runtimeFolder: undefined, temporaryFolder: userData },
    version: '1.0.0',
    holder: 'app',
    isForHere: async () => true,
    run: async () => 0,
    giveWay: () => undefined,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    scheduler: systemScheduler,
    logger,
  });
  server.start();
  onTestFinished(() => server.dispose());
  const current = readAddress(userData);
  if (current === null) throw new Error('no address');
  const probe = connect(current.path);
  await once(probe, 'connect');
  probe.destroy();
  writeAddress(userData, { path: current.path, key });
  const asking = asked(userData);
  // The command has read the old key by now, and is connecting.
  writeAddress(userData, current);
  expect((await asking).answer).toEqual({ kind: 'exit', code: 0 });
});
