import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { err } from '#shared/result.ts';
import { deliveryFields } from '#test/service/delivery.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { soakStride } from '#test/support/soak.ts';
import { type FuzzedRequest, Fuzzer } from './fuzz/fuzzer.ts';
import { sendAll } from './fuzz/rawSender.ts';
import { strictCheck } from './fuzz/strictCheck.ts';
import { receive, signingSecret, untilVerdict } from './receiving.ts';
import { connect, memoryFolder, okValue, serviceFor, startTestApp, until } from './testApp.ts';

const TOTAL = 100_000 / soakStride(20);
/** Requests per wave; all signed ones together stay below the receiver's flood limit. */
const WAVE = 4_000;
/** One in this number is valid. */
const CONTROLS = 500;
const SEED = 20_261_120;

describe('fuzzed requests', () => {
  it('cause no crash, and nothing but a valid delivery is accepted', {
    timeout: 300_000,
  }, async () => {
    const time = createSkippableTime();
    const { clock } = time;
    const service = await serviceFor({ orders: 0, now: clock.now });
    const { material } = await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
    const other = await service.addOrder({ rid: 'other', days: 60 });
    const userData = memoryFolder();
    const test = await startTestApp({ userData, surroundings: time });
    await connect(test, service, ['shop']);
    const { hook, port, url } = await receive(test);
    await service.deliver('shop', { url, secret: signingSecret, task: 'First', now: clock.now });
    const { id } = await untilVerdict(test, 'First', 'unknownName');
    okValue(await test.call('inbox:map', { deliveryId: id, orderId: test.order('shop')?.id ?? '' }));
    await untilVerdict(test, 'First', 'confirmed');
    await until(() => test.seen().polling.size === 0);
    const before = test.order('shop');
    test.desktop.closeWindow();

    const { path } = hook;
    const source = { path, secret: signingSecret, now: clock.now, otherKey: other.material.key };
    const fields = deliveryFields(service.order('shop'), '');
    const fuzzer = new Fuzzer({ ...source, fields }, SEED);
    const statuses = new Map<number | null, number>();
    const taken = new Set(['First']);
    /** Possibly accepted: the connection ended without an answer. */
    const unheard = new Set<string>();
    const wrong: string[] = [];
    let controls = 0;
    const heard = (request: FuzzedRequest, status: number | null) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!request.isValid && status !== 204 && status !== null) return;
      const expected = {
        path,
        secret: signingSecret,
        now: clock.now(),
        certificate: material.certificate,
        key: material.key,
      };
      const check = request.isDoomed ? err('doomed') : strictCheck(request.bytes, expected);
      if (check.ok) (status === 204 ? taken : unheard).add(check.value);
      else if (status === 204)
        wrong.push(`${check.error}: ${JSON.stringify(request.bytes.toString('latin1', 0, 400))}`);
      if (request.isValid && status !== null && status !== 204) wrong.push(`valid, and answered ${status}`);
      if (request.isValid && status === 204) controls += 1;
    };
    for (let sent = 0; sent < TOTAL; sent += WAVE) {
      let left = WAVE;
      await sendAll(
        port,
        () => {
          if (left === 0) return null;
          left -= 1;
          return left % CONTROLS === 0 ? fuzzer.valid() : fuzzer.fuzzed();
        },
        heard,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      time.skip(600_000);
    }
    test.app.show();
    const seen = new Set(statuses.keys());
    const farAndWide = [204, 400, 401, 404, 405, 411, 413, 415, 422, 431];
    expect(farAndWide.filter((status) => !seen.has(status))).toEqual([]);
    expect([503, 429, 408].filter((status) => seen.has(status))).toEqual([]);
    expect(controls).toBeGreaterThan((TOTAL / CONTROLS) * 0.9);
    expect(test.log.filter(({ level }) => level === 'error')).toEqual([]);
    await test.quit();

    const database = new DatabaseSync(join(userData, 'notafter.db'), { readOnly: true });
    const kept = database
      .prepare('SELECT task, json_extract(leaf, ?) AS leaf FROM deliveries')
      .all('$.fingerprint256');
    const leaves = database.prepare('SELECT fingerprint FROM order_leaves').all();
    database.close();
    const tasks = kept.map(({ task }) => String(task));
    expect(new Set(tasks).size).toBe(tasks.length);
    expect([...taken].filter((task) => !tasks.includes(task))).toEqual([]);
    expect(tasks.filter((task) => !taken.has(task) && !unheard.has(task))).toEqual([]);
    expect(new Set(kept.map(({ leaf }) => leaf))).toEqual(new Set([before?.fingerprint256]));
    expect(leaves).toEqual([{ fingerprint: before?.fingerprint256 }]);
  });
});
