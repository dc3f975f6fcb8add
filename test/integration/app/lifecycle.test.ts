import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '#main/app/compositionRoot.ts';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import type { SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';
import { createHiddenRepository } from '#main/storage/exportRepositories.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { ForkedSecretHost } from '#test/support/forkedSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { startPrivateSession } from '#test/support/secretService.ts';
import { createCountingScheduler, handles } from './leftovers.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

describe('the end of the app', () => {
  it('leaves no timer, call, process, connection or open file', async () => {
    const service = await serviceFor({ orders: 3 });
    const secretProcess = new FakeSecretHost();
    const userData = temporaryFolder();
    const before = handles();
    const { scheduler, pending } = createCountingScheduler();
    const test = await startTestApp({ userData, secretProcess, surroundings: { scheduler } });
    await connect(test, service);
    expect(pending()).toBeGreaterThan(0);
    await test.quit();
    expect(pending()).toBe(0);
    expect(test.desktop.calls.channels).toEqual([]);
    expect(secretProcess.running).toBe(0);
    expect(test.desktop.done).toEqual(expect.arrayContaining(['tray gone', 'connectivity gone']));
    const done = [...test.desktop.done];
    const sent = test.desktop.sent.length;
    const views = test.desktop.trayViews.length;
    test.desktop.setOnline(false);
    test.desktop.resume();
    test.desktop.clickTray();
    expect(pending()).toBe(0);
    expect(test.desktop.done).toEqual(done);
    await expect.poll(() => service.inFlight).toBe(0);
    await expect.poll(handles).toEqual(before);
    expect(test.desktop.sent).toHaveLength(sent);
    expect(test.desktop.trayViews).toHaveLength(views);
    // The file is free for the next one.
    const again = await startTestApp({ userData, secretProcess });
    expect(again.desktop.questions).toEqual([]);
  });

  it('works in the middle of polls that the service does not answer', async () => {
    const service = await serviceFor({ orders: 9 });
    service.setLatency(60_000);
    const test = await startTestApp();
    const draft = { name: 'Slow', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
    const { id } = okValue(await test.call('connections:add', { ...draft, token: service.token }));
    okValue(await test.call('orders:add', { connectionId: id, text: service.rids.join() }));
    await until(() => service.inFlight === 8);
    await test.quit();
    expect(test.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('works in the middle of an export, which leaves nothing unfinished', async () => {
    const service = await serviceFor({ orders: 3 });
    const test = await startTestApp();
    await connect(test, service);
    service.setLatency(60_000);
    test.desktop.choices.chooseFolder = temporaryFolder();
    const orderIds = [...test.seen().orders.keys()];
    okValue(
      await test.call('export:start', {
        orderIds,
        presetId: 'pem',
        parts: ['key'],
        container: 'folder',
        into: null,
        deliveryId: null,
      }),
    );
    await until(() => service.inFlight > 0);
    await test.quit();
    expect(test.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('cancels an export that waits for the user', async () => {
    const service = await serviceFor({ orders: 1 });
    const { scheduler, pending } = createCountingScheduler();
    const test = await startTestApp({ surroundings: { scheduler } });
    await connect(test, service);
    test.desktop.choices.chooseFolder = temporaryFolder();
    const orderIds = [...test.seen().orders.keys()];
    okValue(
      await test.call('export:start', {
        orderIds,
        presetId: 'iis',
        parts: null,
        container: 'folder',
        into: null,
        deliveryId: null,
      }),
    );
    await until(() => test.seen().exportJob?.phase === 'review');
    await test.quit();
    expect(pending()).toBe(0);
  });

  it('works before the tokens are read, and then nothing is polled', async () => {
    const service = await serviceFor({ orders: 2 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    await connect(first, service);
    await first.quit();
    service.clearRequests();
    const time = createFakeTime(Date.now() + 3_600_000);
    // A keychain that does not answer.
    const silent: SecretProcessHost = {
      spawn: () => ({
        postMessage: () => undefined,
        onMessage: () => undefined,
        onExit: () => undefined,
        kill: () => undefined,
      }),
    };
    const test = await startTestApp({
      ...profile,
      secretProcess: silent,
      surroundings: { clock: time.clock, scheduler: time.scheduler },
    });
    await test.quit();
    await time.advance(3_600_000);
    expect(time.pending()).toBe(0);
    expect(service.requests).toEqual([]);
  });
});

describe('a start', () => {
  it('that fails with a bug is reported, logged without its message, and releases the database', async () => {
    const userData = temporaryFolder();
    const { logger, lines } = createRecordingLogger();
    const broken = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
    broken.setTheme = () => {
      throw new TypeError('SENTINEL');
    };
    expect(await createApp(broken, { logger })).toBeNull();
    expect(broken.questions).toMatchObject([{ buttons: ['Quit'] }]);
    expect(lines).toMatchObject([{ level: 'error', fields: { error: 'TypeError' } }]);
    expect(JSON.stringify(lines)).not.toContain('SENTINEL');
    const test = await startTestApp({ userData });
    expect(test.desktop.questions).toEqual([]);
  });

  it('reads the tokens again when the screen is unlocked or the computer wakes', async () => {
    const service = await serviceFor({ orders: 1 });
    const secretProcess = new FakeSecretHost();
    const profile = { userData: temporaryFolder(), secretProcess };
    const first = await startTestApp(profile);
    await connect(first, service);
    await first.quit();
    for (const event of ['unlockScreen', 'resume'] as const) {
      secretProcess.isLoadable = false;
      const test = await startTestApp(profile);
      await until(() => test.seen().connections[0]?.token.kind === 'unreadable');
      secretProcess.isLoadable = true;
      test.desktop[event]();
      await until(() => test.seen().connections[0]?.token.kind === 'keychain');
      await test.quit();
    }
  });

  it('polls although the keychain’s process cannot be started', async () => {
    const service = await serviceFor({ orders: 1 });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const first = await startTestApp(profile);
    await connect(first, service);
    await first.quit();
    const broken: SecretProcessHost = {
      spawn: () => {
        throw new Error('no more processes');
      },
    };
    const test = await startTestApp({ ...profile, secretProcess: broken });
    await until(() => test.seen().keychain.state.kind === 'unavailable');
    await test.call('orders:sync', null);
    await until(() => test.seen().connections[0]?.polling.kind === 'waitingForToken');
  });

  it('continues if the stored data of previous exports is unusable', async () => {
    const userData = temporaryFolder();
    const opened = openDatabase(join(userData, DATABASE_FILE));
    if (!opened.ok) throw new Error(opened.error.kind);
    const ownership = { owner: null, keepsModes: true };
    const about = { id: '0'.repeat(24), names: [], ownership, inode: null };
    const folders = [join(userData, 'gone'), ''];
    const entries = folders.map((folder) => ({ ...about, folder, isPending: true }));
    createHiddenRepository(opened.value).save(entries, []);
    opened.value.dispose();
    const test = await startTestApp({ userData });
    const message = 'Exports of an earlier run are not repaired yet';
    await until(() => test.log.some((line) => line.level === 'warn' && line.message === message));
    expect(test.seen().exportJob).toBeNull();
  });

  it('polls again on schedule by the injected clock', async () => {
    const time = createFakeTime(Date.now());
    const service = await serviceFor({ orders: 0, now: () => time.clock.now() });
    await service.addOrder({ rid: 'later', days: 80 });
    const test = await startTestApp({ surroundings: { clock: time.clock, scheduler: time.scheduler } });
    const draft = { name: '', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
    const { id } = okValue(await test.call('connections:add', { ...draft, token: service.token }));
    okValue(await test.call('orders:add', { connectionId: id, text: 'later' }));
    const confirmedAt = async () => {
      await time.advance(100);
      return test.order('later')?.lastConfirmedAt ?? 0;
    };
    await expect.poll(confirmedAt, { timeout: 20_000 }).toBeGreaterThan(0);
    const first = await confirmedAt();
    service.clearRequests();
    await time.advance(5 * 3_600_000);
    expect(service.requests).toEqual([]);
    await time.advance(2 * 3_600_000);
    await expect.poll(confirmedAt, { timeout: 20_000 }).toBeGreaterThan(first + 5 * 3_600_000);
  });
});

describe('on a real Secret Service', needs(process.platform === 'linux', 'this is not Linux'), () => {
  it('keeps the token there over a restart, and waits for a locked keyring', async () => {
    const session = await startPrivateSession('unlocked');
    try {
      const service = await serviceFor({ orders: 1 });
      const profile = {
        userData: temporaryFolder(),
        platform: 'linux' as const,
        secretProcess: new ForkedSecretHost(session.env),
        surroundings: { environment: session.env },
      };
      const first = await startTestApp(profile);
      await connect(first, service);
      expect(first.seen().connections[0]?.token.kind).toBe('keychain');
      await first.quit();

      await session.lock();
      const second = await startTestApp(profile);
      await until(() => second.seen().keychain.state.kind === 'locked');
      expect(second.seen().connections[0]?.token).toEqual({
        kind: 'unreadable',
        error: { kind: 'keychainLocked' },
      });
      expect(second.seen().orders.size).toBe(1);
      await session.unlock();
      await second.call('keychain:retry', null);
      await until(() => second.seen().connections[0]?.token.kind === 'keychain');
      const { lastConfirmedAt } = second.order(service.rids[0] ?? '') ?? {};
      await second.call('orders:sync', null);
      await until(() => (second.order(service.rids[0] ?? '')?.lastConfirmedAt ?? 0) > (lastConfirmedAt ?? 0));
      await second.quit();
      await expect
        .poll(() => profile.secretProcess.children.every((child) => child.killed || child.exitCode !== null))
        .toBe(true);
    } finally {
      await session.stop();
    }
  });
});
