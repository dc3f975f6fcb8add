import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { alertLines } from '#main/app/serviceLog.ts';
import { createServedApp } from '#main/app/windowlessApp.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { LineLevel } from '#main/platform/serviceLines.ts';
import { configurationText } from '#main/reporting/configuration/configurationText.ts';
import { notafter } from '#test/integration/cli/askApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { receive, signingSecret } from './receiving.ts';
import { bytesBelow } from './secretTraces.ts';
import { serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

/** A profile with a keychain that is gone when the service starts, and a folder of files that the system hands over. */
async function server() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const [userData, folder] = [temporaryFolder(), temporaryFolder()];
  const secretProcess = new FakeSecretHost();
  const time = createSkippableTime();
  /** How far the clock of the computer is ahead, in ms. */
  const wrong = { byMs: 0 };
  const clock = { ...time.clock, now: () => time.clock.now() + wrong.byMs };
  const configurationFile = join(folder, 'config.json');
  const orderOf = (rid: string) => ({
    ...{ connection: 'Production', rid, alias: null, tags: [], note: '' },
    ...{ endpoints: [], destinations: [] },
  });
  /** Writes a configuration with a connection and these orders. */
  const configure = (rids: readonly string[]) =>
    writeFileSync(
      configurationFile,
      configurationText({
        settings: {},
        connections: [{ name: 'Production', address: service.baseUrl, ca: null }],
        orders: rids.map(orderOf),
        presets: [],
      }),
    );
  /** Sets the profile up as a person does in the window. */
  const setUp = async <T>(work: (test: Awaited<ReturnType<typeof startTestApp>>) => Promise<T>) => {
    const test = await startTestApp({ userData, secretProcess });
    const done = await work(test);
    await test.quit();
    secretProcess.entries.clear();
    return done;
  };
  const give = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  /** Starts the service; it ends with the test. */
  const start = async (hasConfiguration = false) => {
    secretProcess.isLoadable = false;
    const said: string[] = [];
    const told: string[] = [];
    const say = (level: LineLevel, text: string) => said.push(`${level}: ${text}`);
    const tell = (text: string) => async () => void told.push(text);
    const asked = new Emitter<void>('test.asked');
    const desktop = new FakeDesktop({ userData, secretProcess });
    const { logger } = createRecordingLogger();
    const environment = { CREDENTIALS_DIRECTORY: folder };
    const opened = await createServedApp(
      desktop,
      { logger, random: () => 0, ...time, clock, environment },
      {
        say,
        notifications: alertLines(say),
        manager: {
          ready: (status) => tell(`ready: ${status}`)(),
          status: (status) => void told.push(`status: ${status}`),
          reloading: tell('reloading'),
          stopping: tell('stopping'),
          watch: (isAlive) => void told.push(`alive: ${isAlive()}`),
          dispose: () => undefined,
        },
        configurationFile: hasConfiguration ? configurationFile : null,
        acceptsWarnings: false,
        onDidAskReload: asked.event,
      },
    );
    if (!opened.ok) throw new Error(opened.error.kind);
    let isRunning = true;
    const stop = async () => {
      if (isRunning) await opened.value.dispose();
      isRunning = false;
    };
    onTestFinished(stop);
    await opened.value.begun;
    const hasSaid = (text: string) => until(() => said.some((line) => line.includes(text)));
    return { desktop, said, told, hasSaid, stop, reload: () => asked.fire() };
  };
  return { service, userData, configurationFile, configure, setUp, give, start, time, wrong };
}

it('polls with a token from a file, and reads the file again after the service refused it', async () => {
  const { service, userData, configure, give, start, time } = await server();
  configure(['shop']);
  give('notafter-token-production', `${service.baseUrl} expired`);
  const { said, hasSaid } = await start(true);
  await hasSaid(
    'error: Production: the service refused the access token (401). Put a valid one into “notafter-token-production”',
  );
  give('notafter-token-production', `${service.baseUrl} ${service.token}`);
  await time.advance(5 * 60_000);
  await hasSaid('info: Production: the service answers');
  await hasSaid('info: Shop: fetched, valid until');
  for (const text of [said.join('\n'), bytesBelow(userData)]) expect(text).not.toContain(service.token);
});

it('says once that the clock of this computer is wrong, and that it is right again', async () => {
  const { service, configure, give, start, time, wrong } = await server();
  configure(['shop']);
  give('notafter-token-production', `${service.baseUrl} ${service.token}`);
  wrong.byMs = 2 * 86_400_000;
  const { said, hasSaid } = await start(true);
  const clock = 'warn: This computer’s clock is 2 days ahead';
  await hasSaid(clock);
  wrong.byMs = 0;
  await time.advance(24 * 3_600_000);
  await hasSaid('info: This computer’s clock is right again');
  expect(said.filter((line) => line.startsWith(clock))).toHaveLength(1);
});

it('finds the file of a token that is missing, and says why one is not used', async () => {
  const { service, configure, give, start, time } = await server();
  configure(['shop']);
  give('notafter-token-production', 'https://other.example token');
  const { hasSaid } = await start(true);
  await hasSaid('error: “notafter-token-production” was not used: it names another address');
  await hasSaid(
    'error: Production: there is no access token. Its file “notafter-token-production” is looked for',
  );
  give('notafter-token-production', `${service.baseUrl} ${service.token}`);
  await time.advance(5 * 60_000);
  await hasSaid('info: Production: the service answers');
});

it('has the files for the token of a connection that is added while it runs', async () => {
  const { service, give, start } = await server();
  const running = await start();
  const add = `connections add ${service.baseUrl} --name Production --token-credential`;
  expect(await notafter(running, add)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file “notafter-token-production”'),
  });
  give('notafter-token-production', service.token);
  expect(await notafter(running, add)).toMatchObject({ code: 0, err: '' });
  expect(await notafter(running, 'orders add shop')).toMatchObject({ code: 0, err: '' });
  await running.hasSaid('info: Shop: fetched, valid until');
});

it('takes signing secrets and the key of the vault from files, and keeps deliveries across starts', async () => {
  const { service, userData, setUp, give, start } = await server();
  const at = await setUp((test) => receive(test));
  const key = randomBytes(32).toString('base64');
  give('notafter-signing-push', `${signingSecret}\n`);
  give('notafter-vault-key', `${key}\n`);
  const sending = { url: at.url, secret: signingSecret };
  const first = await start();
  await first.hasSaid(`info: Receiving at http://127.0.0.1:${at.port}`);
  expect(await service.deliver('shop', { ...sending, task: 'One' })).toMatchObject({ status: 204 });
  await first.hasSaid('warn: Shop by Push: Waiting');
  expect(await service.deliver('shop', { ...sending, secret: 'another-secret' })).toMatchObject({
    status: 401,
  });
  await first.hasSaid('was refused. Its signature matches no secret of the WebHook.');
  await first.stop();
  const second = await start();
  await second.hasSaid('info: Receiving at');
  expect(await service.deliver('shop', { ...sending, task: 'Two' })).toMatchObject({ status: 204 });
  await second.stop();
  give('notafter-vault-key', randomBytes(32).toString('base64'));
  const other = await start();
  await other.hasSaid('info: Receiving at');
  expect(await service.deliver('shop', { ...sending, task: 'Three' })).toMatchObject({ status: 503 });
  await other.hasSaid('was refused. It could not be stored: Wrong vault key.');
  const wrongKey = 'error: “notafter-vault-key” has another key than the one that the private keys';
  await other.hasSaid(wrongKey);
  expect(await service.deliver('shop', { ...sending, task: 'Four' })).toMatchObject({ status: 503 });
  expect(other.said.filter((line) => line.startsWith(wrongKey))).toHaveLength(1);
  const written = [bytesBelow(userData), first.said, second.said, other.said].join('\n');
  for (const secret of [signingSecret, key]) expect(written).not.toContain(secret);
});

it('takes the second signing secret of a rotation from the second line of the file', async () => {
  const { service, setUp, give, start } = await server();
  const at = await setUp((test) => receive(test));
  const next = 'the-next-signing-secret';
  give('notafter-signing-push', `${signingSecret}\n${next}\n`);
  give('notafter-vault-key', randomBytes(32).toString('base64'));
  const running = await start();
  await running.hasSaid('info: Receiving at');
  for (const [secret, status] of [
    [signingSecret, 204],
    [next, 204],
    ['another-secret', 401],
  ] as const)
    expect(await service.deliver('shop', { url: at.url, secret, task: secret })).toMatchObject({ status });
});

it('has the file for the signing secret of a hook that is added while it runs', async () => {
  const { service, userData, configure, setUp, give, start } = await server();
  configure([]);
  const { port } = await setUp((test) => receive(test));
  give('notafter-vault-key', randomBytes(32).toString('base64'));
  const running = await start();
  await running.hasSaid('info: Receiving at');
  const add = 'hooks add --name CI --path /ci --secret-credential';
  const refusedWith = (text: string) => ({ code: 1, out: '', err: expect.stringContaining(text) });
  expect(await notafter(running, add)).toMatchObject(refusedWith('There is no file “notafter-signing-ci”'));
  give('notafter-signing-ci', 'short');
  expect(await notafter(running, add)).toMatchObject(refusedWith('does not have the form'));
  give('notafter-signing-ci', `${signingSecret}\n`);
  expect(await notafter(running, add)).toMatchObject({ code: 0, err: '', out: 'CI  /ci\n' });
  const url = `http://127.0.0.1:${port}/ci`;
  const sent = await service.deliver('shop', { url, secret: signingSecret, task: 'One' });
  expect(sent).toMatchObject({ status: 204 });
  expect(bytesBelow(userData)).not.toContain(signingSecret);
});

it('uses no file without the form of its secret', async () => {
  const { service, setUp, give, start } = await server();
  const at = await setUp((test) => receive(test));
  give('notafter-signing-push', 'short');
  const { hasSaid } = await start();
  await hasSaid(
    'error: “notafter-signing-push” was not used: it does not have the form of this secret, which docs/server.md describes.',
  );
  await hasSaid('info: Receiving at');
  expect(await service.deliver('shop', { url: at.url, secret: signingSecret })).toMatchObject({
    status: 503,
  });
});

it('applies its configuration at the start and at each reload, and a bad one changes nothing', async () => {
  const { service, configurationFile, configure, give, start } = await server();
  await service.addOrder({ rid: 'mail', name: 'Mail', days: 60 });
  give('notafter-token-production', `${service.baseUrl} ${service.token}`);
  configure(['shop']);
  const { said, told, hasSaid, reload, stop } = await start(true);
  expect(told).toEqual([expect.stringMatching(/^ready: 1 connection, 1 order,/u), 'alive: true']);
  expect(said).toContain('info: config.json: added order shop');
  await hasSaid('info: Shop: fetched, valid until');
  configure(['mail']);
  reload();
  await hasSaid('info: config.json: added order mail');
  await hasSaid('info: Mail: fetched, valid until');
  // Nothing is removed.
  await until(() => told.some((line) => /^ready: 1 connection, 2 orders,/u.test(line)));
  expect(told.indexOf('reloading')).toBeGreaterThan(1);
  writeFileSync(configurationFile, '{');
  reload();
  await hasSaid('error: config.json was not used, and nothing changed.');
  await service.renew('shop');
  await stop();
  expect(told.at(-1)).toBe('stopping');
});
