import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinuxTrayHost } from '#main/desktop/trayHost.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { FakeTrayWatcher } from '#test/support/fakeTrayWatcher.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { type PrivateSession, startPrivateSession } from '#test/support/secretService.ts';
import { startSlowBus } from '#test/support/slowBus.ts';

describe('the tray host of Linux', needs(process.platform === 'linux', 'this is not Linux'), () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let session: PrivateSession;
  let address: string;

  beforeEach(async () => {
    session = await startPrivateSession('none');
    cleanUps.push(() => session.stop());
    address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function watcher(hasHost: boolean): Promise<FakeTrayWatcher> {
    const started = await FakeTrayWatcher.start(address, hasHost);
    cleanUps.push(() => started.stop());
    return started;
  }

  function follow(env: NodeJS.ProcessEnv = session.env, scheduler = systemScheduler) {
    const { logger, lines } = createRecordingLogger();
    const host = new LinuxTrayHost(env, scheduler, logger);
    cleanUps.push(() => host.dispose());
    const seen: (boolean | null)[] = [];
    host.onDidChange(() => seen.push(host.isPresent()));
    host.start();
    const until = (states: readonly boolean[]) => expect.poll(() => seen).toEqual(states);
    return { host, lines, seen, until };
  }

  it('is unknown at first, and then present or not', async () => {
    const without = follow();
    expect(without.host.isPresent()).toBeNull();
    await without.until([false]);
    await watcher(true);
    await follow().until([true]);
    expect(without.lines).toEqual([]);
  });

  it('is seen each time it starts or ends', async () => {
    const { until } = follow();
    await until([false]);
    const first = await watcher(true);
    await until([false, true]);
    first.stop();
    await until([false, true, false]);
    await watcher(true);
    await until([false, true, false, true]);
  });

  it('is not only a watcher, which signals when it gets or loses a host', async () => {
    const alone = await watcher(false);
    const { until } = follow();
    await until([false]);
    alone.setHost(true);
    await until([false, true]);
    alone.setHost(false);
    await until([false, true, false]);
  });

  it('stays present when another watcher with a host takes over, and is gone if that has none', async () => {
    await watcher(true);
    const { until, seen } = follow();
    await until([true]);
    const second = await watcher(true);
    second.setHost(true);
    await watcher(false);
    await until([true, false]);
    expect(seen).toEqual([true, false]);
  });

  it.each([
    ['names none', () => ({})],
    ['names a bus where nothing listens', () => ({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })],
  ])('is missing in a session that %s', async (_, env) => {
    const { host } = follow(env());
    await expect.poll(() => host.isPresent()).toBe(false);
  });

  it('is found on a bus that answers late, as while a whole desktop starts', async () => {
    await watcher(true);
    const time = createFakeTime(0);
    const slow = await startSlowBus(address, dirname(/path=([^,]+)/u.exec(address)?.[1] ?? ''));
    cleanUps.push(() => slow.stop());
    const { host } = follow({ DBUS_SESSION_BUS_ADDRESS: slow.address }, time.scheduler);
    await expect.poll(() => time.pending()).toBe(1);
    await time.advance(20_000);
    slow.answer();
    expect(await host.presence()).toBe(true);
  });

  it('is no longer watched after disposal', async () => {
    const first = await watcher(true);
    const { host, until, seen } = follow();
    await until([true]);
    host.dispose();
    await until([true, false]);
    first.stop();
    await watcher(true);
    await follow().until([true]);
    expect(seen).toEqual([true, false]);
  });

  it('causes no error when it ends with the whole session', async () => {
    await watcher(true);
    const { host, until } = follow();
    await until([true]);
    await session.stop();
    host.dispose();
    await until([true, false]);
  });
});
