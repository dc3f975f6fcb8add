import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { buildDelivery, deliveryFields } from '#test/service/delivery.ts';
import type { Tamper } from '#test/service/referenceService.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import {
  addHook,
  delivered,
  freePort,
  judged,
  listening,
  post,
  pulls,
  receive,
  signingSecret,
} from './receiving.ts';
import { bytesBelow, secretsOf, toldTo } from './secretTraces.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestAppOptions,
  temporaryFolder,
  until,
} from './testApp.ts';

const secret = signingSecret;

/** An app that receives from a service with one order, whose name nobody mapped. */
async function receiving({ consent = false, ...options }: TestAppOptions & { consent?: boolean } = {}) {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const test = await startTestApp(options);
  if (consent) await test.call('keychain:setMemoryConsent', true);
  const at = await receive(test);
  const statusOf = async (task: string, sending: { url?: string; secret?: string; tamper?: Tamper } = {}) => {
    const verdict = await service.deliver('shop', { url: at.url, secret, task, ...sending });
    return 'status' in verdict ? verdict.status : null;
  };
  const tasks = () =>
    test
      .seen()
      .inbox.map(({ task }) => task)
      .toSorted();
  return { service, test, at, statusOf, tasks };
}

/** As `receiving`, with the app's own connection to its database: what it cannot do, the app cannot. */
async function receivingOnDisk() {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => opened.mockRestore());
  const made = await receiving();
  const [database] = opened.mock.contexts;
  if (!(database instanceof DatabaseSync)) throw new Error('no database was opened');
  return { ...made, database };
}

/** Adds headers, or replaces those of their names. */
function withHeaders(...headers: [name: string, value: string][]): Tamper {
  return (request) => ({
    ...request,
    headers: [...request.headers.filter(([name]) => headers.every(([other]) => other !== name)), ...headers],
  });
}

describe('a disk', () => {
  it('that is full is answered 503 and nothing is in the inbox; afterwards all is well', async () => {
    const { database, statusOf, tasks, test } = await receivingOnDisk();
    expect(await statusOf('Before')).toBe(204);
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.prepare(`PRAGMA max_page_count = ${Number(pages)}`).get();
    const kept: string[] = [];
    let status: number | null | undefined = 204;
    // There may be room for some in the pages that there are.
    for (let count = 0; count < 50 && status === 204; count += 1) {
      status = await statusOf(`Full ${count}`);
      if (status === 204) kept.push(`Full ${count}`);
    }
    expect(status).toBe(503);
    await until(() => test.seen().receiverLog.some((line) => line.status === 503));
    expect(test.seen().receiverLog[0]).toMatchObject({
      outcome: { reason: { kind: 'notKept', error: { kind: 'storage', reason: 'full' } } },
    });
    database.prepare('PRAGMA max_page_count = 100000').get();
    expect(await statusOf('After')).toBe(204);
    await until(() => delivered(test, 'After') !== undefined);
    expect(tasks()).toEqual(['After', 'Before', ...kept].toSorted());
  });

  it('that is read-only is answered 503, and the same delivery is kept when it is writable again', async () => {
    const { database, service, at, test, tasks } = await receivingOnDisk();
    const fields = deliveryFields(service.order('shop'), 'Same');
    const same = buildDelivery(fields, { secret, task: 'Same' });
    database.prepare('PRAGMA query_only = ON').get();
    expect([await post(at, same), await post(at, same)]).toEqual([503, 503]);
    expect(tasks()).toEqual([]);
    database.prepare('PRAGMA query_only = OFF').get();
    expect([await post(at, same), await post(at, same)]).toEqual([204, 204]);
    await until(() => delivered(test, 'Same') !== undefined);
    expect(tasks()).toEqual(['Same']);
  });
});

describe('a keychain', () => {
  it('that is locked is answered 503, and what comes after it was unlocked is kept in the vault', async () => {
    const secretProcess = new FakeSecretHost();
    const { statusOf, test, tasks } = await receiving({ secretProcess });
    secretProcess.refusal = 'Cannot get secret of a locked object';
    expect(await statusOf('Locked')).toBe(503);
    await until(() => test.seen().receiver.vault.kind === 'unavailable');
    expect(test.seen().receiver.vault).toMatchObject({ error: { kind: 'keychainLocked' } });
    expect(tasks()).toEqual([]);
    secretProcess.refusal = null;
    await test.call('vault:retry', null);
    expect(await statusOf('Unlocked')).toBe(204);
    await until(() => delivered(test, 'Unlocked')?.key === 'vault');
  });

  it('that is locked at the start is answered 503: nobody can tell who signed', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, at } = await receiving(profile);
    await test.quit();
    profile.secretProcess.refusal = 'Cannot get secret of a locked object';
    const again = await startTestApp(profile);
    await listening(again, at.port);
    const sending = { url: at.url, secret, task: 'Locked' };
    expect(await service.deliver('shop', sending)).toMatchObject({ status: 503 });
    profile.secretProcess.refusal = null;
    again.desktop.unlockScreen();
    await until(() => again.seen().receiver.hooks[0]?.secrets[0]?.state.kind === 'keychain');
    expect(await service.deliver('shop', sending)).toMatchObject({ status: 204 });
    await until(() => delivered(again, 'Locked')?.key === 'vault');
  });

  it('that is not there keeps nothing without consent, with it until the app quits', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    profile.secretProcess.isLoadable = false;
    const refusing = await startTestApp(profile);
    const draft = { name: 'Push', path: null, secret };
    expect(await refusing.call('hooks:add', draft)).toMatchObject({ error: { kind: 'keychainUnavailable' } });
    await refusing.quit();
    const { test, statusOf } = await receiving({ ...profile, consent: true });
    expect(await statusOf('Memory')).toBe(204);
    await until(() => delivered(test, 'Memory')?.key === 'memory');
    expect(test.seen().receiver.vault).toEqual({ kind: 'memoryOnly', keys: 1 });
    await test.quit();
    const again = await startTestApp(profile);
    expect(delivered(again, 'Memory')).toMatchObject({ key: 'gone', verdict: { kind: 'waiting' } });
  });

  it('that comes up takes what was in memory into the vault, where it is after a restart', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    profile.secretProcess.isLoadable = false;
    const { test, statusOf } = await receiving({ ...profile, consent: true });
    expect(await statusOf('Memory')).toBe(204);
    await until(() => delivered(test, 'Memory')?.key === 'memory');
    profile.secretProcess.isLoadable = true;
    await test.call('keychain:retry', null);
    await until(() => delivered(test, 'Memory')?.key === 'vault');
    expect(test.seen().receiver.vault).toEqual({ kind: 'ready', keys: 1 });
    expect(await statusOf('Vault')).toBe(204);
    await until(() => delivered(test, 'Vault')?.key === 'vault');
    await test.quit();
    const again = await startTestApp(profile);
    expect(again.seen().inbox.map(({ key }) => key)).toEqual(['vault', 'vault']);
    await until(() => again.seen().receiver.hooks[0]?.secrets[0]?.state.kind === 'keychain');
  });
});

describe('a hook', () => {
  it('takes both secrets of a rotation, and then the new one alone', async () => {
    const { test, at, statusOf } = await receiving();
    const next = 'SENTINEL-next-secret-77b1';
    expect(await statusOf('Next', { secret: next })).toBe(401);
    okValue(await test.call('hooks:addSecret', { id: at.hook.id, secret: next }));
    expect([await statusOf('Old'), await statusOf('New', { secret: next })]).toEqual([204, 204]);
    const [first] = at.hook.secrets;
    okValue(await test.call('hooks:removeSecret', { id: at.hook.id, secretId: first?.id ?? '' }));
    expect([await statusOf('Older'), await statusOf('Newer', { secret: next })]).toEqual([401, 204]);
  });

  it('is reached by its present path alone, and not while it is off', async () => {
    const { test, at, statusOf } = await receiving();
    await addHook(test, 'Other');
    const { id, name, path } = at.hook;
    okValue(await test.call('hooks:update', { id, name, path: '/present', enabled: true }));
    const present = `http://127.0.0.1:${at.port}/present`;
    expect([await statusOf('Former'), await statusOf('Present', { url: present })]).toEqual([404, 204]);
    okValue(await test.call('hooks:update', { id, name, path, enabled: false }));
    expect([await statusOf('Off'), await statusOf('Present', { url: present })]).toEqual([404, 404]);
  });
});

describe('how the receiver listens', () => {
  it('decides which hosts may be named; an origin never', async () => {
    const { test, at, statusOf } = await receiving();
    const tunnel = withHeaders(['host', 'tunnel.example']);
    expect(await statusOf('Tunnel', { tamper: tunnel })).toBe(400);
    const config = { ...defaultReceiverConfig, port: at.port, allowedHosts: ['tunnel.example'] };
    okValue(await test.call('receiver:configure', config));
    expect(await statusOf('Tunnel', { tamper: tunnel })).toBe(204);
    for (const origin of ['null', `http://127.0.0.1:${at.port}`])
      expect(await statusOf('Page', { tamper: withHeaders(['origin', origin]) })).toBe(400);
    okValue(await test.call('receiver:configure', { ...config, sourceAddresses: ['192.0.2.7'] }));
    expect(await statusOf('Elsewhere')).toBe(401);
  });

  it('is changed at once: another port is listened at, and the former one no more', async () => {
    const { test, at, statusOf } = await receiving();
    const port = await freePort();
    okValue(await test.call('receiver:configure', { ...defaultReceiverConfig, port }));
    await listening(test, port);
    expect(await statusOf('Former')).toBeNull();
    const url = `http://127.0.0.1:${port}${at.hook.path}`;
    expect(await statusOf('Present', { url })).toBe(204);
  });

  it('says that a port is taken, and listens when it is free and a person says so', async () => {
    const { test, at, statusOf } = await receiving();
    const other = await startTestApp();
    okValue(await other.call('receiver:configure', { ...defaultReceiverConfig, port: at.port }));
    await addHook(other);
    await until(() => other.seen().receiver.state.kind === 'failed');
    expect(other.seen().receiver.state).toMatchObject({ reason: 'portInUse', detail: 'EADDRINUSE' });
    expect(await statusOf('Still')).toBe(204);
    await test.quit();
    await other.call('receiver:retry', null);
    await listening(other, at.port);
  });

  it('counts the time by which a sender is off, and refuses what is an hour off', async () => {
    const { test, service, at } = await receiving();
    const now = () => Date.now() - 3_600_000;
    expect(await service.deliver('shop', { url: at.url, secret, now })).toMatchObject({ status: 401 });
    await until(() => test.seen().receiverLog.length > 0);
    const { outcome } = test.seen().receiverLog[0] ?? {};
    expect(outcome).toMatchObject({ reason: { kind: 'timeSkew', seconds: expect.closeTo(-3600, -1) } });
    expect(test.seen().inbox).toEqual([]);
  });
});

describe('quitting', () => {
  it('in the middle of deliveries loses none that was answered 204, and keeps none twice', async () => {
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const { service, test, at } = await receiving(profile);
    const order = service.order('shop');
    const answers = new Map<string, number | null>();
    const send = async (task: string) => {
      const fields = deliveryFields(order, task);
      answers.set(task, await post(at, buildDelivery(fields, { secret, task })));
    };
    const sending: Promise<void>[] = [];
    for (let wave = 0; wave < 6; wave += 1) {
      for (let count = 0; count < 5; count += 1) sending.push(send(`${wave}-${count}`));
      if (wave === 4) sending.push(test.quit());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(sending);
    const again = await startTestApp(profile);
    const tasks = again.seen().inbox.map(({ task }) => task);
    expect(new Set(tasks).size).toBe(tasks.length);
    const answered = [...answers].flatMap(([task, status]) => (status === 204 ? [task] : []));
    expect(answered.filter((task) => !tasks.includes(task))).toEqual([]);
    expect([...new Set(answers.values())].filter((status) => ![204, 503, null].includes(status))).toEqual([]);
    expect(again.seen().inbox.filter(({ key }) => key !== 'vault')).toEqual([]);
  });
});

describe('a storm of 1,000 copies', () => {
  it('is answered 204 to the last, and is one delivery and one poll', { timeout: 60_000 }, async () => {
    const { service, test, at } = await receiving();
    await connect(test, service);
    await service.deliver('shop', { url: at.url, secret, task: 'First' });
    const { id } = await judged(test, 'First', 'unknownName');
    okValue(await test.call('inbox:map', { deliveryId: id, orderId: test.order('shop')?.id ?? '' }));
    await judged(test, 'First', 'confirmed');
    const renewed = await service.renew('shop');
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    const fields = deliveryFields(renewed, 'Storm');
    // In another second than the first.
    const now = () => Date.now() + 5_000;
    const storm = buildDelivery(fields, { secret, task: 'Storm', now });
    const untilAnswered = async () => {
      // None: every place was taken.
      for (;;) {
        const status = await post(at, storm);
        if (status !== null) return status;
      }
    };
    const statuses = await Promise.all(Array.from({ length: 1_000 }, untilAnswered));
    expect(new Set(statuses)).toEqual(new Set([204]));
    await judged(test, 'Storm', 'confirmed');
    await until(() => test.seen().polling.size === 0);
    expect(test.seen().inbox.filter(({ task }) => task === 'Storm')).toHaveLength(1);
    expect(pulls(service, 'shop')).toBe(1);
    expect(delivered(test, 'Storm')?.sharesSignature).toBe(false);
  });
});

describe('signing secrets and delivered keys', () => {
  it('are in nothing that is sent to the window, shown, logged or stored in clear', async () => {
    const written: string[] = [];
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        written.push(String(chunk));
        return true;
      }),
    );
    try {
      const service = await serviceFor({ orders: 0 });
      for (const keyKind of ['p256', 'rsa2048', 'ed25519'] as const) await service.addOrder({ keyKind });
      const userData = temporaryFolder();
      const { createConsoleLogger } = await import('#main/lib/consoleLogger.ts');
      const logger = createConsoleLogger(() => 0);
      const test = await startTestApp({ userData, surroundings: { logger } });
      await connect(test, service);
      const at = await receive(test);
      const wrong = 'SENTINEL-wrong-secret';
      const keys = service.rids.map((rid) => service.order(rid).material.key);
      for (const [index, rid] of service.rids.entries()) {
        const encoding = index === 1 ? 'form' : 'json';
        const task = `Task ${index}`;
        await service.deliver(rid, { url: at.url, secret, task, encoding });
        const { id } = await judged(test, task, 'unknownName');
        const orderId = test.order(rid)?.id ?? '';
        if (index === 0) okValue(await test.call('inbox:approve', id));
        else okValue(await test.call('inbox:map', { deliveryId: id, orderId }));
        await until(() => delivered(test, task)?.verdict.kind !== 'checking');
        await test.call('orders:details', orderId);
      }
      const [rid = ''] = service.rids;
      const other = service.order(service.rids[1] ?? '').material;
      const tampered: Tamper[] = [
        (request, fields) => ({ ...request, body: JSON.stringify({ ...fields, key: other.key }) }),
        (request, fields) => ({ ...request, body: JSON.stringify({ ...fields, ssl: fields.key }) }),
        (request, fields) => ({
          ...request,
          body: JSON.stringify({ ...fields, [fields.key]: 1, notAfter: 2 }),
        }),
        (request) => ({ ...request, body: request.body.slice(0, -20) }),
        (request) => ({ ...request, method: 'PUT' }),
        withHeaders(['host', secret.replaceAll('-', '')]),
      ];
      for (const tamper of tampered) await service.deliver(rid, { url: at.url, secret, tamper });
      await service.deliver(rid, { url: at.url, secret: wrong });
      await service.deliver(rid, { url: `${at.url}/${secret}`, secret });
      okValue(await test.call('hooks:addSecret', { id: at.hook.id, secret: wrong }));
      await test.call('hooks:addSecret', { id: at.hook.id, secret: `${wrong}2` });
      await test.call('hooks:add', { name: 'Bad', path: '/a b', secret: wrong });
      await test.call('receiver:test', { hookId: at.hook.id, url: at.url });
      await test.call('app:copyDiagnostics', null);
      await test.call('app:snapshot', null);
      await until(() => test.seen().receiverLog.length > 5);
      const open = bytesBelow(userData);
      await test.quit();

      const told = toldTo(test.desktop);
      const kept = open + bytesBelow(userData);
      expect([told.includes(at.hook.path), kept.includes(at.hook.path)]).toEqual([true, true]);
      const secrets = [secret, wrong, 'PRIVATE KEY', ...keys.flatMap(secretsOf)];
      for (const place of [told, kept, written.join('')]) {
        for (const text of secrets) expect(place.includes(text), text).toBe(false);
      }
    } finally {
      for (const stream of streams) stream.mockRestore();
    }
  });
});
