import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { connectionsAddResult } from '#main/cli/commands/connections.ts';
import { credentialName } from '#main/orders/connections/credentialTokens.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';
import { bytesBelow } from '#test/integration/app/secretTraces.ts';
import {
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { alone, notafter } from './askApp.ts';

/** A computer without a keychain, and a service with an own CA and two orders. */
async function server() {
  const service = await serviceFor({ orders: 0, tls: true });
  for (const rid of ['shop', 'mail']) await service.addOrder({ rid, name: rid, days: 60 });
  const [userData, folder, work] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const secretProcess = new FakeSecretHost();
  secretProcess.isLoadable = false;
  const caFile = join(work, 'ca.pem');
  writeFileSync(caFile, service.caPem);
  const texts: unknown[] = [];
  const run = async (
    line: string,
    environment: Record<string, string> = { CREDENTIALS_DIRECTORY: folder },
  ) => {
    const desktop = new FakeDesktop({ userData, secretProcess });
    const answer = await alone(desktop, line, null, environment);
    texts.push(answer);
    return answer;
  };
  const file = join(folder, 'notafter-token-production-eu');
  const add = async () => {
    writeFileSync(file, `${service.token}\n`, { mode: 0o400 });
    const words = '--json --name Production-(EU) --token-credential';
    const added = await run(`connections add ${service.baseUrl} ${words} --ca-file ${caFile}`);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(await run('orders add shop mail')).toMatchObject({ code: 0 });
    return connectionsAddResult(z).parse(JSON.parse(added.out)).connection.id;
  };
  return { service, secretProcess, userData, folder, file, run, add, texts };
}

const checked = { code: 0, out: '2 checked: 0 renewed, 2 unchanged, 0 failed\n', err: '' };

it('without a keychain a token comes from its file, and goes nowhere else', async () => {
  const { service, userData, run, add, texts } = await server();
  await add();
  expect(await run('sync')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('2 checked: 2 fetched, 0 renewed, 0 unchanged, 0 failed\n'),
  });
  expect(await run('sync')).toMatchObject(checked);
  expect(await run('sync', { CREDENTIALS_DIRECTORY: '' })).toMatchObject({
    code: 3,
    err: expect.stringMatching(/keychain/iu),
  });
  expect(JSON.stringify([texts, bytesBelow(userData)])).not.toContain(service.token);
});

it('the keychain’s token comes first, and the file helps where the keychain has none', async () => {
  const { service, secretProcess, folder, file, run, add } = await server();
  const account = `token:${await add()}`;
  await run('sync');
  secretProcess.isLoadable = true;
  secretProcess.entries.set(account, service.token);
  writeFileSync(file, 'another-token');
  expect(await run('sync')).toMatchObject(checked);
  secretProcess.entries.delete(account);
  expect(await run('sync')).toMatchObject({ code: 2 });
  // The id as a name comes before the name in the list.
  writeFileSync(join(folder, `notafter-${account.replace(':', '-')}`), service.token);
  expect(await run('sync')).toMatchObject(checked);
  expect(secretProcess.entries.has(account)).toBe(false);
});

it('a command that was handed secrets is answered by no other command without them, as it would be in vain', async () => {
  const { service, secretProcess, userData, folder, add } = await server();
  await add();
  await service.addOrder({ rid: 'late', name: 'late', days: 60 });
  const desktop = new FakeDesktop({ userData, secretProcess });
  const heldBy = async (credentials: string, work: () => Promise<void>) => {
    const environment = { ...process.env, CREDENTIALS_DIRECTORY: credentials };
    const { logger } = createRecordingLogger();
    const holder = await createCliApp(desktop, { logger, environment }, () => undefined);
    if (!holder.ok) throw new Error(holder.error.kind);
    await work().finally(() => holder.value.dispose());
  };
  const ask = async (line: string, credentials: string | null) =>
    (await notafter({ desktop }, line, { credentials })).code;
  for (const other of ['', '/run/other'])
    await heldBy(other, async () => {
      for (const line of ['sync', 'update', `export shop --to ${temporaryFolder()} --preset pem`])
        expect(await ask(line, folder)).toBeNull();
      expect(await ask('orders list', folder)).toBe(0);
      expect(await ask('sync', null)).toBe(3);
    });
  await heldBy(folder, async () => expect(await ask('sync', folder)).toBe(0));
});

it('the app with a window reads the files of the folder that it was started with, also for commands', async () => {
  const { service, secretProcess, userData, folder, file, add } = await server();
  const connectionId = await add();
  const start = (credentials: string) =>
    startTestApp({
      userData,
      secretProcess,
      surroundings: { environment: { ...process.env, CREDENTIALS_DIRECTORY: credentials } },
    });
  const tokenOf = (test: TestApp) =>
    test.seen().connections.find(({ id }) => id === connectionId)?.token.kind;
  const without = await start('');
  await without.app.begun;
  await until(() => tokenOf(without) === 'unreadable');
  expect((await notafter(without, 'sync', { credentials: folder })).code).toBe(3);
  await without.quit();

  const test = await start(folder);
  await until(() => tokenOf(test) === 'file' && test.order('shop')?.lastConfirmedAt != null);
  expect((await notafter(test, 'sync', { credentials: null })).code).toBe(0);
  expect(JSON.stringify([test.log, bytesBelow(userData)])).not.toContain(service.token);
  await test.quit();

  writeFileSync(file, 'https://other.example SENTINEL');
  const refused = await start(folder);
  await refused.app.begun;
  const lines = () => refused.log.filter(({ message }) => message === 'A file with a secret is not used');
  await until(() => lines().length > 0);
  expect(lines()).toMatchObject([{ fields: { reason: 'otherAddress' } }]);
  expect(JSON.stringify(refused.log)).not.toContain('SENTINEL');
});

function openForAll(file: string): void {
  writeFileSync(file, 'SENTINEL');
  chmodSync(file, 0o646);
}

it('follows the links of a Secret in Kubernetes, also to its next version', async () => {
  const { service, folder, file, run, add } = await server();
  await add();
  renameSync(file, join(folder, 'first'));
  const current = join(folder, '..data');
  const layOut = (version: string, token: string) => {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'notafter-token-production-eu'), token, { mode: 0o440 });
    symlinkSync(version, `${current}_tmp`);
    renameSync(`${current}_tmp`, current);
  };
  layOut('..2026_01', service.token);
  symlinkSync('..data/notafter-token-production-eu', file);
  // The folder of such a volume is open to all, and sticky.
  chmodSync(folder, 0o1777);
  expect(await run('sync')).toMatchObject({ code: 0, err: '' });
  layOut('..2026_02', 'another-token');
  expect(await run('sync')).toMatchObject({ code: 2 });
});

it.each([
  [
    'a link out of the folder',
    (file: string) => symlinkSync('/etc/hostname', file),
    'it is a link to a file outside of $CREDENTIALS_DIRECTORY',
  ],
  [
    'in a folder that leads out',
    (file: string) => {
      symlinkSync('/etc', join(file, '../..data'));
      symlinkSync('..data/hostname', file);
    },
    'it is a link to a file outside of $CREDENTIALS_DIRECTORY',
  ],
  ['a link in a circle', (file: string) => symlinkSync(file, file), 'it is not a regular file'],
  ['writable by every user', (file: string) => openForAll(file), 'every user can change it'],
  ['a folder', (file: string) => mkdirSync(file), 'it is not a regular file'],
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file]), 'it is not a regular file'],
  ['too large', (file: string) => writeFileSync(file, 'x'.repeat(8193)), 'it is larger than 8 KiB'],
  ['empty', (file: string) => writeFileSync(file, '\n'), 'it does not contain an access token'],
  [
    'several lines',
    (file: string) => writeFileSync(file, 'SENTINEL\nb'),
    'it contains more than an access token, which is one word of ASCII characters. An address may come before it',
  ],
  [
    'in Latin-1',
    (file: string) => writeFileSync(file, Buffer.from('SENTINELé', 'latin1')),
    'it is not text in UTF-8 or UTF-16. Save it as UTF-8',
  ],
])('a file that is %s is not used, and is not quoted', async (_what, make, why) => {
  const { file, run } = await server();
  make(file);
  const line = 'connections add https://a.example --name production,eu --token-credential';
  const answer = await run(line);
  expect(answer).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^“notafter-token-production-eu” was not used: .+\n$/u),
  });
  expect(answer.err).toContain(`: ${why}.`);
  expect(JSON.stringify(answer)).not.toContain('SENTINEL');
});

const isRoot = needs(process.getuid?.() === 0, 'only root can give a file to another user');

it('a file of another user is used only from a folder that no other user can change', isRoot, async () => {
  const { file, folder, run, add } = await server();
  await add();
  chownSync(file, 65_534, 65_534);
  expect(await run('sync')).toMatchObject({ code: 0, err: '' });
  const refused = '“notafter-token-production-eu” was not used: it belongs to another user.';
  chmodSync(folder, 0o1777);
  expect(await run('sync')).toMatchObject({ code: 3, err: expect.stringContaining(refused) });
  chmodSync(folder, 0o700);
  chownSync(folder, 65_534, 65_534);
  expect(await run('sync')).toMatchObject({ code: 3, err: expect.stringContaining(refused) });
});

it('says what is missing, and what two connections can’t share', async () => {
  const { service, file, run, add } = await server();
  const second = `connections add ${service.baseUrl} --name production.eu --token-credential`;
  expect(await run(second)).toMatchObject({
    code: 1,
    err: 'There is no file “notafter-token-production-eu” in $CREDENTIALS_DIRECTORY. Nothing was added.\n',
  });
  await add();
  expect(await run(second)).toMatchObject({
    code: 1,
    err: expect.stringContaining('several connections or WebHooks have this name'),
  });
  expect(file).toContain(credentialName('Production (EU)'));
  expect(credentialName('生产')).toBeNull();
});

it('an import asks for no token that a file has, and says why a file can’t be used', async () => {
  const { service, folder, file, run } = await server();
  const configuration = join(folder, 'notafter.json');
  const connections = [{ name: 'Production (EU)', address: service.baseUrl, ca: null }];
  const parts = { settings: {}, connections, orders: [], presets: [] };
  writeFileSync(configuration, JSON.stringify({ format: 'notafter-configuration', version: 1, ...parts }));
  writeFileSync(file, `${service.baseUrl} ${service.token}\n`, { mode: 0o600 });
  const read = { code: 0, err: '' };
  expect(await run(`config import ${configuration}`)).toMatchObject({
    ...read,
    out: expect.stringContaining('Imported.'),
  });
  chmodSync(file, 0o666);
  const { code, err } = await run(`config import ${configuration}`);
  expect(code).toBe(0);
  expect(err).toMatch(
    /^The connection “Production \(EU\)” has a token file that can’t be used:\n {2}“notafter-token-production-eu” was not used: every user can change it\..*chmod.*\n$/u,
  );
});

it('names the file for a token that is missing, not used or refused, and the line that belongs into it', async () => {
  const { service, file, folder, userData } = await server();
  const run = (line: string) =>
    alone(new FakeDesktop({ userData, secretProcess: null }), line, null, { CREDENTIALS_DIRECTORY: folder });
  const configuration = join(folder, 'notafter.json');
  const connections = [{ name: 'Production (EU)', address: service.baseUrl, ca: null }];
  const orders = [{ connection: 'Production (EU)', rid: 'shop' }];
  writeFileSync(
    configuration,
    JSON.stringify({ format: 'notafter-configuration', version: 1, connections, orders }),
  );
  const next = `“notafter-token-production-eu” of $CREDENTIALS_DIRECTORY:\n  ${service.baseUrl} TOKEN\n`;
  for (const out of ['Imported.', 'Nothing changed'])
    expect(await run(`config import ${configuration}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining(out),
      err: `The connection “Production (EU)” needs its access token. Put its address and the token into the file ${next}`,
    });
  for (const line of ['sync', 'update'])
    expect(await run(line)).toMatchObject({
      ...{ code: 3, out: '' },
      err: `The connection “Production (EU)” has no access token. Put its address and the token into the file ${next}`,
    });
  openForAll(file);
  const unused = await run('sync');
  expect(unused).toMatchObject({ code: 3, err: expect.stringContaining('chmod') });
  expect(unused.err).not.toContain('found none');
  const nowhere = await alone(new FakeDesktop({ userData, secretProcess: null }), 'sync', null, {
    CREDENTIALS_DIRECTORY: '',
  });
  expect(nowhere).toMatchObject({
    code: 3,
    err: expect.stringMatching(/found none.*others can change, is not read/u),
  });
});

it('says once for a connection what to do about a token that the service refuses', async () => {
  const { service, file, run, add } = await server();
  await add();
  writeFileSync(file, `${service.baseUrl} another-token`);
  for (const line of ['sync', 'update']) {
    const { code, err } = await run(line);
    expect(code).toBe(2);
    expect(err.match(/refuses the access token of the connection “Production-\(EU\)”/gu)).toHaveLength(1);
    expect(err).toContain(`“notafter-token-production-eu” of $CREDENTIALS_DIRECTORY.`);
    expect(err).toContain(`\n  ${service.baseUrl} TOKEN\n`);
  }
  expect((await run('connections list --json')).out).toContain('"isRejected": true');
  expect((await run('connections list')).out).toContain('Token rejected');
  expect(await run('check')).toMatchObject({
    code: 2,
    out: expect.stringContaining('rejected the access token; “notafter sync” says what to do'),
  });
});
