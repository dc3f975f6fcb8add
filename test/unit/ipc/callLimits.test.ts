import { expect, it } from 'vitest';
import { type CallServices, createCallHandlers } from '#main/ipc/callHandlers.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const draft = { text: 'a.example', protocol: null, serverName: '', intervalMinutes: 720 };

/** The handlers with endpoints that record their calls; no other service is called here. */
function setUp() {
  const { clock, advance } = createFakeTime();
  const done: string[] = [];
  const note = (name: string) => () => {
    done.push(name);
    return ok(null);
  };
  const endpoints = {
    add: note('add'),
    addMany: note('addMany'),
    update: note('update'),
    probe: note('probe'),
  };
  const handlers = createCallHandlers({ endpoints, clock } as unknown as CallServices);
  return { handlers, advance, done };
}

it('the page can request at most thirty probes of endpoints per minute', async () => {
  const { handlers, advance, done } = setUp();
  for (let count = 0; count < 30; count += 1)
    expect(await handlers['endpoints:probe'](null)).toEqual(ok(null));
  expect(await handlers['endpoints:probe']({ ids: ['e'] })).toEqual(
    err({ kind: 'tooOften', waitMs: 60_000 }),
  );
  expect(done).toHaveLength(30);
  await advance(60_000);
  expect(await handlers['endpoints:probe'](null)).toEqual(ok(null));
});

it('the page can add at most 6,000 new endpoints per hour, by any calls', async () => {
  const { handlers, advance, done } = setUp();
  const many = (length: number) => Array.from({ length }, () => ({ orderId: 'o', ...draft }));
  expect(await handlers['endpoints:addMany'](many(5_000))).toEqual(ok(null));
  expect(await handlers['endpoints:addMany'](many(999))).toEqual(ok(null));
  expect(await handlers['endpoints:update']({ id: 'e', ...draft })).toEqual(ok(null));
  const tooOften = err({ kind: 'tooOften', waitMs: 3_600_000 });
  expect(await handlers['endpoints:add']({ orderId: 'o', ...draft })).toEqual(tooOften);
  expect(await handlers['endpoints:update']({ id: 'e', ...draft })).toEqual(tooOften);
  expect(await handlers['endpoints:addMany'](many(1))).toEqual(tooOften);
  expect(done).toEqual(['addMany', 'addMany', 'update']);
  await advance(3_600_000);
  expect(await handlers['endpoints:add']({ orderId: 'o', ...draft })).toEqual(ok(null));
});
