import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { deliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { requestBytes } from './fuzz/forger.ts';
import { signingSecret } from './receiving.ts';
import { receiving } from './receivingApp.ts';
import { temporaryFolder, until } from './testApp.ts';

/** A nightly batch: all tasks of a service in one second, with one timestamp and one token. */
const DELIVERIES = 1_000;

/** An app with a listening receiver, and requests for it, all signed in one second. */
async function setUp() {
  const userData = temporaryFolder();
  const made = await receiving({ userData });
  const { hook, port } = made.at;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const pair = [timestamp, signTimestamp(timestamp, signingSecret)] as const;
  const request = (task: string, change: object = {}) => {
    const fields = { ...deliveryFields(made.service.order('shop'), task), ...change };
    return requestBytes(hook.path, pair, true, encodeFields(fields, 'json'));
  };
  made.test.desktop.closeWindow();
  const tasksOnDisk = async () => {
    await made.test.quit();
    const database = new DatabaseSync(join(userData, 'notafter.db'), { readOnly: true });
    const rows = database.prepare('SELECT task FROM deliveries').all();
    database.close();
    return rows.map(({ task }) => String(task));
  };
  return { ...made, hook, port, request, tasksOnDisk };
}

/** Sends bytes over a separate connection and reads it to the end. Returns the status, or `null`. */
function deliver(port: number, bytes: Buffer): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true });
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3}) /u.exec(heard)?.[1] ?? 0) || null));
  socket.write(bytes);
  return promise;
}

/** How many closed connections of a crowd come back at once, and after how many answered deliveries. */
const REPLACED_AT_ONCE = 50;
const REPLACED_AFTER = 25;

/**
 * Connections that send some bytes and then nothing. Closed ones come back by `replace`, up to `most` in all: by the
 * clock, more would come for each delivery the busier the machine is.
 */
function crowd(
  port: number,
  count: number,
  words: (index: number) => Buffer | string,
  most = Number.POSITIVE_INFINITY,
) {
  let sent = 0;
  let closed = 0;
  let places = count;
  const sockets = new Set<ReturnType<typeof connectSocket>>();
  const hold = () => {
    const socket = connectSocket({ port, host: '127.0.0.1', noDelay: true });
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      sockets.delete(socket);
      closed += 1;
      places += 1;
    });
    const text = words(sent++);
    if (text.length > 0) socket.write(text);
  };
  const fill = (atOnce: number) => {
    const free = Math.min(places, atOnce, most - sent);
    places -= free;
    for (let index = 0; index < free; index += 1) hold();
  };
  fill(count);
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(end);
  return { end, closed: () => closed, replace: () => fill(REPLACED_AT_ONCE) };
}

/** The number of answers by status. */
function tally(statuses: readonly (number | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}

it('a thousand deliveries at once, under one signature, are all answered 204 and on disk', {
  timeout: 120_000,
}, async () => {
  const { port, request, tasksOnDisk } = await setUp();
  const requests = Array.from({ length: DELIVERIES }, (_, index) => request(`Task ${index}`));
  const statuses = await Promise.all(requests.map((bytes) => deliver(port, bytes)));
  expect(tally(statuses)).toEqual({ 204: DELIVERIES });
  const tasks = await tasksOnDisk();
  expect(tasks).toHaveLength(DELIVERIES);
  expect(new Set(tasks).size).toBe(DELIVERIES);
});

it('a thousand deliveries among strangers who hold every place, flood, and send forged bodies with the same signature are all answered 204', {
  timeout: 400_000,
}, async () => {
  const { port, hook, request, tasksOnDisk } = await setUp();
  const requests = Array.from({ length: DELIVERIES }, (_, index) => request(`Task ${index}`));
  const genuine = request('Captured');
  const head = genuine.subarray(0, genuine.indexOf('\r\n\r\n') + 4);
  const connections = [
    // More than the receiver's places: nothing, half a head, a signed head without a body.
    crowd(port, 3_500, (index) => ['', `POST ${hook.path} HTTP/1.1\r\nHost: l`, head][index % 3] ?? ''),
    // Unsigned ones, which keep the connection open after the answer.
    crowd(port, 50, () =>
      Buffer.from(
        genuine.toString('latin1').replace(/(?<=z-token: )./u, (first) => (first === '0' ? '1' : '0')),
        'latin1',
      ),
    ),
    // Forged bodies under the captured pair: useless, for other orders, and of maximum size.
    crowd(port, 4, (index) => request(`Forged ${index}`, { key: 'forged' }), 500),
    crowd(
      port,
      4,
      (index) => request(`Forged ${index}`, { ssl: `Forged ${index}`, more: 'x'.repeat(250_000) }),
      400,
    ),
  ];
  // All are active: the oldest lost their places, and the others were answered.
  await until(() => connections.every(({ closed }) => closed() > 0));
  let answered = 0;
  const deliverAmong = async (bytes: Buffer) => {
    const status = await deliver(port, bytes);
    answered += 1;
    if (answered % REPLACED_AFTER === 0) for (const { replace } of connections) replace();
    return status;
  };
  const statuses = await Promise.all(requests.map(deliverAmong));
  for (const { end } of connections) end();
  expect(tally(statuses)).toEqual({ 204: DELIVERIES });
  const tasks = await tasksOnDisk();
  expect(tasks.filter((task) => task.startsWith('Task'))).toHaveLength(DELIVERIES);
  // The large ones reached the limit of their signature.
  expect(tasks.filter((task) => task.startsWith('Forged')).length).toBeLessThanOrEqual(40);
});
