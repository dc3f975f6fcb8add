import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAddress } from '#main/cli/addressFile.ts';
import { askHolder, isAnybodyThere } from '#main/cli/commandClient.ts';
import { CommandServer, type CommandServerPorts } from '#main/cli/commandServer.ts';
import { PROTOCOL, type RunRequest, toLine } from '#main/cli/protocol.ts';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const patience = { timeout: 5000, interval: 5 };
const ask: RunRequest = {
  kind: 'run',
  words: ['status'],
  cwd: '/',
  passphrase: null,
  terminal: { columns: null, hasColour: false, locales: ['en'] },
};

async function serve(given: Partial<CommandServerPorts> = {}) {
  const userData = given.userData ?? temporaryFolder();
  const { logger, lines } = createRecordingLogger();
  const server = new CommandServer({
    userData,
    platform: process.platform,
    version: '1.0.0',
    holder: 'app',
    run: async () => 0,
    giveWay: () => undefined,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    logger,
    ...given,
  });
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

function client(userData: string, version = '1.0.0') {
  const told: string[] = [];
  const output = { out: (text: string) => told.push(text), err: (text: string) => told.push(`! ${text}`) };
  return {
    told,
    asked: (question: Parameters<typeof askHolder>[1] = ask) =>
      askHolder({ userData, version, output }, question),
  };
}

/** Sends bytes as they are, and gives what came until the end. */
async function raw(path: string, bytes: string | Buffer): Promise<string> {
  const socket = connect(path);
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(got).toString();
}

describe('the place for commands', () => {
  it('is reachable for the person alone', async () => {
    const { userData, path } = await serve();
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(userData, 'command')).mode & 0o777).toBe(0o700);
    expect(statSync(join(userData, 'command-address.json')).mode & 0o777).toBe(0o600);
  });

  it('is made anew over what a killed process left, however open that was', async () => {
    const userData = temporaryFolder();
    mkdirSync(join(userData, 'command'));
    chmodSync(join(userData, 'command'), 0o777);
    const dead = createServer().listen(join(userData, 'command', 'socket'));
    await once(dead, 'listening');
    writeFileSync(join(userData, 'command-address.json'), 'half a fi', { mode: 0o644 });
    await serve({ userData });
    expect(statSync(join(userData, 'command')).mode & 0o777).toBe(0o700);
    expect(statSync(join(userData, 'command-address.json')).mode & 0o777).toBe(0o600);
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    dead.close();
  });

  it('is a short one where the path of the data is too long for a socket', async () => {
    const userData = join(temporaryFolder(), 'x'.repeat(120));
    mkdirSync(userData);
    const { path, server } = await serve({ userData });
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 0 });
    server.dispose();
    expect(existsSync(path)).toBe(false);
  });

  it('is gone with its server, and nobody is found there', async () => {
    const { userData, server, path } = await serve();
    expect(await isAnybodyThere(userData)).toBe(true);
    server.dispose();
    expect(existsSync(path)).toBe(false);
    expect(await isAnybodyThere(userData)).toBe(false);
    expect(await client(userData).asked()).toEqual({ kind: 'nobody' });
  });

  it('costs the commands and nothing else where it cannot be made', () => {
    const { logger, lines } = createRecordingLogger();
    const userData = join(temporaryFolder(), 'missing');
    writeFileSync(userData, '');
    const server = new CommandServer({
      userData,
      platform: process.platform,
      version: '1',
      holder: 'app',
      run: async () => 0,
      giveWay: () => undefined,
      randomHex: () => 'a'.repeat(64),
      logger,
    });
    server.start();
    server.dispose();
    expect(lines.map(({ message }) => message)).toEqual(['Commands are not taken']);
  });
});

describe('a command that is asked for', () => {
  it('gets what is written in its order, whole, and the exit code', async () => {
    const long = '订单🔒'.repeat(20_000);
    const { userData } = await serve({
      run: async (request, output) => {
        output.out(`${request.words.join(' ')}\n`);
        output.err('a warning');
        output.out(long);
        return 7;
      },
    });
    const { told, asked } = client(userData);
    expect(await asked()).toEqual({ kind: 'exit', code: 7 });
    expect(told.slice(0, 2)).toEqual(['status\n', '! a warning']);
    expect(told.slice(2).join('')).toBe(long);
  });

  it('is waited for, also when it came while another one was', async () => {
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

  it('runs beside another one', async () => {
    const first = Promise.withResolvers<number>();
    const { userData } = await serve({
      run: (request) => (request.words[0] === 'sync' ? first.promise : Promise.resolve(2)),
    });
    const slow = client(userData).asked({ ...ask, words: ['sync'] });
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 2 });
    first.resolve(1);
    expect(await slow).toEqual({ kind: 'exit', code: 1 });
  });

  it('ends when its terminal is gone', async () => {
    const ended = Promise.withResolvers<void>();
    const { path, key, server } = await serve({
      run: (_request, _output, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended.resolve();
            resolve(130);
          });
        }),
    });
    const socket = connect(path);
    socket.write(toLine({ protocol: PROTOCOL, version: '1', key, ask }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await ended.promise;
    await server.settled();
  });

  it('is told that the other one ended before it did', async () => {
    const { userData, server } = await serve({ run: () => new Promise(() => undefined) });
    const { asked } = client(userData);
    const asking = asked();
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.dispose();
    expect(await asking).toEqual({ kind: 'cut' });
  });

  it('is not taken when the other one ends before it has read it: it can be asked for elsewhere', async () => {
    const { userData, server } = await serve();
    const { asked } = client(userData);
    const asking = asked();
    server.dispose();
    expect(await asking).toEqual({ kind: 'nobody' });
  });

  it('is told of a bug by its exit code alone; the log has the rest', async () => {
    const { userData, log } = await serve({
      run: async () => {
        throw new Error('secret');
      },
    });
    expect(await client(userData).asked()).toEqual({ kind: 'exit', code: 3 });
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  it('can ask who is there, which asks a command to end', async () => {
    const giveWay = vi.fn();
    const { userData } = await serve({ holder: 'command', giveWay });
    expect(await client(userData).asked({ kind: 'giveWay' })).toEqual({ kind: 'holder', holder: 'command' });
    expect(giveWay).toHaveBeenCalledOnce();
  });
});

describe('what is no command', () => {
  it.each([
    ['a line that is none', 'GET / HTTP/1.1\r\n\r\n'],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 0x0a])],
    ['a line without an end', 'x'.repeat(70_000)],
    ['another key', toLine({ protocol: PROTOCOL, version: '1', key: 'k'.repeat(64), ask })],
  ])('gets no answer and does nothing: %s', async (_what, bytes) => {
    const run = vi.fn(async () => 0);
    const { path } = await serve({ run });
    expect(await raw(path, bytes)).toBe('');
    expect(run).not.toHaveBeenCalled();
  });

  it('is cut off when it sends a second request', async () => {
    const run = vi.fn(async () => 0);
    const { path, key } = await serve({ run });
    const line = toLine({ protocol: PROTOCOL, version: '1', key, ask });
    expect(await raw(path, line + line)).toBe('');
    expect(run).not.toHaveBeenCalled();
  });

  it('of another version is told so', async () => {
    const { path, key } = await serve({ version: '2.0.0' });
    expect(await raw(path, `${JSON.stringify({ protocol: 2, key })}\n`)).toBe('{"mismatch":"2.0.0"}\n');
  });

  it('from a stranger who listens in our place is not believed', async () => {
    const userData = temporaryFolder();
    const { userData: folder, server, path } = await serve({ userData });
    const address = readFileSync(join(folder, 'command-address.json'));
    server.dispose();
    mkdirSync(join(userData, 'command'));
    const stranger = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${'x'.repeat(2_000_000)}\n`);
    }).listen(path);
    await once(stranger, 'listening');
    onTestFinished(() => void stranger.close());
    writeFileSync(join(userData, 'command-address.json'), address);
    const { told, asked } = client(userData);
    expect(await asked()).toEqual({ kind: 'cut' });
    expect(told).toEqual([]);
  });
});
