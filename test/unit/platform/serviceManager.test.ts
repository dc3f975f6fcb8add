import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createServiceManager, systemdNotify } from '#main/platform/serviceManager.ts';
import { createFakeTime } from '../../support/fakeTime.ts';
import { createRecordingLogger } from '../../support/recordingLogger.ts';

type Environment = Readonly<Record<string, string>>;

function managerWith(environment: Environment, send: (assignments: readonly string[]) => Promise<void>) {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const { scheduler } = time;
  const ports = { environment, pid: 7, scheduler, logger, monotonicMicros: () => 42n, send };
  const manager = createServiceManager(ports);
  onTestFinished(() => manager.dispose());
  return { manager, time, lines };
}

function recordingManager(environment: Environment) {
  const sent: (readonly string[])[] = [];
  const parts = managerWith({ NOTIFY_SOCKET: '/run/notify', ...environment }, async (assignments) => {
    sent.push(assignments);
  });
  return { ...parts, sent };
}

it('tells the manager each state in order', async () => {
  const { manager, sent } = recordingManager({});
  void manager.ready('12 orders');
  manager.status('12 orders');
  manager.status('13\norders ');
  void manager.reloading();
  await manager.stopping();
  expect(sent).toEqual([
    ['READY=1', 'STATUS=12 orders'],
    ['STATUS=13 orders'],
    ['RELOADING=1', 'MONOTONIC_USEC=42'],
    ['STOPPING=1'],
  ]);
});

it('says nothing without a manager', async () => {
  const { manager, sent, time } = recordingManager({ NOTIFY_SOCKET: '', WATCHDOG_USEC: '1000' });
  manager.watch(() => true);
  await manager.ready('');
  await time.advance(10_000);
  expect(sent).toEqual([]);
});

it('says that it lives at half of the time of the watchdog, as long as it does', async () => {
  const { manager, sent, time, lines } = recordingManager({ WATCHDOG_USEC: '3000000', WATCHDOG_PID: '7' });
  let isAlive = true;
  manager.watch(() => isAlive);
  await time.advance(4500);
  expect(sent).toEqual([['WATCHDOG=1'], ['WATCHDOG=1'], ['WATCHDOG=1']]);
  isAlive = false;
  await time.advance(3000);
  expect(sent).toHaveLength(3);
  expect(lines.map(({ level }) => level)).toEqual(['error', 'error']);
});

it.each([
  ['of another process', { WATCHDOG_USEC: '3000000', WATCHDOG_PID: '8' }],
  ['that is off', { WATCHDOG_USEC: '0' }],
  ['that is no number', { WATCHDOG_USEC: '3s' }],
  ['that is not there', {}],
])('feeds no watchdog %s', async (_, environment) => {
  const { manager, sent, time } = recordingManager(environment);
  manager.watch(() => true);
  await time.advance(60_000);
  expect(sent).toEqual([]);
});

it('logs once that the manager cannot be notified, and goes on', async () => {
  const { manager, lines } = managerWith({ NOTIFY_SOCKET: '/run/notify' }, async () => {
    throw Object.assign(new Error('SENTINEL'), { code: 'ENOENT' });
  });
  await manager.ready('');
  await manager.stopping();
  expect(lines).toEqual([
    { level: 'error', message: 'The service manager was not notified', fields: { code: 'ENOENT' } },
  ]);
});

/** Prints each datagram as a line of JSON. Node has no such socket. */
const receiver = `
import json, socket, sys
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(sys.argv[1])
print('"bound"', flush=True)
while True: print(json.dumps(notify.recv(4096).decode()), flush=True)
`;

const hasPrograms = ['systemd-notify', 'python3'].every((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

it.runIf(hasPrograms)('sends datagrams to the socket of the manager', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const socket = join(folder, 'notify');
  const python = spawn('python3', ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void python.kill());
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? 'null') as unknown;
  expect(await next()).toBe('bound');
  const send = systemdNotify({ ...process.env, NOTIFY_SOCKET: socket });
  const sent = send(['READY=1', 'STATUS=a "quoted" line']);
  expect(await next()).toBe('READY=1\nSTATUS=a "quoted" line');
  // It waits for the manager to have read it.
  expect(await next()).toBe('BARRIER=1');
  python.kill();
  await sent.catch(() => undefined);
});

it('rejects when there is no program that sends', async () => {
  const send = systemdNotify({ NOTIFY_SOCKET: '/nonexistent', PATH: '/nonexistent' });
  await expect(send(['READY=1'])).rejects.toMatchObject({ code: 'ENOENT' });
});
