import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STALLED_MS } from '#main/cli/answerWriter.ts';
import { askHolder, isAnybodyThere } from '#main/cli/client.ts';
import { STEP_WITHIN_MS } from '#main/cli/clientConnection.ts';
import {
  CHUNK_MAX,
  type Handshake,
  PROOF_MAX,
  PROTOCOL,
  proofOf,
  REQUEST_LINE_MAX,
  type RunRequest,
  toLine,
} from '#main/cli/protocol.ts';
import { CommandServer, type CommandServerPorts, UNPROVEN_MAX } from '#main/cli/server.ts';
import type { SocketPlaces } from '#main/cli/socket.ts';
import { readAddress } from '#main/cli/socket.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const patience = { timeout: 5000, interval: 5 };
const ask: RunRequest = {
  kind: 'run',
  words: ['status'],
  cwd: '/',
  process: process.pid,
  credentials: null,
  secret: null,
  path: null,
  terminal: { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' },
};

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');

function placesIn(userData: string, runtimeFolder?: string): SocketPlaces {
  return { userData, platform: process.platform, runtimeFolder, temporaryFolder: tmpdir() };
}

function portsOf(places: SocketPlaces): Omit<CommandServerPorts, 'logger'> {
  return {
    places,
    version: '1.0.0',
    holder: 'app',
    isForHere: async () => true,
    run: async () => 0,
    giveWay: () => undefined,
    randomHex,
    scheduler: systemScheduler,
  };
}

async function serve(given: Partial<CommandServerPorts> = {}) {
  const places = given.places ?? placesIn(temporaryFolder());
  const { userData } = places;
  const { logger, lines } = createRecordingLogger();
  const server = new CommandServer({ ...portsOf(places), logger, ...given });
  server.start();
  onTestFinished(() => server.dispose());
  await vi.waitFor(() => expect(readAddress(userData)).not.toBeNull(), patience);
  return {
    userData,
    server,
    log: lines,
    path: readAddress(userData)?.path ?? '',
    key: readAddress(userData)?.key ?? '',
  };
}

function client(userData: string) {
  const printed: string[] = [];
  const output = {
    out: (text: string) => printed.push(text),
    err: (text: string) => printed.push(`! ${text}`),
  };
  return {
    printed,
    asked: (question: Parameters<typeof askHolder>[1] = ask) =>
      askHolder({ userData, platform: process.platform, output }, question),
  };
}

interface Server {
  readonly path: string;
  readonly key: string;
}

/** A command's handshake with its nonces, and the server's first line. */
async function shakeHands({ path, key }: Server) {
  const socket = connect(path);
  socket.on('error', () => undefined);
  const clientNonce = randomHex(32);
  socket.write(toLine({ nonce: clientNonce }));
  const [bytes] = await once(socket, 'data');
  const { nonce: serverNonce, protocol, version, proof } = JSON.parse(String(bytes));
  const handshake: Handshake = { key, path, clientNonce, serverNonce, protocol, version };
  return { socket, handshake, proof };
}

/** The command's proof and its request. */
function question(handshake: Handshake): string {
  return toLine({ proof: proofOf('client', handshake) }) + toLine({ ask });
}

/** All output until the end. */
async function rest(socket: ReturnType<typeof connect>): Promise<string> {
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(got).toString();
}

/** Sends bytes unchanged, and returns all output until the end. */
async function raw(path: string, bytes: string | Buffer): Promise<string> {
  const socket = connect(path);
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(got).toString();
}

describe('the socket for commands', () => {
  it('is accessible to the user only', async () => {
    const { userData, path } = await serve();
    await vi.waitFor(() => expect(statSync(path).mode & 0o777).toBe(0o600), patience);
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(join(userData, 'command')).mode & 0o777).toBe(0o700);
    expect(statSync(join(userData, 'command-address.json')).mode & 0o777).toBe(0o600);
  });

  it('replaces what a killed process left, whatever its permissions', async () => {
    const userData = temporaryFolder();
    mkdirSync(join(userData, 'command'));
    chmodSync(join(userData, 'command'), 0o777);
    const dead = createServer().listen(join(userData, 'command', 'socket'));
    await once(dead, 'listening');
    writeFileSync(join(userData, 'command-address.json'), 'half a fi', { mode: 0o644 });
    await serve({ places: placesIn(userData) });
    expect(statSync(join(userData, 'command')).mode & 0o777).toBe(0o700);
    expect(statSync(join(userData, 'command-address.json')).mode & 0o777).toBe(0o600);
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    dead.close();
  });

  it.each([
    ['the runtime folder of the session', 0o700, true],
    ['the folder for temporary files, as others can write to the runtime folder', 0o770, false],
  ])('has a short path if the data path is too long for a socket: in %s', async (_, mode, isThere) => {
    const userData = join(temporaryFolder(), 'x'.repeat(120));
    mkdirSync(userData);
    const runtime = temporaryFolder();
    chmodSync(runtime, mode);
    const { path, server } = await serve({ places: placesIn(userData, runtime) });
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(path.startsWith(runtime)).toBe(isThere);
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    server.dispose();
    expect(existsSync(path)).toBe(false);
  });

  it('is never reached through a link', async () => {
    const userData = temporaryFolder();
    const elsewhere = temporaryFolder();
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(userData, 'command'));
    const { logger, lines } = createRecordingLogger();
    const server = new CommandServer({ ...portsOf(placesIn(userData)), logger });
    onTestFinished(() => server.dispose());
    server.start();
    expect(lines.map(({ message }) => message)).toEqual(['Commands are not taken']);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
  });

  it('is removed with its server, and then no app is found', async () => {
    const { userData, server, path } = await serve();
    const isThere = () => isAnybodyThere({ userData, platform: process.platform });
    expect(await isThere()).toBe(true);
    server.dispose();
    expect(existsSync(path)).toBe(false);
    expect(await isThere()).toBe(false);
    expect(await client(userData).asked()).toEqual({ kind: 'noApp' });
  });

  it('is created later if its address cannot be replaced at first, as while a virus scanner reads it on Windows', async () => {
    const userData = temporaryFolder();
    mkdirSync(join(userData, 'command-address.json'));
    const { logger, lines } = createRecordingLogger();
    const time = createFakeTime();
    const server = new CommandServer({
      ...portsOf(placesIn(userData)),
      logger,
      scheduler: time.scheduler,
    });
    onTestFinished(() => server.dispose());
    server.start();
    await time.advance(5 * 60_000);
    expect(await client(userData).asked()).toEqual({ kind: 'noApp' });
    rmdirSync(join(userData, 'command-address.json'));
    await time.advance(60_000);
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    expect(lines.map(({ message }) => message)).toEqual(['Commands are not taken']);
  });

  it('is not created after the end', async () => {
    const userData = temporaryFolder();
    mkdirSync(join(userData, 'command-address.json'));
    const time = createFakeTime();
    const server = new CommandServer({
      ...portsOf(placesIn(userData)),
      logger: createRecordingLogger().logger,
      scheduler: time.scheduler,
    });
    server.start();
    server.dispose();
    rmdirSync(join(userData, 'command-address.json'));
    await time.advance(60_000);
    expect(readAddress(userData)).toBeNull();
    expect(time.pending()).toBe(0);
  });

  it('disables only the commands if it cannot be created', () => {
    const { logger, lines } = createRecordingLogger();
    const userData = join(temporaryFolder(), 'missing');
    writeFileSync(userData, '');
    const server = new CommandServer({ ...portsOf(placesIn(userData)), logger });
    server.start();
    server.dispose();
    expect(lines.map(({ message }) => message)).toEqual(['Commands are not taken']);
  });
});

describe('a requested command', () => {
  it('that is not for this process is not taken, so that its client runs it', async () => {
    const { userData } = await serve({ isForHere: async () => false });
    const { printed, asked } = client(userData);
    expect(await asked()).toEqual({ kind: 'noApp' });
    expect(printed).toEqual([]);
  });

  it('never splits a character between two parts of its output', async () => {
    const text = `${'x'.repeat(CHUNK_MAX - 1)}🔒`;
    const { userData } = await serve({
      run: async (_request, output) => {
        output.out(text);
        return 0;
      },
    });
    const { printed, asked } = client(userData);
    await asked();
    expect(printed).toEqual(['x'.repeat(CHUNK_MAX - 1), '🔒']);
  });

  it('gets all output in order, and the exit code', async () => {
    const long = '订单🔒'.repeat(20_000);
    const { userData } = await serve({
      run: async (request, output) => {
        output.out(`${request.words.join(' ')}\n`);
        output.err('a warning');
        output.out(long);
        return 7;
      },
    });
    const { printed, asked } = client(userData);
    expect(await asked()).toEqual({ kind: 'exit', code: 7 });
    expect(printed.slice(0, 2)).toEqual(['status\n', '! a warning']);
    expect(printed.slice(2).join('')).toBe(long);
  });

  it('gets 100 MB that were written at once, and what follows them', async () => {
    const document = '订单 order\n'.repeat(8_000_000);
    const { userData } = await serve({
      run: async (_request, output) => {
        output.out(document);
        output.err('a warning');
        return 2;
      },
    });
    const { printed, asked } = client(userData);
    expect(await asked()).toEqual({ kind: 'exit', code: 2 });
    expect(printed.at(-1)).toBe('! a warning');
    expect(printed.slice(0, -1).join('') === document).toBe(true);
  });

  it.each([
    [70 * 1024 * 1024, true],
    [1024 * 1024, false],
  ])(
    'of which nobody reads %i characters for half a minute is cancelled: %s',
    async (length, isCancelled) => {
      const time = createFakeTime();
      const began = Promise.withResolvers<AbortSignal>();
      const served = await serve({
        scheduler: time.scheduler,
        run: async (_request, output, signal) => {
          output.out('x'.repeat(length));
          began.resolve(signal);
          return 0;
        },
      });
      const { socket, handshake } = await shakeHands(served);
      socket.pause();
      socket.write(question(handshake));
      const signal = await began.promise;
      // What the command wrote waits, and then also its exit code.
      await setImmediate();
      time.advanceSync(STALLED_MS);
      await served.server.settled();
      if (isCancelled) await vi.waitFor(() => expect(signal.aborted).toBe(true), patience);
      expect(signal.aborted).toBe(isCancelled);
      const got = await rest(socket.resume());
      expect(got.endsWith(toLine({ exit: 0 }))).toBe(!isCancelled);
    },
  );

  it('is awaited, also if it started while another one was awaited', async () => {
    const ends = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    let begun = 0;
    const { userData, server } = await serve({
      run: async () => {
        begun += 1;
        return await (ends[begun - 1]?.promise ?? 0);
      },
    });
    const first = client(userData).asked();
    await vi.waitFor(() => expect(begun).toBe(1), patience);
    let isSettled = false;
    const settling = server.settled().then(() => {
      isSettled = true;
    });
    const second = client(userData).asked();
    await vi.waitFor(() => expect(begun).toBe(2), patience);
    ends[0]?.resolve(0);
    expect(await first).toEqual({ kind: 'exit', code: 0 });
    expect(isSettled).toBe(false);
    ends[1]?.resolve(0);
    await settling;
    await second;
  });

  it('may name 5,000 orders', async () => {
    const words = ['status', ...Array.from({ length: 5000 }, (_, index) => `${index}-${'r'.repeat(80)}`)];
    const run = vi.fn(async (_request: RunRequest) => 0);
    const { userData } = await serve({ run });
    expect(await client(userData).asked({ ...ask, words })).toEqual({ kind: 'exit', code: 0 });
    expect(run.mock.calls[0]?.[0].words).toEqual(words);
  });

  it('runs at the same time as another one', async () => {
    const first = Promise.withResolvers<number>();
    const { userData } = await serve({
      run: (request) => (request.words[0] === 'sync' ? first.promise : Promise.resolve(2)),
    });
    const slow = client(userData).asked({ ...ask, words: ['sync'] });
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 2 });
    first.resolve(1);
    expect(await slow).toEqual({ kind: 'exit', code: 1 });
  });

  it('ends when its terminal is closed', async () => {
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const served = await serve({
      run: (_request, _output, signal) =>
        new Promise((resolve) => {
          begun.resolve();
          signal.addEventListener('abort', () => {
            ended.resolve();
            resolve(130);
          });
        }),
    });
    const { socket, handshake } = await shakeHands(served);
    socket.write(question(handshake));
    await begun.promise;
    socket.destroy();
    await ended.promise;
    await served.server.settled();
  });

  it('reports that the app ended before the command', async () => {
    const { userData, server } = await serve({
      run: (_request, output) => {
        output.out('begun');
        return new Promise(() => undefined);
      },
    });
    const { printed, asked } = client(userData);
    const asking = asked();
    await vi.waitFor(() => expect(printed).toEqual(['begun']), patience);
    server.dispose();
    expect(await asking).toEqual({ kind: 'cut' });
  });

  it('is not accepted if the app ends before it reads the request: it can run elsewhere', async () => {
    const { userData, server } = await serve();
    const { asked } = client(userData);
    const asking = asked();
    server.dispose();
    expect(await asking).toEqual({ kind: 'noApp' });
  });

  it('reports a bug without details, which are in the log', async () => {
    const { userData, log } = await serve({
      run: async () => {
        throw new Error('secret');
      },
    });
    expect(await client(userData).asked()).toEqual({ kind: 'failed' });
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  it('can ask which process it is, which asks a command to end', async () => {
    const giveWay = vi.fn();
    const { userData } = await serve({ holder: 'command', giveWay });
    expect(await client(userData).asked({ kind: 'giveWay' })).toEqual({ kind: 'holder', holder: 'command' });
    expect(giveWay).toHaveBeenCalledOnce();
  });
});

describe('a connection that is no command', () => {
  it.each([
    ['an invalid line', 'GET / HTTP/1.1\r\n\r\n'],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 0x0a])],
    ['a line without an end', 'x'.repeat(PROOF_MAX + 1)],
    ['a request without a proof', toLine({ ask })],
    ['an invalid nonce', toLine({ nonce: 'short' })],
  ])('gets no answer and does nothing: %s', async (_what, bytes) => {
    const run = vi.fn(async () => 0);
    const { path } = await serve({ run });
    expect(await raw(path, bytes)).toBe('');
    expect(run).not.toHaveBeenCalled();
  });

  it('gets only the version, a nonce and a proof before its own proof, even if it knows the key', async () => {
    const server = await serve();
    const { handshake, proof } = await shakeHands(server);
    expect(handshake.protocol).toBe(PROTOCOL);
    expect(proof).toBe(proofOf('server', handshake));
    expect(proof).not.toContain(server.key);
  });

  it.each<[string, (handshake: Handshake, proof: string) => string]>([
    ['another key', (handshake) => proofOf('client', { ...handshake, key: 'k'.repeat(64) })],
    ['the proof of the server, sent back', (_handshake, proof) => proof],
    ['a proof for another place', (handshake) => proofOf('client', { ...handshake, path: '/elsewhere' })],
    [
      'the proof of another connection',
      (handshake) => proofOf('client', { ...handshake, serverNonce: randomHex(32) }),
    ],
    [
      'swapped nonces',
      ({ clientNonce: serverNonce, serverNonce: clientNonce, ...handshake }) =>
        proofOf('client', { ...handshake, clientNonce, serverNonce }),
    ],
    ['nothing', () => ''],
  ])('is closed with %s as its proof', async (_what, proofFor) => {
    const run = vi.fn(async () => 0);
    const { socket, handshake, proof } = await shakeHands(await serve({ run }));
    socket.write(toLine({ proof: proofFor(handshake, proof) }) + toLine({ ask }));
    expect(await rest(socket)).toBe('');
    expect(run).not.toHaveBeenCalled();
  });

  it('is closed when a line is too long; the limit is lower before the proof', async () => {
    const run = vi.fn(async () => 0);
    const served = await serve({ run, scheduler: createFakeTime().scheduler });
    const unproven = await shakeHands(served);
    unproven.socket.write('x'.repeat(PROOF_MAX + 1));
    expect(await rest(unproven.socket)).toBe('');
    const proven = await shakeHands(served);
    proven.socket.write(toLine({ proof: proofOf('client', proven.handshake) }));
    proven.socket.write('x'.repeat(REQUEST_LINE_MAX + 1));
    expect(await rest(proven.socket)).toBe('');
    expect(run).not.toHaveBeenCalled();
  });

  it('is closed, and its command ended, when it sends a second request', async () => {
    const signals: AbortSignal[] = [];
    const { socket, handshake } = await shakeHands(
      await serve({
        run: (_request, _output, signal) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      }),
    );
    socket.write(question(handshake) + toLine({ ask }));
    await rest(socket);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is closed when a step takes too long, even if bytes keep arriving', async () => {
    const time = createFakeTime();
    const served = await serve({ scheduler: time.scheduler });
    const silent = connect(served.path);
    const { socket, handshake } = await shakeHands(served);
    await vi.waitFor(() => expect(time.pending()).toBe(2), patience);
    time.advanceSync(STEP_WITHIN_MS - 1);
    socket.write(toLine({ proof: proofOf('client', handshake) }).slice(0, -1));
    time.advanceSync(1);
    expect(await rest(silent)).toBe('');
    expect(await rest(socket)).toBe('');
  });

  it('blocks no command, even with many open connections', async () => {
    const run = vi.fn(async () => 0);
    const { path, userData } = await serve({ run });
    const held = Array.from({ length: UNPROVEN_MAX }, () => connect(path));
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    onTestFinished(() => {
      for (const socket of held) socket.destroy();
    });
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    await vi.waitFor(() => expect(held.filter(({ closed }) => closed)).toHaveLength(1), patience);
  });

  it('uses no slot of a proven command: sixteen of them run at the same time', async () => {
    let running = 0;
    const finish = Promise.withResolvers<number>();
    const { path, userData } = await serve({
      run: () => {
        running += 1;
        return finish.promise;
      },
    });
    const commands = Array.from({ length: 16 }, () => client(userData).asked());
    await vi.waitFor(() => expect(running).toBe(16), patience);
    const held = Array.from({ length: 2 * UNPROVEN_MAX }, () => connect(path).on('error', () => undefined));
    await vi.waitFor(() => expect(held.filter(({ closed }) => closed)).toHaveLength(UNPROVEN_MAX), patience);
    expect(await client(userData).asked()).toEqual({ kind: 'noApp' });
    finish.resolve(5);
    expect(await Promise.all(commands)).toEqual(Array(16).fill({ kind: 'exit', code: 5 }));
    for (const socket of held) socket.destroy();
  });
});
