import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readAddress } from '#main/cli/socket.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { closeWindow, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine, type TerminalCommand, typeCommand } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it compares the whole output of commands, also of a profile that only commands wrote';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 20_000, interval: 50 });

let service: TestService;
let profile: string;
let app: NotAfter;
let hook: { readonly url: string; readonly secret: string };

async function deliver(): Promise<void> {
  const verdict = await service.deliver('shopOrder', { url: hook.url, secret: hook.secret });
  expect(verdict).toMatchObject({ status: 204 });
}

/** The app with two orders and a hook, created in its window, which is closed. */
beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'intranetOrder', name: 'Intranet', days: 75 });
  await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 3 });
  profile = await temporaryFolder();
  app = await launchNotAfter({ because, profile });
  const driver = await driveWindow(app);
  await driver.connect(service);
  hook = await new ReceiverDriver(driver).addHook();
  const closed = driver.page.waitForEvent('close');
  await closeWindow(app.pid);
  await closed;
});

const json = (text: string): { orders: { rid: string; fingerprint256: string }[] } => JSON.parse(text);

/** Checks for both cases: with and without the running app, with and without a display. */
async function answers(display: boolean): Promise<void> {
  const typed = (...words: string[]) => runCommandLine({ profile }, words, { display });
  const status = await typed('status');
  expect(status).toMatchObject({ code: 0, err: '' });
  expect(status.out).toMatch(/^Name .*\nShop +.*\nIntranet +.*\n\n2 orders: /u);
  const all = await typed('status', '--json');
  expect(json(all.out).orders.map(({ rid }) => rid)).toEqual(['shopOrder', 'intranetOrder']);
  expect(await typed('stauts')).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('Unknown command “stauts”.'),
  });
  expect(await typed('--version')).toMatchObject({
    code: 0,
    out: `NotAfter ${version}\n`,
    err: '',
  });
  expect(await typed('sync')).toMatchObject({
    code: 0,
    out: '2 checked: 0 renewed, 2 unchanged, 0 failed\n',
    err: '',
  });
}

async function exportsForOpenssl(): Promise<void> {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'tls'));
  const words = [
    'export',
    'Shop',
    '--preset',
    'iis',
    '--to',
    'tls',
    '--passphrase-stdin',
    '--accept-warnings',
  ];
  const exported = await runCommandLine({ profile }, words, { cwd, input: 'correct horse\nmore' });
  expect(exported).toMatchObject({ code: 0, err: '' });
  const [folder = ''] = await readdir(join(cwd, 'tls'));
  const file = join(cwd, 'tls', folder, 'certificate.pfx');
  expect(exported.out).toContain(file);
  const reading = ['pkcs12', '-in', file, '-passin', 'pass:correct horse', '-nokeys', '-clcerts'];
  expect((await run('openssl', reading)).stdout).toContain('BEGIN CERTIFICATE');
}

/** The token is read from standard input. Its service is asked with it, but has a CA that this connection does not know. */
async function addsConnection(name: string): Promise<void> {
  const words = ['connections', 'add', service.baseUrl, '--name', name, '--token-stdin'];
  const added = await runCommandLine({ profile }, words, { input: `${service.token}\nmore` });
  expect(added).toMatchObject({ code: 0, err: '' });
  const rid = `${name}Order`;
  const orders = await runCommandLine({ profile }, ['orders', 'add', '--connection', name, rid]);
  expect(orders).toMatchObject({ code: 0, err: '' });
  const synced = await runCommandLine({ profile }, ['sync', '--json', rid]);
  expect(synced.code).toBe(1);
  expect(json(synced.out).orders).toMatchObject([{ rid, result: 'failed', reason: 'tls' }]);
  expect(await runCommandLine({ profile }, ['orders', 'remove', rid])).toMatchObject({ code: 0, err: '' });
}

async function followsDeliveries(command: TerminalCommand): Promise<void> {
  await until(() => expect(command.err()).toContain(new URL(hook.url).host));
  await deliver();
  await until(() =>
    expect(command.out()).toMatch(/ {2}Waiting {2}Shop {2}valid until .+ {2}Production {2}/u),
  );
  command.interrupt();
  expect(await command.ended).toMatchObject({ code: 130 });
}

describe('while the app runs', () => {
  test('commands are answered by it, without a display', () => answers(false));

  test('an export is read by openssl', exportsForOpenssl);

  test('a renewal found by a command is shown in the app', async () => {
    const { fingerprint256 } = await service.renew('intranetOrder', { days: 90 });
    const synced = await runCommandLine({ profile }, ['sync', 'Intranet']);
    expect(synced.out).toMatch(/^Intranet {2}renewed: valid until /u);
    const { out } = await runCommandLine({ profile }, ['status', '--json', 'Intranet']);
    expect(JSON.stringify(json(out))).toContain(fingerprint256);
  });

  test('a connection is added with its token', () => addsConnection('Second'));

  test('a command follows received deliveries until Ctrl-C, and the app keeps running', async () => {
    await followsDeliveries(typeCommand({ profile }, ['receive']));
    await deliver();
  });

  test('no window came to the front, and the app can quit while a command follows it', async () => {
    expect(await windowTitles()).not.toContain('NotAfter');
    const following = typeCommand({ profile }, ['receive']);
    await until(() => expect(following.err()).toContain('Ctrl-C'));
    await app.close();
    expect(await following.ended).toMatchObject({
      code: 3,
      err: expect.stringContaining('NotAfter quit before the command was done.'),
    });
  });
});

describe('without the running app', () => {
  test('commands answer without a display', () => answers(false));

  test('commands answer on a display without showing a window', async () => {
    const before = await windowTitles();
    await answers(true);
    expect(await windowTitles()).toEqual(before);
  });

  test('an export is read by openssl', exportsForOpenssl);

  test('a connection is added with its token', () => addsConnection('Third'));

  test('deliveries are received until Ctrl-C, and later commands ask that process', async () => {
    const receiving = typeCommand({ profile }, ['receive']);
    await until(() => expect(receiving.err()).toContain('Ctrl-C'));
    expect((await runCommandLine({ profile }, ['status', '--json'])).code).toBe(0);
    await followsDeliveries(receiving);
  });

  test('the app starts while a command receives deliveries: its window opens, and the command follows it', async () => {
    const receiving = typeCommand({ profile }, ['receive']);
    await until(() => expect(receiving.err()).toContain('Ctrl-C'));
    const app = await launchNotAfter({ profile });
    await app.window();
    await until(() => expect(receiving.err()).toContain('NotAfter was started and continues this.'));
    await until(() => expect(receiving.err()).toContain('NotAfter is running and receives at'));
    await deliver();
    await until(() => expect(receiving.out()).toContain('Shop'));
    receiving.interrupt();
    expect(await receiving.ended).toMatchObject({ code: 130 });
    await app.close();
  });

  test('commands started at the same time all answer', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, () => runCommandLine({ profile }, ['status', '--json'])),
    );
    expect(all.map(({ code, err }) => [code, err])).toEqual(all.map(() => [0, '']));
  });
});

describe('after a crash of the app', () => {
  test('another program at its address gets nothing, and the command says so; the next app is asked again', async () => {
    const crashed = await launchNotAfter({ profile });
    await crashed.window();
    const path = await vi.waitUntil(() => addressInUse(profile), { timeout: 20_000 });
    await crashed.kill();
    await rm(path);
    const seen: string[] = [];
    const stranger = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        seen.push(String(bytes));
        socket.write('{"taken":true}\n{"out":"Written.\\n"}\n{"exit":0}\n');
      });
    }).listen(path);
    await once(stranger, 'listening');
    onTestFinished(() => void stranger.close());
    const words = ['export', 'Shop', '--preset', 'iis', '--to', '.', '--passphrase-stdin'];
    const cwd = await temporaryFolder();
    const exported = await runCommandLine({ profile }, words, { cwd, input: 'correct horse' });
    expect(exported).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining(`Another program listens at ${path}, so nothing was sent to it.`),
    });
    expect(seen.join('')).toMatch(/^\{"nonce":"[0-9a-f]{64}"\}\n$/u);
    const app = await launchNotAfter({ profile });
    await app.window();
    expect(await runCommandLine({ profile }, ['status', '--json'])).toMatchObject({ code: 0, err: '' });
    await app.close();
  });
});

/** The path of the socket that the app listens at; `null` before it listens. */
function addressInUse(profile: string): string | null {
  const path = readAddress(profile)?.path ?? null;
  return path !== null && existsSync(path) ? path : null;
}
