import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { secretsOf } from './secretTraces.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  type TestApp,
  temporaryFolder,
  until,
} from './testApp.ts';

function eventsIn(file: string) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => alertEventSchema(z).parse(JSON.parse(line)));
}

/** Sets a command that appends what it reads to a file. */
async function appending(test: TestApp): Promise<string> {
  const file = join(temporaryFolder(), 'events');
  writeFileSync(file, '');
  test.desktop.answer = () => 1;
  okValue(await test.call('alerts:setCommand', ['tee', '-a', file]));
  return file;
}

const outcome = (test: TestApp) => {
  const { lastRun } = test.seen().alertChannels.command ?? { lastRun: null };
  return lastRun?.kind === 'ended' ? lastRun.outcome : null;
};

it('the command gets each alert once as JSON without secrets, also after a restart', needsPosix, async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'soon', name: 'Soon', days: 5, lifetimeDays: 90 });
  const userData = temporaryFolder();
  const test = await startTestApp({ userData });
  const file = await appending(test);
  expect(test.desktop.questions.at(-1)?.detail).toMatch(/0: \/\S*\/tee\n1: -a\n2: /u);
  await until(() => test.seen().alertChannels.command?.command[0]?.endsWith('/tee') === true);
  await connect(test, service);
  await until(() => eventsIn(file).length === 1);
  await until(() => test.desktop.notified.length === 1);
  const [event] = eventsIn(file);
  const [notified] = test.desktop.notified;
  expect(event).toMatchObject({
    event: 'expiring',
    test: false,
    connection: 'Production',
    title: notified?.title,
    order: {
      rid: 'soon',
      title: 'Soon',
      notAfter: new Date(test.order('soon')?.notAfter ?? 0).toISOString(),
    },
  });
  await until(() => outcome(test)?.kind === 'exited');

  service.revokeToken(service.token);
  await test.call('orders:sync', null);
  await until(() => eventsIn(file).length === 2);
  expect(eventsIn(file)[1]).toMatchObject({ event: 'tokenRejected', connection: 'Production', order: null });
  const said = readFileSync(file, 'utf8');
  for (const secret of [service.token, 'PRIVATE KEY', ...secretsOf(service.order('soon').material.key)])
    expect(said).not.toContain(secret);

  await until(() => outcome(test) !== null);
  await test.quit();
  const again = await startTestApp({ userData, secretProcess: test.desktop.secretProcess });
  expect(again.seen().alertChannels.command).toMatchObject({
    command: [expect.stringMatching(/\/tee$/u), '-a', file],
  });
  okValue(await again.call('alerts:testCommand', null));
  await until(() => outcome(again)?.kind === 'exited');
  expect(eventsIn(file)).toHaveLength(3);
  expect(eventsIn(file)[2]).toMatchObject({ test: true, event: 'expiring', order: { rid: 'soon' } });
});

it('the command gets alerts also without notifications on this computer', needsPosix, async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'soon', name: 'Soon', days: 5, lifetimeDays: 90 });
  const test = await startTestApp();
  okValue(await test.call('settings:set', { notifications: false }));
  await connect(test, service);
  await until(() => test.order('soon')?.notAfter != null);
  // The alert waits for a command, which is set later.
  const file = await appending(test);
  await until(() => eventsIn(file).length === 1);
  expect(eventsIn(file)).toMatchObject([{ event: 'expiring', test: false, order: { rid: 'soon' } }]);
  expect(test.desktop.notified.map(({ body }) => body)).toEqual([
    'Notifications on this computer were switched off.',
  ]);
});

it('the command is not set without consent, and a failure is shown', needsPosix, async () => {
  const test = await startTestApp();
  test.desktop.answer = () => 0;
  expect(await test.call('alerts:setCommand', ['tee'])).toEqual({
    ok: false,
    error: { kind: 'consent', reason: 'declined' },
  });
  expect(await test.call('alerts:testCommand', null)).toEqual({ ok: false, error: { kind: 'unknownId' } });
  test.desktop.answer = () => 1;
  okValue(await test.call('alerts:setCommand', ['false']));
  okValue(await test.call('alerts:testCommand', null));
  await until(() => outcome(test)?.kind === 'exited');
  expect(outcome(test)).toEqual({ kind: 'exited', code: 1 });
  okValue(await test.call('alerts:setCommand', null));
  await until(() => test.seen().alertChannels.command === undefined);
});

it('an event is repeated after a failure, also over a restart', needsPosix, async () => {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'soon', name: 'Soon "\n\u0007 😀', days: 5, lifetimeDays: 90 });
  const userData = temporaryFolder();
  const [file, works] = [join(userData, 'events'), join(userData, 'works')];
  writeFileSync(file, '');
  const time = createSkippableTime();
  const test = await startTestApp({ userData, surroundings: time });
  test.desktop.answer = () => 1;
  const script = `tee -a "${file}"; test -e "${works}"`;
  okValue(await test.call('alerts:setCommand', ['sh', '-c', script]));
  await connect(test, service);
  await until(() => test.seen().alertChannels.command?.waiting.nextAt != null && outcome(test) !== null);
  await until(() => (test.seen().alertChannels.command?.waiting.nextAt ?? 0) > time.clock.now() + 30_000);
  expect(outcome(test)).toEqual({ kind: 'exited', code: 1 });
  await test.quit();
  const again = await startTestApp({
    userData,
    secretProcess: test.desktop.secretProcess,
    surroundings: time,
  });
  expect(again.seen().alertChannels.command?.waiting.count).toBe(1);
  writeFileSync(works, '');
  time.skip(60_000);
  await until(() => again.seen().alertChannels.command?.waiting.count === 0);
  const events = eventsIn(file);
  expect(events.length).toBe(2);
  expect(events[1]).toEqual(events[0]);
});
