import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createApp } from '#main/app/compositionRoot.ts';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { parsedOf } from '#test/integration/cli/askApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { createCountingScheduler, descriptors, handles, processListeners } from './leftovers.ts';
import { receive } from './receiving.ts';
import { connect, memoryFolder, okValue, serviceFor, startTestApp, until } from './testApp.ts';

const LIVES = 100;

/** Milliseconds after which one life in three ends: while it reads secrets, opens its port, polls, or is idle. */
const AGES = [0, 3, 10, 30, 80];

it('many starts and ends of the app in one process leak nothing', async () => {
  const service = await serviceFor({ orders: 3 });
  const profile = { userData: memoryFolder(), secretProcess: new FakeSecretHost() };
  const first = await startTestApp(profile);
  await connect(first, service);
  await receive(first);
  const [orderId = ''] = [...first.seen().orders.keys()];
  const endpoint = {
    text: new URL(service.baseUrl).host,
    protocol: null,
    serverName: '',
    intervalMinutes: 60,
  };
  okValue(await first.call('endpoints:add', { orderId, ...endpoint }));
  await first.quit();

  // One desktop for all lives, as in one process, so that leftovers add up.
  const desktop = new FakeDesktop(profile);
  const { scheduler, pending } = createCountingScheduler();
  const { logger, lines } = createRecordingLogger();
  const surroundings = { scheduler, logger };

  const appLife = async (life: number) => {
    const app = await createApp(desktop, surroundings);
    if (app === null) throw new Error('the app did not start');
    app.show();
    await desktop.calls.call('app:snapshot', null);
    desktop.copySecret('secret');
    if (life % 3 === 0) {
      // As the page says; without it, the app waits for seconds before it begins.
      await desktop.calls.call('app:painted', null);
      await desktop.calls.call('orders:sync', null);
      await wait(AGES[life % AGES.length]);
    }
    await app.dispose();
  };
  const commandLife = async () => {
    const opened = await createCliApp(desktop, surroundings, () => undefined);
    if (!opened.ok) throw new Error(opened.error.kind);
    const output = { out: () => undefined, err: () => undefined };
    const terminal = { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' };
    const request = {
      kind: 'run' as const,
      words: ['sync'],
      cwd: '/',
      process: process.pid,
      credentials: null,
      secret: null,
      path: null,
      terminal,
    };
    await opened.value.run(parsedOf(request.words), request, output, new AbortController().signal);
    await opened.value.dispose();
  };
  const live = async (lives: number) => {
    for (let life = 0; life < lives; life += 1) {
      const done = desktop.done.length;
      await (life % 10 === 9 ? commandLife() : appLife(life));
      const left = {
        life,
        timers: pending(),
        calls: desktop.calls.channels,
        subscriptions: desktop.subscriptions,
        keychainProcesses: profile.secretProcess.running,
        secret: desktop.secretCopied,
      };
      const none = { timers: 0, calls: [], subscriptions: 0, keychainProcesses: 0, secret: null };
      expect(left).toEqual({ life, ...none });
      expect(desktop.done.slice(done)).toEqual(expect.arrayContaining(['tray gone', 'connectivity gone']));
    }
    // The service closes its side of a connection a moment later.
    await until(() => service.inFlight === 0);
  };

  // Resources of the runtime, such as late modules and pools, belong to no life.
  await live(15);
  const before = census();
  await live(LIVES);
  // A socket that was being closed may have been counted before.
  await expect.poll(() => grown(before, census())).toEqual({});
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
}, 300_000);

/** Numbers of resources by kind: of the event loop, file descriptors, listeners on the process. */
function census(): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const name of [...handles(), ...descriptors(), ...processListeners()])
    count.set(name, (count.get(name) ?? 0) + 1);
  return count;
}

/** The kinds with more resources than before, and the difference. */
function grown(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): Record<string, number> {
  const more = [...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
}
