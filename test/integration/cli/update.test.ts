import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { updateResult } from '#main/cli/commands/update.ts';
import { needs, needsPrograms } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';
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
import { canMountForAll, noMounts } from '#test/support/mounts.ts';
import { type Answer, alone, answerIn, notafter, processOf } from './askApp.ts';

/** The exit code of an update, and what it did: the poll and the folder of each order. */
function read({ code, out, err }: Answer) {
  const { changed, orders } = updateResult(z).parse(JSON.parse(out));
  const did = orders.map(({ rid, sync, folders }) => {
    const [folder] = folders;
    return [rid, [sync?.result, folder?.result, folder?.reason, folder?.command]] as const;
  });
  return { code, err, changed, ...Object.fromEntries(did) };
}

/** Two orders with exported files, one of which is kept up to date and has a command. */
async function exported(command = (ran: string) => `echo run >> '${ran}'`) {
  const service = await serviceFor({ orders: 0 });
  for (const rid of ['shop', 'mail'])
    await service.addOrder({ rid, name: rid, domains: [`${rid}.example`], days: 60 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service, ['shop', 'mail']);
  const target = temporaryFolder();
  expect(await notafter(test, `export --all --preset nginx --to ${target}`)).toMatchObject({ code: 0 });
  await until(() => test.seen().copies.length === 2);
  const folderOf = (rid: string) => readdirSync(target).find((name) => name.startsWith(rid)) ?? '';
  const path = (rid: string, name: string) => join(target, folderOf(rid), name);
  const copyOf = (rid: string) => test.seen().copies.find(({ orderId }) => orderId === test.order(rid)?.id);
  const keep = async (rid: string) =>
    okValue(await test.call('copies:setAutoRefresh', { ids: [copyOf(rid)?.id ?? ''], autoRefresh: true }));
  await keep('shop');
  const ran = join(temporaryFolder(), 'ran');
  const script = join(temporaryFolder(), 'reload');
  writeFileSync(script, `#!/bin/sh\n${command(ran)}\n`, { mode: 0o700 });
  test.desktop.answer = () => 1;
  okValue(await test.call('copies:setCommand', { ids: [copyOf('shop')?.id ?? ''], command: [script] }));
  const isCurrent = (rid: string) =>
    readFileSync(path(rid, 'fullchain.pem'), 'utf8') === service.order(rid).material.certificate;
  const without = (line: string, desktop = new FakeDesktop(profile)) => alone(desktop, line);
  return { service, profile, test, ran, path, keep, isCurrent, without };
}

const unchanged = ['unchanged', 'current', null, null];

it(
  'without the app, updates what is kept up to date, runs its command, and says so',
  needsPrograms,
  async () => {
    const { service, profile, test, ran, isCurrent, without } = await exported();
    await test.quit();
    for (const rid of ['shop', 'mail']) await service.renew(rid, { days: 300 });
    const desktop = new FakeDesktop(profile);
    expect(read(await without('update --json', desktop))).toEqual({
      ...{ code: 1, err: '', changed: true },
      shop: ['renewed', 'updated', null, 'succeeded'],
      mail: ['renewed', 'off', 'off', null],
    });
    expect([isCurrent('shop'), isCurrent('mail')]).toEqual([true, false]);
    expect(readFileSync(ran, 'utf8')).toBe('run\n');
    expect([desktop.notified, desktop.questions]).toEqual([[], []]);
    expect(read(await without('update shop --json'))).toEqual({
      code: 0,
      err: '',
      changed: false,
      shop: unchanged,
    });
    const again = await startTestApp(profile);
    await until(() => again.desktop.notified.some(({ title }) => title.includes('renewed and deployed')));
  },
);

it('the running app answers, also for what it began by itself', needsPrograms, async () => {
  const { service, test, ran, isCurrent } = await exported();
  await service.renew('shop', { days: 300 });
  expect(read(await notafter(test, 'update --json'))).toEqual({
    ...{ code: 0, err: '', changed: true },
    shop: ['renewed', 'updated', null, 'succeeded'],
    mail: unchanged,
  });
  expect([isCurrent('shop'), readFileSync(ran, 'utf8')]).toEqual([true, 'run\n']);
  const { code, out } = await notafter(test, 'update');
  expect({ code, out }).toEqual({ code: 0, out: '0 updated, 2 up to date, 0 not updated\n' });
});

it(
  'writes nothing that a person has to decide, and the other orders are updated',
  needsPrograms,
  async () => {
    const { service, test, keep, path, isCurrent, without } = await exported();
    await keep('mail');
    await test.quit();
    await service.renew('shop', { domains: ['other.example'] });
    await service.renew('mail', { days: 300 });
    expect(read(await without('update --json'))).toMatchObject({
      ...{ code: 1, changed: true },
      shop: ['renewed', 'refused', 'needsReview', null],
      mail: ['renewed', 'updated', null, null],
    });
    expect(isCurrent('shop')).toBe(false);
    expect((await without('update shop')).out).toContain('No longer covers shop.example');
    writeFileSync(path('mail', 'privkey.pem'), 'of another program');
    await service.renew('mail', { days: 301 });
    expect(read(await without('update mail --json'))).toMatchObject({
      ...{ code: 1, changed: false },
      mail: ['renewed', 'refused', 'changed', null],
    });
    expect(readFileSync(path('mail', 'privkey.pem'), 'utf8')).toBe('of another program');
  },
);

it('a failed command is exit code 1, and a refused token 2', needsPrograms, async () => {
  const { service, test, without } = await exported(() => 'exit 3');
  await test.quit();
  await service.renew('shop', { days: 300 });
  expect(read(await without('update shop --json'))).toMatchObject({
    ...{ code: 1, changed: true },
    shop: ['renewed', 'updated', 'commandFailed', 'failed'],
  });
  service.revokeToken(service.token);
  expect(await without('update shop --json')).toMatchObject({ code: 2 });
});

const linux = needs(process.platform === 'linux', 'only Linux has setpriv');

/** Root may read everything, unless it has given up these rights. */
const withoutRights =
  process.geteuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : ['env'];

it(
  'a folder that can’t be read is called that, and files that are gone are called missing',
  linux,
  async () => {
    const { service, profile, test, path, keep } = await exported();
    await keep('mail');
    await test.quit();
    const credentials = temporaryFolder();
    const token = join(credentials, 'notafter-token-production');
    writeFileSync(token, `${service.baseUrl} ${service.token}`, { mode: 0o400 });
    for (const rid of ['shop', 'mail']) await service.renew(rid, { days: 300 });
    const folder = dirname(path('shop', 'fullchain.pem'));
    rmSync(path('mail', 'fullchain.pem'));
    chmodSync(folder, 0);
    onTestFinished(() => chmodSync(folder, 0o700));
    const { program, args, env } = processOf(profile.userData, credentials, ['update', '--json']);
    const [first = '', ...others] = [...withoutRights, program, ...args];
    const { stdout } = await promisify(execFile)(first, others, { env });
    expect(read(answerIn(stdout))).toMatchObject({
      code: 1,
      shop: ['renewed', 'refused', 'unreadable', null],
      mail: ['renewed', 'refused', 'missing', null],
    });
  },
);

it('without orders there is no answer, because a timer may run it as another user', async () => {
  const desktop = () => new FakeDesktop({ userData: temporaryFolder(), secretProcess: new FakeSecretHost() });
  for (const line of ['update', 'update --json'])
    expect(await alone(desktop(), line)).toMatchObject({
      ...{ code: 3, out: '' },
      err: expect.stringMatching(/No orders here.*as the user who has the orders/u),
    });
});

const mountable = needs(canMountForAll(), noMounts);

it('a full disk is an error of its order with what to do, until there is space', mountable, async () => {
  const { service, test, keep, without } = await exported();
  await keep('mail');
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k,mode=0700', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  const line = `export shop --preset nginx --to ${disk} --keep-updated`;
  expect(await notafter(test, line)).toMatchObject({ code: 0 });
  await test.quit();
  const filler = join(disk, 'filler');
  const fill = () => {
    for (;;) appendFileSync(filler, Buffer.alloc(4096));
  };
  expect(fill).toThrow('ENOSPC');
  for (const rid of ['shop', 'mail']) await service.renew(rid, { days: 300 });
  const updated = async () => {
    const { code, out } = await without('update --json');
    const { orders } = updateResult(z).parse(JSON.parse(out));
    const folders = orders.flatMap((order) => order.folders);
    const onDisk = folders.find(({ folder }) => folder.startsWith(disk));
    return { code, text: onDisk?.text, results: folders.map(({ result }) => result).toSorted() };
  };
  const full = await updated();
  expect(full).toMatchObject({ code: 1, results: ['failed', 'updated', 'updated'] });
  expect(full.text).toMatch(/space/u);
  rmSync(filler);
  expect(await updated()).toMatchObject({ code: 0, results: ['current', 'current', 'updated'] });
});

it(
  'the next update runs the command that a killed one left, and leaves its files alone',
  needsPrograms,
  async () => {
    // The command kills the process that runs it, the first time.
    const { service, profile, test, ran, isCurrent } = await exported(
      (file) => `echo run >> '${file}'; [ "$(wc -l < '${file}')" -gt 1 ] || kill -9 $PPID`,
    );
    await test.quit();
    await service.renew('shop', { days: 300 });
    const credentials = temporaryFolder();
    const token = join(credentials, 'notafter-token-production');
    writeFileSync(token, `${service.baseUrl} ${service.token}`, { mode: 0o400 });
    const { program, args, env } = processOf(profile.userData, credentials, ['update', '--json']);
    const update = () => promisify(execFile)(program, args, { env });
    await expect(update()).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect([isCurrent('shop'), existsSync(ran)]).toEqual([true, true]);
    const { stdout } = await update();
    expect(read(answerIn(stdout))).toMatchObject({
      ...{ code: 0, changed: false },
      shop: ['unchanged', 'current', null, 'succeeded'],
    });
    expect(readFileSync(ran, 'utf8')).toBe('run\nrun\n');
    const third = await update();
    expect(read(answerIn(third.stdout))).toMatchObject({ code: 0, shop: unchanged });
  },
);
