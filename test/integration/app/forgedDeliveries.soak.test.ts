import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { fromColumns } from '#shared/domain/snapshot.ts';
import { deliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import type { ServiceOrder } from '#test/service/referenceService.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { soakStride } from '#test/support/soak.ts';
import { Forger, impostorsOf, type Loot, requestBytes } from './fuzz/forger.ts';
import { type RawRequest, sendAll } from './fuzz/rawSender.ts';
import { addHook, receive, signingSecret, trustRoot, untilVerdict } from './receiving.ts';
import { memoryFolder, okValue, serviceFor, startTestApp, type TestApp, until } from './testApp.ts';

const TOTAL = 100_000 / soakStride(20);
const WAVE = TOTAL / 50;
/** Pause between two waves: allows ten more deliveries by the flood limit; in total fewer than the inbox's limit. */
const PAUSE_MS = 10_000;
const SEED = 4_711;

/** The state that forged deliveries must not change: all but the times of polls, which they may cause. */
async function standOf(test: TestApp): Promise<unknown> {
  const rows = fromColumns((await test.call('app:snapshot', null)).orders);
  return await Promise.all(
    rows.map(async (row: OrderRow) => {
      const { lastConfirmedAt, lastAttemptAt, nextPollAt, ...stable } = row;
      const { history, ...details } = okValue(await test.call('orders:details', row.id));
      const leaves = history.map(({ fingerprint256, firstSeenAt }) => [fingerprint256, firstSeenAt]);
      return { ...stable, acceptedAt: isPushOnly(row) ? lastConfirmedAt : null, details, leaves };
    }),
  );
}

describe('forged deliveries', () => {
  it('change no order, fill the inbox only up to its limits, and a genuine one is accepted afterwards', {
    timeout: 900_000,
  }, async () => {
    const time = createSkippableTime();
    const { clock } = time;
    const service = await serviceFor({ orders: 0, now: clock.now });
    const userData = memoryFolder();
    const test = await startTestApp({ userData, surroundings: time });
    const connectionId = await trustRoot(test, service);
    const { hook, port, url } = await receive(test);
    const deliver = async (rid: string, task: string) => {
      const sent = await service.deliver(rid, { url, secret: signingSecret, task, now: clock.now });
      expect(sent).toMatchObject({ status: 204 });
    };

    // Two pulled orders and two push-only ones, each renewed once.
    const rids = ['pull-1', 'pull-2', 'push-1', 'push-2'];
    const former: ServiceOrder[] = [];
    for (const rid of rids) {
      former.push(
        await service.addOrder({
          rid,
          name: `Order ${rid}`,
          domains: [`${rid}.example`, `www.${rid}.example`],
        }),
      );
      if (rid.startsWith('pull')) okValue(await test.call('orders:add', { connectionId, text: rid }));
      await deliver(rid, `First ${rid}`);
      const { id } = await untilVerdict(test, `First ${rid}`, 'unknownName');
      const orderId = test.order(rid)?.id ?? '';
      if (rid.startsWith('pull')) okValue(await test.call('inbox:map', { deliveryId: id, orderId }));
      else {
        test.desktop.answer = () => 1;
        okValue(await test.call('inbox:approve', id));
      }
      await untilVerdict(test, `First ${rid}`, rid.startsWith('pull') ? 'confirmed' : 'accepted');
    }
    await time.advance(60_000);
    for (const rid of rids) {
      await service.renew(rid, { days: 90 });
      await deliver(rid, `Second ${rid}`);
      await untilVerdict(test, `Second ${rid}`, rid.startsWith('pull') ? 'confirmed' : 'accepted');
    }
    const present = rids.map((rid) => service.order(rid));
    const loot: Loot[] = [];
    for (const [index, order] of present.entries()) {
      const genuine = deliveryFields(order, '');
      const other = deliveryFields(present[(index + 1) % present.length] ?? order, '');
      const stranger = await service.addOrder({
        rid: `${order.rid}-evil`,
        domains: ['evil.example'],
        days: 300,
      });
      const { certificate, certificateServer } = genuine;
      loot.push(
        ...(await impostorsOf(order)),
        // Of the order itself, but expired.
        ...Array.from({ length: 10 }, () => deliveryFields(former[index] ?? order, '')),
        // The right leaf with the key of another one.
        ...Array.from({ length: 5 }, () => ({ ...genuine, key: other.key })),
        { ...other, certificate, certificateServer, ssl: genuine.ssl },
        // Right for one order, under the name of another, and under an unknown name.
        ...Array.from({ length: 5 }, () => ({ ...other, ssl: genuine.ssl })),
        ...Array.from({ length: 10 }, (_, count) => ({ ...genuine, ssl: `${genuine.ssl} ${count}` })),
        // Trusted, and for another name.
        ...Array.from({ length: 10 }, () => ({ ...deliveryFields(stranger, ''), ssl: genuine.ssl })),
      );
    }
    await until(() => test.seen().polling.size === 0);
    const before = await standOf(test);
    const startedAt = clock.monotonic();
    const genuineFields = deliveryFields(service.order('pull-1'), 'Captured');
    test.desktop.closeWindow();

    const forger = new Forger(hook.path, loot.map(withoutTask), SEED);
    const statuses = new Map<number | null, number>();
    const heard = (_request: RawRequest, status: number | null) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const captured: Buffer[] = [];
    for (let sent = 0, wave = 0; sent < TOTAL; sent += WAVE, wave += 1) {
      const now = Math.floor(clock.now() / 1000);
      // With one pair its bodies reach the limit, with many pairs the deliveries of the hook do.
      const seconds = Array.from({ length: 1 + (wave % 6) * 8 }, (_, back) => now - back);
      forger.capture(seconds, signingSecret);
      const timestamp = String(now);
      const signature = [timestamp, signTimestamp(timestamp, signingSecret)] as const;
      captured.push(requestBytes(hook.path, signature, true, encodeFields({ ...genuineFields }, 'json')));
      let left = WAVE;
      await sendAll(
        port,
        () => {
          left -= 1;
          if (left < 0) return null;
          // Some are replays of captured requests, within their time window and later.
          const bytes = left % 40 === 0 ? captured[Math.floor(left / 40) % captured.length] : undefined;
          return bytes === undefined ? forger.next() : { bytes, ends: 'never' };
        },
        heard,
      );
      time.skip(PAUSE_MS);
    }
    expect([...statuses.keys()].filter((status) => ![204, 401, 422, 429, null].includes(status))).toEqual([]);
    expect(await standOf(test)).toEqual(before);
    const admitted = 4_000 + ((clock.monotonic() - startedAt) * 60) / 60_000;
    expect(test.log.filter(({ level }) => level === 'error')).toEqual([]);

    test.app.show();
    // Another hook has its own limit, ...
    const second = await addHook(test, 'Second');
    const secondUrl = `http://127.0.0.1:${port}${second.path}`;
    const atSecond = { url: secondUrl, secret: signingSecret, task: 'Elsewhere', now: clock.now };
    expect(await service.deliver('pull-1', atSecond)).toMatchObject({ status: 204 });
    // ... and this one accepts deliveries again after ten minutes.
    await time.advance(700_000);
    for (const rid of ['pull-1', 'push-1']) {
      const { fingerprint256 } = await service.renew(rid, { days: 120 });
      await deliver(rid, `Third ${rid}`);
      await until(() =>
        [...test.seen().orders.values()].some((order) => order.fingerprint256 === fingerprint256),
      );
    }
    await test.quit();

    const database = new DatabaseSync(join(userData, 'notafter.db'), { readOnly: true });
    const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    const kept = count("SELECT count(*) FROM deliveries WHERE task LIKE 'Forged%'");
    const unknown = count("SELECT count(*) FROM deliveries WHERE verdict LIKE '%unknownName%'");
    const most = count('SELECT max(n) FROM (SELECT count(*) AS n FROM seen_deliveries GROUP BY signature)');
    const counting = count(
      "SELECT count(*) FROM deliveries WHERE task LIKE 'Forged%' AND (verdict LIKE '%confirmed%' OR verdict LIKE '%accepted%')",
    );
    const approved = database.prepare('SELECT approved_names AS names FROM push_orders ORDER BY name').all();
    database.close();
    expect(kept).toBeLessThanOrEqual(admitted);
    expect(unknown).toBeLessThanOrEqual(2_000);
    expect(most).toBeLessThanOrEqual(2_000);
    expect(counting).toBe(0);
    expect(approved.map(({ names }) => names)).toEqual(
      ['push-1', 'push-2'].map((rid) => JSON.stringify([`${rid}.example`, `www.${rid}.example`])),
    );
  });
});

function withoutTask({ ssl, certificate, certificateServer, certificateChain, key, notAfter }: Loot): Loot {
  return { ssl, certificate, certificateServer, certificateChain, key, notAfter };
}
