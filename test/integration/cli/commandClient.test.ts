import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunRequest } from '#main/cli/protocol.ts';
import { CommandServer, type CommandServerPorts } from '#main/cli/server.ts';
import { readAddress, writeAddress } from '#main/cli/socket.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { buildCommandClient } from '#scripts/packaging/commandClient.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { notafter } from './askApp.ts';

const folder = mkdtempSync(join(tmpdir(), 'notafter-client-'));
const client = join(folder, 'notafter-client');
/** Stands for the whole program. */
const program = join(folder, 'program');

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  expect(await buildCommandClient(client)).toBeNull();
  writeFileSync(program, '#!/bin/sh\nprintf "whole program: %s\\n" "$*" >&2\n');
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plain = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LANG: 'C', TZ: 'UTC' };

/** Runs the client as the starter does. @param redirect what a shell does with its output */
function run(userData: string, words: readonly string[], env: NodeJS.ProcessEnv = plain, redirect = '') {
  const args = [client, program, '--log-level=3', `--user-data-dir=${userData}`, '--', ...words];
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const script = `exec "$@" ${redirect}`;
    const options = { env, maxBuffer: 2 ** 28 };
    execFile('/bin/sh', ['-c', script, 'sh', ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** The whole program, with the words. */
const whole = (userData: string, words: readonly string[], asked = '') => ({
  code: 0,
  out: '',
  err: `whole program: --log-level=3 --user-data-dir=${userData} ${asked}-- ${words.join(' ')}\n`,
});

/** A process that holds the database. */
function serve(given: Partial<CommandServerPorts> = {}) {
  const userData = temporaryFolder();
  const requests: RunRequest[] = [];
  const server = new CommandServer({
    places: { userData, platform: process.platform, runtimeFolder: undefined, temporaryFolder: tmpdir() },
    version: '1.0.0',
    holder: 'app',
    isForHere: async () => true,
    run: async (request) => {
      requests.push(request);
      return 0;
    },
    giveWay: () => undefined,
    randomHex: (bytes) => 'ab'.repeat(bytes),
    scheduler: systemScheduler,
    logger: createRecordingLogger().logger,
    ...given,
  });
  server.start();
  onTestFinished(() => server.dispose());
  return { userData, requests, server };
}

describe('the native client', needs(process.platform === 'linux', 'the tests compile it on Linux'), () => {
  it('says what the whole program says, byte by byte', async () => {
    const service = await serviceFor({ orders: 0 });
    for (const rid of ['shop', '订单🔒'])
      await service.addOrder({ rid, name: `"${rid}"\\`, domains: ['shop.example'], days: 60 });
    const { clock } = createFakeTime(Date.now());
    const test = await startTestApp({ surroundings: { clock } });
    await connect(test, service, ['shop', '订单🔒']);
    const terminal = { columns: null, hasColour: false, locales: [], region: '', timeZone: 'UTC' };
    const lines = [
      ['status'],
      ['status', '--json'],
      ['status', '订单🔒'],
      ['check', '-w', '90d'],
      ['metrics'],
      ['orders', 'list', '--json'],
      ['quick'],
      ['--help'],
      ['help', 'status'],
      ['completion', 'bash'],
      ['no-such-command'],
      ['check', '--no-such-option'],
    ];
    for (const words of lines) {
      const said = await run(test.desktop.userData, words);
      expect(said).toEqual(await notafter(test, words, { terminal }));
      expect(said.out + said.err).not.toContain('whole program');
    }
  });

  it('sends what the process knows of its terminal, its user and its folder', async () => {
    const { userData, requests } = serve();
    const env = {
      ...plain,
      LANG: 'de_AT.UTF-8',
      LC_MESSAGES: 'zh_CN.UTF-8',
      LANGUAGE: 'zh_HK:en',
      TZ: 'Asia/Shanghai',
      CREDENTIALS_DIRECTORY: '/run/credentials',
    };
    expect(await run(userData, ['status', 'a "b"\t\\', '订单'], env)).toEqual({ code: 0, out: '', err: '' });
    expect(requests).toEqual([
      {
        kind: 'run',
        words: ['status', 'a "b"\t\\', '订单'],
        cwd: process.cwd(),
        process: expect.any(Number),
        credentials: '/run/credentials',
        secret: null,
        path: null,
        terminal: {
          columns: null,
          hasColour: false,
          locales: ['zh-HK', 'en', 'zh-CN'],
          region: 'AT',
          timeZone: 'Asia/Shanghai',
        },
      },
    ]);
  });

  it('writes all output in order, also of many characters, and ends with the exit code', async () => {
    const long = `${'订'.repeat(32_767)}🔒\u0000\u001b[1m`.repeat(40);
    const { userData } = serve({
      run: async (_request, output) => {
        output.out(long);
        output.err('a warning\n');
        return 2;
      },
    });
    expect(await run(userData, ['status'])).toEqual({ code: 2, out: long, err: 'a warning\n' });
  });

  it.each([
    [['run']],
    [['--version']],
    [['check', '-V']],
    [['check', '--timeout', '5']],
    [['check', '-t5']],
    [['export', 'shop', '--passphrase-stdin']],
    [['export', 'shop', '--passphrase-file=/x']],
    [['connections', 'add', 'https://x/', '--name', 'x', '--token-stdin']],
  ])('becomes the whole program for what its own process must do: %j', async (words) => {
    const { userData, requests } = serve();
    expect(await run(userData, words)).toEqual(whole(userData, words));
    expect(requests).toEqual([]);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['a zone without a name', { TZ: 'CET-1CEST' }],
    ['a region by another name', { LANG: 'en_UK' }],
    ['a locale with a script', { LANG: 'sr-Latn-RS' }],
  ])('becomes the whole program where only that knows %s', async (_what, env) => {
    const { userData, requests } = serve();
    expect(await run(userData, ['status'], { ...plain, ...env })).toEqual(whole(userData, ['status']));
    expect(requests).toEqual([]);
  });

  it('becomes the whole program if no process listens, or the one that does cannot answer', async () => {
    const nobody = temporaryFolder();
    expect(await run(nobody, ['status'])).toEqual(whole(nobody, ['status']));
    const { userData } = serve({ isForHere: async () => false });
    expect(await run(userData, ['status'])).toEqual(whole(userData, ['status']));
  });

  it('sends nothing to a process that does not know the key', async () => {
    const { userData, requests } = serve();
    const path = readAddress(userData)?.path ?? '';
    writeAddress(userData, { path, key: 'k'.repeat(64) });
    expect(await run(userData, ['status'])).toEqual(whole(userData, ['status']));
    expect(requests).toEqual([]);
  });

  it.each<[string, (userData: string, socketFolder: string) => void]>([
    ['the socket’s folder', (_userData, socketFolder) => chmodSync(socketFolder, 0o750)],
    ['the data folder', (userData) => chmodSync(userData, 0o777)],
    ['the address file', (userData) => chmodSync(join(userData, 'command-address.json'), 0o644)],
  ])('asks nothing where others could have changed it: %s', async (_what, spoil) => {
    const { userData, requests } = serve();
    spoil(userData, dirname(readAddress(userData)?.path ?? ''));
    expect(await run(userData, ['status'])).toEqual(whole(userData, ['status']));
    expect(requests).toEqual([]);
  });

  it('lets the whole program say that the app ended, or that the command met a bug', async () => {
    const ended = serve({
      run: async () => {
        ended.server.dispose();
        return 0;
      },
    });
    expect(await run(ended.userData, ['status'])).toEqual(whole(ended.userData, ['status'], '--asked=cut '));
    const failed = serve({ run: () => Promise.reject(new Error('bug')) });
    expect(await run(failed.userData, ['status'])).toEqual(
      whole(failed.userData, ['status'], '--asked=failed '),
    );
  });

  it('ends as other programs do if standard output is closed, and lets the whole program say that it is full', async () => {
    const { userData } = serve({
      run: async (_request, output) => {
        for (let count = 0; count < 20; count += 1) output.out('x'.repeat(30_000));
        return 0;
      },
    });
    expect(await run(userData, ['status'], plain, '>/dev/full')).toEqual(
      whole(userData, ['status'], '--asked=lost:ENOSPC '),
    );
    const words = [client, program, `--user-data-dir=${userData}`, '--', 'status'];
    const script = '{ "$@"; echo $? >&2; } | head -c 10';
    const { stderr } = await new Promise<{ stderr: string }>((resolve) => {
      execFile('/bin/sh', ['-c', script, 'sh', ...words], { env: plain }, (_error, _out, stderr) =>
        resolve({ stderr }),
      );
    });
    expect(stderr).toBe('141\n');
  });
});
