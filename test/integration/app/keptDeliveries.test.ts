import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildDelivery, deliveryFields } from '#test/service/delivery.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { delivered, post, pulls, signingSecret, untilVerdict } from './receiving.ts';
import { receiving } from './receivingApp.ts';
import { connect, okValue, startTestApp, temporaryFolder, until } from './testApp.ts';

const secret = signingSecret;

/** As `receiving`, with the app's own connection to its database, so that a test can limit it. */
async function receivingOnDisk() {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => opened.mockRestore());
  const made = await receiving();
  // A new database is made under another name first.
  const database = opened.mock.contexts.findLast((each) => each instanceof DatabaseSync && each.isOpen);
  if (!(database instanceof DatabaseSync)) throw new Error('no database is open');
  return { ...made, database };
}

describe('a disk', () => {
  it('that is full is answered 503 and leaves the inbox empty; afterwards deliveries are stored again', async () => {
    const { database, statusOf, tasks, test } = await receivingOnDisk();
    expect(await statusOf('Before')).toBe(204);
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.prepare(`PRAGMA max_page_count = ${Number(pages)}`).get();
    const kept: string[] = [];
    let status: number | null | undefined = 204;
    // Existing pages may have room for some.
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

  it('that is read-only is answered 503, and the same delivery is stored when it is writable again', async () => {
    const { database, service, at, test, tasks } = await receivingOnDisk();
    const fields = deliveryFields(service.order('shop'), 'Same');
    const same = buildDelivery(fields, { secret, task: 'Same' });
    database.prepare('PRAGMA query_only = ON').get();
    expect(await post(at, same)).toBe(503);
    expect(await post(at, same)).toBe(503);
    expect(tasks()).toEqual([]);
    database.prepare('PRAGMA query_only = OFF').get();
    expect(await post(at, same)).toBe(204);
    expect(await post(at, same)).toBe(204);
    await until(() => delivered(test, 'Same') !== undefined);
    expect(tasks()).toEqual(['Same']);
  });
});

describe('quitting', () => {
  it('during deliveries loses none that was answered 204, and stores none twice', async () => {
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

describe('a flood of 1,000 replays', () => {
  it('is answered 204 each time, and is one delivery and one poll', async () => {
    const { service, test, at } = await receiving();
    await connect(test, service);
    await service.deliver('shop', { url: at.url, secret, task: 'First' });
    const { id } = await untilVerdict(test, 'First', 'unknownName');
    okValue(await test.call('inbox:map', { deliveryId: id, orderId: test.order('shop')?.id ?? '' }));
    await untilVerdict(test, 'First', 'confirmed');
    const renewed = await service.renew('shop');
    await until(() => test.seen().polling.size === 0);
    service.clearRequests();
    const fields = deliveryFields(renewed, 'Storm');
    // In another second than the first.
    const now = () => Date.now() + 5_000;
    const storm = buildDelivery(fields, { secret, task: 'Storm', now });
    const untilAnswered = async () => {
      // None: all places were taken.
      for (;;) {
        const status = await post(at, storm);
        if (status !== null) return status;
      }
    };
    const statuses = await Promise.all(Array.from({ length: 1_000 }, untilAnswered));
    expect(new Set(statuses)).toEqual(new Set([204]));
    await untilVerdict(test, 'Storm', 'confirmed');
    await until(() => test.seen().polling.size === 0);
    expect(test.seen().inbox.filter(({ task }) => task === 'Storm')).toHaveLength(1);
    expect(pulls(service, 'shop')).toBe(1);
    expect(delivered(test, 'Storm')?.sharesSignature).toBe(false);
  });
});
