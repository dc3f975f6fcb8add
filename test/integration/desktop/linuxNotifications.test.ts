import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationContent } from '#main/alerting/alerts/alert.ts';
import { LinuxNotifications } from '#main/desktop/linuxNotifications.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { FakeNotificationDaemon } from '#test/support/fakeNotificationDaemon.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
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

  function sinkIn(environment: NodeJS.ProcessEnv = session.env, scheduler = systemScheduler) {
    const done: string[] = [];
    const ids: (string | null)[] = [];
    const closed: string[] = [];
    const sink = new LinuxNotifications({
      environment,
      scheduler,
      logger: createRecordingLogger().logger,
      icon: () => [1, 1, 4, true, 8, 4, Buffer.alloc(4)],
    });
    sink.onDidClose((id) => closed.push(id));
    const show = (title: string, more: Partial<NotificationContent> = {}) =>
      sink.show(
        {
          title,
          body: 'a <b>bold</b> & body',
          urgent: false,
          click: { label: 'Show', run: () => done.push(`click ${title}`) },
          buttons: ['Help', 'Snooze'].map((label) => ({ label, run: () => done.push(`${label} ${title}`) })),
          ...more,
        },
        (id) => ids.push(id),
      );
    return { sink, show, done, ids, closed };
  }

  it('have buttons, which run once, and a click with a label of its own', async () => {
    const daemon = await daemonWith('actions', 'body', 'body-markup');
    const { show, done, ids } = sinkIn();
    show('one');
    show('two', { buttons: [] });
    await expect.poll(() => ids.length).toBe(2);
    expect(daemon.received).toMatchObject([
      { title: 'one', actions: ['default', 'Show', '0', 'Help', '1', 'Snooze'] },
      { title: 'two', actions: ['default', 'Show'] },
    ]);
    daemon.invoke(1, '1');
    daemon.invoke(1, '0');
    daemon.invoke(2, 'default');
    await expect.poll(() => done).toEqual(['Snooze one', 'click two']);
  });

  it('run nothing for keys that they do not have, and a click that comes after their end', async () => {
    const daemon = await daemonWith('actions');
    const { show, done, ids } = sinkIn();
    for (const title of ['one', 'two']) show(title);
    await expect.poll(() => ids.length).toBe(2);
    daemon.invoke(1, '7');
    daemon.invoke(99, 'default');
    daemon.invoke(2, 'default', true);
    await expect.poll(() => done).toEqual(['click two']);
  });

  it.each([
    [['actions', 'body-markup'], 'a &lt;b&gt;bold&lt;/b&gt; &amp; body'],
    [['actions'], 'a <b>bold</b> & body'],
  ])('show markup as text, by a daemon with %s', async (capabilities, body) => {
    const daemon = await daemonWith(...capabilities);
    sinkIn().show('one');
    await expect.poll(() => daemon.received.map((each) => each.body)).toEqual([body]);
  });

  it('have no buttons where the daemon has none', async () => {
    const daemon = await daemonWith('body');
    const { sink, show, ids } = sinkIn();
    show('one');
    await expect.poll(() => ids.length).toBe(1);
    expect(daemon.received).toMatchObject([{ title: 'one', actions: [] }]);
    expect(sink.state()).toEqual({ kind: 'shown', by: 'fake' });
  });

  it('are not shown without a bus, or without a daemon, until one starts', async () => {
    const alone = sinkIn({});
    alone.show('one');
    await expect.poll(() => alone.ids).toEqual([null]);
    expect(alone.sink.state()).toEqual({ kind: 'absent' });
    const { sink, show, ids } = sinkIn();
    const states: string[] = [];
    sink.onDidChange(() => states.push(sink.state().kind));
    sink.start();
    await expect.poll(() => states).toEqual(['absent']);
    show('one');
    await expect.poll(() => ids).toEqual([null]);
    const daemon = await daemonWith('actions');
    await expect.poll(() => states).toEqual(['absent', 'shown']);
    show('two');
    await expect.poll(() => daemon.received.map(({ title }) => title)).toEqual(['two']);
  });

  it('are refused by a daemon that got too many of them, until it takes one', async () => {
    const daemon = await daemonWith('actions');
    const { sink, show, ids } = sinkIn();
    daemon.refusal = 'excess';
    show('one');
    await expect.poll(() => ids).toEqual([null]);
    expect(sink.state()).toEqual({ kind: 'refused' });
    daemon.refusal = 'none';
    show('one');
    await expect.poll(() => ids.length).toBe(2);
    expect(sink.state()).toEqual({ kind: 'shown', by: 'fake' });
  });

  it('are closed where the daemon shows them after they counted as not shown', async () => {
    const daemon = await daemonWith('actions');
    const time = createFakeTime(0);
    const { show, ids } = sinkIn(session.env, time.scheduler);
    daemon.refusal = 'silent';
    show('one');
    await expect.poll(() => daemon.received.length).toBe(1);
    await time.advance(25_000);
    await expect.poll(() => ids).toEqual([null]);
    daemon.answer();
    await expect.poll(() => daemon.closed).toEqual([1]);
  });

  it('are closed by the app, also after its restart, but not those of another run of the daemon', async () => {
    const daemon = await daemonWith('actions');
    const first = sinkIn();
    for (const title of ['one', 'two', 'three']) first.show(title);
    await expect.poll(() => first.ids.length).toBe(3);
    const [one = '', two = '', three = ''] = first.ids.map(String);
    first.sink.close(one);
    await expect.poll(() => first.closed).toEqual([one]);
    const restarted = sinkIn();
    restarted.sink.close(two);
    await expect.poll(() => daemon.closed).toEqual([1, 2]);
    daemon.stop();
    const other = await daemonWith('actions');
    const later = sinkIn();
    for (const title of ['four', 'five', 'six']) later.show(title);
    await expect.poll(() => later.ids.length).toBe(3);
    later.sink.close(three);
    later.sink.close(String(later.ids[0]));
    await expect.poll(() => other.closed).toEqual([1]);
  });

  it('say that the user closed them, and keep those that only expired', async () => {
    const daemon = await daemonWith('actions');
    const { show, ids, closed } = sinkIn();
    show('one');
    show('two');
    await expect.poll(() => ids.length).toBe(2);
    daemon.close(1, 1);
    daemon.close(2, 2);
    await expect.poll(() => closed).toEqual([ids[1]]);
  });

  it('of a former run of the daemon are not clicked by the numbers of another', async () => {
    const daemon = await daemonWith('actions');
    const { sink, show, done, ids } = sinkIn();
    show('one');
    await expect.poll(() => ids.length).toBe(1);
    const states: string[] = [];
    sink.onDidChange(() => states.push(sink.state().kind));
    daemon.stop();
    await expect.poll(() => states).toEqual(['absent']);
    const other = await daemonWith('actions');
    await expect.poll(() => states).toEqual(['absent', 'shown']);
    other.invoke(1, 'default');
    show('two');
    await expect.poll(() => ids.length).toBe(2);
    other.invoke(1, '0');
    await expect.poll(() => done).toEqual(['Help two']);
  });
});
