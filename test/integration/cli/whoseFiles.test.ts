import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { linkFolder } from '#test/integration/app/olderLinks.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, notafter } from './askApp.ts';

/** Computers with a profile each, which share a folder and have the same order. */
async function computers(count: number) {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'shop', days: 60, keyKind: 'p256' });
  const target = temporaryFolder();
  const folder = join(target, 'shop');
  const made = [];
  for (let index = 0; index < count; index += 1) {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const test = await startTestApp(profile);
    await connect(test, service, ['shop']);
    const ran = join(temporaryFolder(), 'ran');
    await test.quit();
    const run = (words: string, secret: string | null = null) =>
      alone(new FakeDesktop(profile), words, secret);
    /** Lets a command note that it ran. */
    const command = async () => {
      const app = await startTestApp(profile);
      app.desktop.answer = () => 1;
      const ids = app.seen().copies.map(({ id }) => id);
      okValue(await app.call('copies:setCommand', { ids, command: ['/bin/sh', '-c', `echo >> ${ran}`] }));
      await app.quit();
    };
    const runs = () => (existsSync(ran) ? readFileSync(ran, 'utf8').length : 0);
    made.push({ run, command, runs, ...profile });
  }
  const [first, second = first] = made;
  if (first === undefined || second === undefined) throw new Error('no computer');
  const content = () =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  return {
    service,
    target,
    folder,
    first,
    second,
    content,
    line: `export shop --to ${target} --keep-updated --preset`,
  };
}

const upToDate = { code: 0, err: '', out: expect.stringContaining('0 updated, 1 up to date, 0 not updated') };
const updated = { code: 0, err: '', out: expect.stringContaining('1 updated, 0 up to date, 0 not updated') };
const refused = { code: 1, out: expect.stringContaining('another program changed the files') };

it('files that another computer wrote are current if they are what this one would write, and its command runs', async () => {
  const { service, first, second, content, line } = await computers(2);
  expect(await first.run(`${line} nginx`)).toMatchObject({ code: 0, err: '' });
  const written = content();
  expect(await second.run(`${line} nginx`)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('already up to date'),
  });
  expect(content()).toEqual(written);
  await second.command();
  for (const days of [300, 301]) {
    await service.renew('shop', { days });
    expect(await first.run('update')).toMatchObject(updated);
    const runs = second.runs();
    const renewed = content();
    expect(await second.run('update')).toMatchObject(upToDate);
    expect([second.runs(), content()]).toEqual([runs + 1, renewed]);
    expect(await second.run('update')).toMatchObject(upToDate);
    expect(second.runs()).toBe(runs + 1);
    expect(await second.run('status --json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"state": "fresh"'),
    });
  }
  // The other one writes, too.
  await service.renew('shop', { days: 302 });
  expect(await second.run('update')).toMatchObject(updated);
  expect(await first.run('update')).toMatchObject(upToDate);
});

it('the running app takes over what another computer wrote, and runs the command once', async () => {
  const { service, first, second, content, line } = await computers(2);
  await first.run(`${line} nginx`);
  await second.run(`${line} nginx`);
  await second.command();
  await service.renew('shop', { days: 300 });
  await first.run('update');
  const renewed = content();
  const app = await startTestApp(second);
  expect(await notafter(app, 'sync')).toMatchObject({ code: 0 });
  await until(() => second.runs() === 1);
  await until(() => app.seen().copies.every(({ state, outdated }) => state === 'fresh' && !outdated));
  await app.quit();
  expect(await second.run('update')).toMatchObject(upToDate);
  expect([second.runs(), content()]).toEqual([1, renewed]);
});

it('of files that are not kept up to date, current ones of another computer are known as well', async () => {
  const { service, first, second, content, line } = await computers(2);
  await first.run(`${line} nginx`);
  await second.run(`${line.replace(' --keep-updated', '')} nginx`);
  await service.renew('shop', { days: 300 });
  await first.run('update');
  const renewed = content();
  expect(await second.run('update')).toMatchObject(upToDate);
  await service.renew('shop', { days: 301 });
  expect(await second.run('update')).toMatchObject({ out: expect.stringContaining('not kept up to date') });
  expect(content()).toEqual(renewed);
});

it.each([
  ['a key of somebody else', 'privkey.pem', () => 'their key'],
  ['a certificate of somebody else', 'fullchain.pem', () => 'their certificate'],
  [
    'the current certificate with a line of somebody else',
    'fullchain.pem',
    (pem: string) => `${pem}# theirs\n`,
  ],
])('%s is never overwritten', async (_, name, change) => {
  const { service, first, second, folder, content, line } = await computers(2);
  await first.run(`${line} nginx`);
  await second.run(`${line} nginx`);
  await service.renew('shop', { days: 300 });
  await first.run('update');
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  const before = content();
  for (const command of ['update', 'update']) expect(await second.run(command)).toMatchObject(refused);
  expect(await second.run(`${line} nginx`)).toMatchObject({ code: 1 });
  expect(content()).toEqual(before);
});

it('PKCS#12 files of another computer are current by what is in them, if the passphrase opens them', async () => {
  const { service, first, second, content, line } = await computers(2);
  const words = `${line.replace(' --keep-updated', '')} iis`;
  const passphrase = 'correct horse battery staple';
  expect(await first.run(words, passphrase)).toMatchObject({ code: 0, err: '' });
  const written = content();
  for (const computer of [second, second, first])
    expect(await computer.run(words, passphrase)).toMatchObject({
      ...{ code: 0, err: '', out: expect.stringContaining('already up to date') },
    });
  expect(content()).toEqual(written);
  expect(await second.run(words, 'another passphrase of it')).toMatchObject({ code: 0, err: '' });
  expect(content()).not.toEqual(written);
  // Now they are those of the second one, with a passphrase that the first one does not give.
  expect(await first.run(words, passphrase)).toMatchObject({ code: 1 });
  await service.renew('shop', { days: 300 });
  const before = content();
  expect(await first.run(words, passphrase)).toMatchObject({ code: 1 });
  expect(content()).toEqual(before);
});

it('links that an older version made on another computer are current as well', async () => {
  const { service, folder, first, second, content, line } = await computers(2);
  expect(await first.run(`${line} nginx`)).toMatchObject({ code: 0, err: '' });
  linkFolder(first.userData, folder, ['fullchain.pem', 'privkey.pem']);
  const words = `${line} nginx`;
  for (const each of [second, first])
    expect(await each.run(words)).toMatchObject({ out: expect.stringContaining('already up to date') });
  // Only the computer that recorded them replaces them.
  await service.renew('shop', { days: 300 });
  expect(await second.run('update')).toMatchObject({ code: 1 });
  expect(await first.run('update')).toMatchObject(updated);
  const renewed = content();
  expect(await second.run('update')).toMatchObject(upToDate);
  expect(content()).toEqual(renewed);
  expect(readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isSymbolicLink())).toEqual([]);
});

it('without its key, a current certificate of another computer is not current', async () => {
  const { service, first, second, folder, line } = await computers(2);
  await first.run(`${line} nginx`);
  await second.run(`${line} nginx`);
  await service.renew('shop', { days: 300 });
  await first.run('update');
  rmSync(join(folder, 'privkey.pem'));
  expect(await second.run('update')).toMatchObject({ code: 1, out: expect.stringContaining('not updated') });
  expect(existsSync(join(folder, 'privkey.pem'))).toBe(false);
});

it('earlier files of this computer that a backup brought back are outdated, and updated', async () => {
  const { service, first, folder, line } = await computers(1);
  await first.run(`${line} nginx`);
  const backup = join(temporaryFolder(), 'backup');
  cpSync(folder, backup, { recursive: true, filter: (path) => !path.includes('/.notafter') });
  await service.renew('shop', { days: 300 });
  expect(await first.run('update')).toMatchObject(updated);
  cpSync(backup, folder, { recursive: true });
  expect(await first.run('update')).toMatchObject(updated);
  expect(readFileSync(join(folder, 'fullchain.pem'), 'utf8')).toBe(
    service.order('shop').material.certificate,
  );
  expect(await first.run('update')).toMatchObject(upToDate);
});

it('a database of a backup takes newer files as current, also those that it has never seen', async () => {
  const { service, first, line } = await computers(1);
  const save = () => {
    const backup = join(temporaryFolder(), 'data');
    cpSync(first.userData, backup, { recursive: true });
    return () => {
      rmSync(first.userData, { recursive: true });
      cpSync(backup, first.userData, { recursive: true });
    };
  };
  const beforeExport = save();
  await first.run(`${line} nginx`);
  const beforeRenewal = save();
  await service.renew('shop', { days: 300 });
  expect(await first.run('update')).toMatchObject(updated);
  beforeRenewal();
  expect(await first.run('update')).toMatchObject(upToDate);
  beforeExport();
  expect(await first.run(`${line} nginx`)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('already up to date'),
  });
  expect(await first.run('update')).toMatchObject(upToDate);
});

/** The database has no space left from the moment on at which a file is there. @returns gives it space again */
function fullOnce(isThere: () => boolean): () => void {
  const { exec } = DatabaseSync.prototype;
  const full = { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' };
  const failing = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (sql === 'BEGIN IMMEDIATE' && isThere()) throw Object.assign(new Error('full'), full);
    exec.call(this, sql);
  });
  onTestFinished(() => failing.mockRestore());
  return () => failing.mockRestore();
}

it('an export or an update that can’t be recorded says so, and the next command records it and runs its command', async () => {
  const { service, first, folder, line } = await computers(1);
  const file = join(folder, 'fullchain.pem');
  const isCurrent = () =>
    existsSync(file) && readFileSync(file, 'utf8') === service.order('shop').material.certificate;
  const notRecorded = expect.stringContaining('The files are written, but that was not recorded');
  const heal = fullOnce(isCurrent);
  expect(await first.run(`${line} nginx`)).toMatchObject({ code: 1, err: notRecorded, out: '' });
  heal();
  expect(await first.run('update')).toMatchObject(upToDate);
  await first.command();
  await service.renew('shop', { days: 300 });
  const healAgain = fullOnce(isCurrent);
  expect(await first.run('update --json')).toMatchObject({
    code: 1,
    out: expect.stringContaining('"notRecorded"'),
  });
  expect(first.runs()).toBe(0);
  healAgain();
  expect(await first.run('update')).toMatchObject(upToDate);
  expect(first.runs()).toBe(1);
  // Still kept up to date, as was wished.
  await service.renew('shop', { days: 301 });
  expect(await first.run('update')).toMatchObject(updated);
});
