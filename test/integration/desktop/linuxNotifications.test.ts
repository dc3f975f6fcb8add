import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationContent } from '#main/alerting/alerts/alert.ts';
import { LinuxNotifications } from '#main/desktop/linuxNotifications.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeNotificationDaemon } from '#test/support/fakeNotificationDaemon.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { type PrivateSession, startPrivateSession } from '#test/support/secretService.ts';

describe('notifications of Linux', needs(process.platform === 'linux', 'this is not Linux'), () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let session: PrivateSession;

  beforeEach(async () => {
    session = await startPrivateSession('none');
    cleanUps.push(() => session.stop());
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function daemonWith(...capabilities: readonly string[]): Promise<FakeNotificationDaemon> {
    const address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    const started = await FakeNotificationDaemon.start(address, capabilities);
    cleanUps.push(() => started.stop());
    return started;
  }

  function sinkIn(environment: NodeJS.ProcessEnv = session.env) {
    const byElectron: string[] = [];
    const done: string[] = [];
    const sink = new LinuxNotifications({
      environment,
      scheduler: systemScheduler,
      logger: createRecordingLogger().logger,
      icon: () => [1, 1, 4, true, 8, 4, Buffer.alloc(4)],
      fallback: { show: ({ title }) => void byElectron.push(title) },
    });
    const show = (title: string, more: Partial<NotificationContent> = {}) =>
      sink.show({
        title,
        body: 'a <b>bold</b> & body',
        urgent: false,
        onClick: () => done.push(`click ${title}`),
        buttons: ['Show', 'Snooze'].map((label) => ({ label, run: () => done.push(`${label} ${title}`) })),
        ...more,
      });
    return { show, byElectron, done };
  }

  it('have buttons, which run once, and a click of their own', async () => {
    const daemon = await daemonWith('actions', 'body', 'body-markup');
    const { show, done, byElectron } = sinkIn();
    show('one');
    show('two', { buttons: [] });
    await expect.poll(() => daemon.received.length).toBe(2);
    expect(daemon.received).toMatchObject([
      { title: 'one', actions: ['default', '', '0', 'Show', '1', 'Snooze'] },
      { title: 'two', actions: ['default', ''] },
    ]);
    daemon.invoke(1, '1');
    daemon.invoke(1, '0');
    daemon.invoke(2, 'default');
    await expect.poll(() => done).toEqual(['Snooze one', 'click two']);
    expect(byElectron).toEqual([]);
  });

  it('run nothing when they were closed, or for keys that they do not have', async () => {
    const daemon = await daemonWith('actions');
    const { show, done } = sinkIn();
    for (const title of ['one', 'two', 'three']) show(title);
    await expect.poll(() => daemon.received.length).toBe(3);
    daemon.close(1);
    daemon.invoke(1, 'default');
    daemon.invoke(2, '7');
    daemon.invoke(99, 'default');
    daemon.invoke(3, 'default');
    await expect.poll(() => done).toEqual(['click three']);
  });

  it.each([
    [['actions', 'body-markup'], 'a &lt;b&gt;bold&lt;/b&gt; &amp; body'],
    [['actions'], 'a <b>bold</b> & body'],
  ])('show markup as text, by a daemon with %s', async (capabilities, body) => {
    const daemon = await daemonWith(...capabilities);
    sinkIn().show('one');
    await expect.poll(() => daemon.received.map((each) => each.body)).toEqual([body]);
  });

  it('come from Electron where the daemon has no buttons, or nothing answers', async () => {
    const daemon = await daemonWith('body');
    const without = sinkIn();
    without.show('one');
    await expect.poll(() => without.byElectron).toEqual(['one']);
    expect(daemon.received).toEqual([]);
    const alone = sinkIn({});
    alone.show('two');
    await expect.poll(() => alone.byElectron).toEqual(['two']);
  });

  it('are shown by a daemon that starts later', async () => {
    const { show, byElectron } = sinkIn();
    show('one');
    await expect.poll(() => byElectron).toEqual(['one']);
    const daemon = await daemonWith('actions');
    show('two');
    await expect.poll(() => daemon.received.map(({ title }) => title)).toEqual(['two']);
  });
});
