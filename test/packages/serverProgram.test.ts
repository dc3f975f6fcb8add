import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { pictureOfScreen, pressKeys, untilNativeWindow } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import {
  type Ended,
  type Program,
  programs,
  runCommandLine,
  typeCommand,
} from '#test/support/e2e/terminal.ts';
import { startUndriven } from '#test/support/e2e/undrivenApp.ts';
import { profileWithOrders } from '#test/support/preparedProfile.ts';

const because = 'its data was written by the program without a window';

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000, interval: 50 });

describe('a command', () => {
  let profile: string;

  beforeAll(async () => {
    profile = profileWithOrders(await temporaryFolder(), 12);
  });

  const ended = (program: Program, words: readonly string[]) =>
    runCommandLine({ profile }, words, { program });

  test.each([
    ['status'],
    ['status --fail-within 14d'],
    ['status nowhere'],
    ['check -w 14d'],
    ['check --json'],
    ['probe'],
    ['orders note order-00003'],
    ['orders tag order-00003 --json'],
    ['connections remove Work'],
    ['config export'],
    ['config import /nowhere.json'],
    ['export order-00001 --preset nginx --to /nowhere'],
    ['completion bash'],
    ['stauts'],
    ['status --jsn'],
    ['help export'],
    ['--help'],
    ['--version'],
  ])('says the same without Electron: %s', async (line) => {
    const [app, server] = await Promise.all([
      ended('app', line.split(' ')),
      ended('server', line.split(' ')),
    ]);
    // Times left are in seconds, and one program ends before the other.
    const comparable = ({ code, out, err }: Ended) => ({
      code,
      out: out.replace(/\d+(?=s;)|(?<="secondsLeft": )\d+/gu, 'N'),
      err,
    });
    expect(comparable(server)).toEqual(comparable(app));
    expect(server.out + server.err).not.toBe('');
  });

  test('has no window without Electron, and no option of Chromium', async () => {
    expect(await ended('server', ['quick'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no window'),
    });
    expect(await ended('server', ['--', 'status'])).toMatchObject({ code: 0, err: '' });
  });
});

test('a command loads no threads and no Web Crypto of Node, which it does not call', async () => {
  const folder = await temporaryFolder();
  const loaded = join(folder, 'loaded.cjs');
  const line = `process.on('exit', () => require('node:fs').writeSync(2, process.moduleLoadList.join('\\n')));`;
  await writeFile(loaded, line);
  const profile = profileWithOrders(await temporaryFolder(), 2);
  const env = { NODE_OPTIONS: `--require=${JSON.stringify(loaded)}` };
  const { code, err } = await runCommandLine({ profile }, ['status'], { program: 'server', env });
  expect([code, err]).toEqual([0, expect.stringContaining('NativeModule crypto')]);
  expect(err).not.toMatch(/NativeModule (?:worker_threads|internal\/crypto\/webcrypto)$/mu);
});

describe('without Electron and a keychain', () => {
  let service: TestService;
  let profile: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40 });
    profile = await temporaryFolder();
    const credentials = await temporaryFolder();
    env = { CREDENTIALS_DIRECTORY: credentials };
    const token = `${service.baseUrl} ${service.token}\n`;
    await writeFile(join(credentials, 'notafter-token-work'), token, { mode: 0o600 });
  });

  const typed = (words: readonly string[], options: Parameters<typeof runCommandLine>[2] = {}) =>
    runCommandLine({ profile }, words, { program: 'server', env, ...options });

  test('a token in a file is enough to fetch and export an order', async () => {
    const added = ['connections', 'add', service.baseUrl, '--name', 'Work', '--token-credential'];
    expect(await typed([...added, '--ca-file', service.caFile])).toMatchObject({ code: 0, err: '' });
    expect(await typed(['orders', 'add', 'shopOrder'])).toMatchObject({ code: 0, err: '' });
    expect(await typed(['sync'])).toMatchObject({ code: 0, err: '' });
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'tls'));
    const exported = await typed(
      ['export', 'Shop', '--preset', 'nginx', '--to', 'tls', '--accept-warnings'],
      {
        cwd,
      },
    );
    expect(exported).toMatchObject({ code: 0, err: '' });
    expect(exported.out).toContain('Verified');
    const metrics = join(cwd, 'notafter.prom');
    expect(await typed(['metrics', '--out', metrics])).toMatchObject({ code: 0, err: '' });
    expect(await readFile(metrics, 'utf8')).toContain('notafter_');
  });

  test('without a token it says where one belongs, and not that a keychain is missing', async () => {
    const { code, err } = await typed(['sync'], { env: { CREDENTIALS_DIRECTORY: '' } });
    expect(code).toBe(3);
    expect(err).toContain('$CREDENTIALS_DIRECTORY');
    expect(err).not.toMatch(/gnome|libsecret/iu);
  });

  test('the signing secret of a WebHook is named with its file, and stays there', async () => {
    const file = join(env['CREDENTIALS_DIRECTORY'] ?? '', 'notafter-signing-push');
    expect(await typed(['hooks', 'add', '--name', 'Push'])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('“notafter-signing-push”'),
    });
    const add = ['hooks', 'add', '--name', 'Push', '--secret-credential', '--json'];
    expect(await typed(add)).toMatchObject({ code: 1, err: expect.stringContaining('There is no file') });
    await writeFile(file, 'SENTINEL-signing-secret\n', { mode: 0o600 });
    const added = await typed(add);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(added.out)).toMatchObject({ changed: true, secret: null });
  });

  test('run polls the service, and its commands are answered by it', async () => {
    const running = typeCommand({ profile }, ['run'], { program: 'server', env });
    await until(() => expect(running.err()).toContain('1 order,'));
    await service.renew('shopOrder', { days: 90 });
    expect(await typed(['sync'], { env: {} })).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 renewed'),
    });
    running.signal('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, out: '' });
  });
});

describe('a command with secrets of its own', () => {
  test('is not answered by a command that was handed others, and runs when that one has ended', async () => {
    const service = await startTestService();
    for (const name of ['Slow', 'Fast']) await service.addOrder({ rid: `order${name}`, name, days: 40 });
    const profile = await temporaryFolder();
    const handed = async () => {
      const folder = await temporaryFolder();
      const token = `${service.baseUrl} ${service.token}\n`;
      await writeFile(join(folder, 'notafter-token-work'), token, { mode: 0o600 });
      return { program: 'server', env: { CREDENTIALS_DIRECTORY: folder } } as const;
    };
    const first = await handed();
    const second = await handed();
    const add = ['connections', 'add', service.baseUrl, '--name', 'Work', '--token-credential'];
    await runCommandLine({ profile }, [...add, '--ca-file', service.caFile], first);
    await runCommandLine({ profile }, ['orders', 'add', 'orderSlow', 'orderFast'], first);
    service.setFault('orderSlow', { kind: 'delay', ms: 600_000 });

    const holder = typeCommand({ profile }, ['sync', 'orderSlow'], first);
    await until(() => expect(service.inFlight).toBe(1));
    const waiting = typeCommand({ profile }, ['sync', 'orderFast'], second);
    let hasEnded = false;
    void waiting.ended.then(() => {
      hasEnded = true;
    });
    // One with the same secrets is answered, though it came later.
    const answered = await runCommandLine({ profile }, ['sync', 'orderFast'], first);
    expect(answered).toMatchObject({ code: 0, err: '' });
    expect([hasEnded, waiting.out(), waiting.err()]).toEqual([false, '', '']);
    holder.interrupt();
    expect(await holder.ended).toMatchObject({ code: 130 });
    expect(await waiting.ended).toMatchObject({ code: 0, err: '' });
  });
});

describe.each(programs)('notafter run of the program %s', (program) => {
  const start = async () => {
    const profile = profileWithOrders(await temporaryFolder(), 2);
    const running = typeCommand({ profile }, ['run'], { program });
    await until(() => expect(running.err()).toContain('2 orders,'));
    return { profile, running };
  };

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'answers commands of both until %s ends it in order',
    async (signal) => {
      const { profile, running } = await start();
      expect(running.err()).toContain('runs without a window');
      for (const other of programs) {
        expect(await runCommandLine({ profile }, ['status'], { program: other })).toMatchObject({
          code: 0,
          out: expect.stringContaining('2 orders'),
          err: '',
        });
        expect(await runCommandLine({ profile }, ['run'], { program: other })).toMatchObject({
          code: 3,
          err: expect.stringContaining('already runs'),
        });
      }
      running.signal(signal);
      expect(await running.ended).toMatchObject({ code: 0, err: expect.stringContaining('NotAfter ends.') });
    },
  );

  test('leaves nothing behind that stops the next start when it is killed', async () => {
    const { profile, running } = await start();
    running.signal('SIGKILL');
    await running.ended;
    const again = typeCommand({ profile }, ['run'], { program });
    await until(() => expect(again.err()).toContain('2 orders,'));
    again.signal('SIGTERM');
    expect(await again.ended).toMatchObject({ code: 0 });
  });

  test('says why it cannot start, in a sentence and with its code', async () => {
    const profile = await temporaryFolder();
    await writeFile(join(profile, DATABASE_FILE), 'a text in place of a database'.repeat(100));
    expect(await runCommandLine({ profile }, ['run'], { program })).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining(
        program === 'app'
          ? 'is damaged. Start NotAfter'
          : 'is damaged. Restore a backup, or move “notafter.db”',
      ),
    });
  });
});

test('the app with its window has the profile, and the program without Electron asks it', async () => {
  const profile = profileWithOrders(await temporaryFolder(), 2);
  const app = await launchNotAfter({ because, profile });
  await app.window();
  const typed = (...words: string[]) => runCommandLine({ profile }, words, { program: 'server' });
  expect(await typed('run')).toMatchObject({ code: 3, err: expect.stringContaining('already runs') });
  expect(await typed('status')).toMatchObject({ code: 0, out: expect.stringContaining('2 orders') });
  await app.close();
  expect(await typed('status')).toMatchObject({ code: 0, out: expect.stringContaining('2 orders') });
});

test('the app says in a dialog that the program without a window has its data, and leaves it alone', async () => {
  const profile = profileWithOrders(await temporaryFolder(), 2);
  const running = typeCommand({ profile }, ['run'], { program: 'server' });
  await until(() => expect(running.err()).toContain('2 orders,'));
  const app = startUndriven({ profile });
  await untilNativeWindow('NotAfter');
  await pictureOfScreen('runs-without-window');
  await pressKeys('Escape');
  expect(await app.ended).toBe(0);
  expect(await runCommandLine({ profile }, ['status'], { program: 'server' })).toMatchObject({ code: 0 });
  running.signal('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
});
