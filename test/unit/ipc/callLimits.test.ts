import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Base } from '#main/app/base.ts';
import { createCallHandlers } from '#main/app/calls/calls.ts';
import type { Services } from '#main/app/services.ts';
import type { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const draft = { text: 'a.example', protocol: null, serverName: '', intervalMinutes: 720 };

/** The handlers of an app of which only these parts are called. */
function handlersOf(
  clock: Clock,
  services: object,
  base: { readonly desktop?: object; readonly settings?: object } = {},
) {
  const lifetime = { stop: () => undefined };
  const desktop = { userData: join(tmpdir(), 'notafter-of-no-app'), ...base.desktop };
  return createCallHandlers(
    { clock, lifetime, ...base, desktop } as unknown as Base,
    { fetching: {}, ...services } as unknown as Services,
  );
}

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
  const handlers = handlersOf(clock, { endpoints });
  return { handlers, advance, done };
}

it('the page can name at most thirty addresses to ask per minute, by any calls', async () => {
  const { clock, advance } = createFakeTime();
  const asked: string[] = [];
  const stored = { acmeDirectory: null as string | null };
  const connection = { baseUrl: 'https://a.example' };
  const services = {
    connections: {
      find: () => connection,
      add: () => void asked.push('add'),
      update: () => void asked.push('update'),
    },
    connectionTest: async () => ({
      run: (_request: unknown, _signal: unknown, limit: RateLimit) => limit.take(),
    }),
  };
  const settings = {
    get: () => stored,
    set: (changed: typeof stored) => void asked.push(`directory ${changed.acmeDirectory}`),
  };
  const handlers = handlersOf(clock, services, { settings });
  const draft = { name: 'x', baseUrl: 'https://b.example', ca: { kind: 'none' as const } };
  const add = () => handlers['connections:add']({ ...draft, token: null });
  const directory = (acmeDirectory: string | null) => handlers['settings:set']({ acmeDirectory });
  for (let count = 0; count < 27; count += 1) await add();
  await handlers['connections:update']({ ...draft, id: 'a' });
  await handlers['connections:test']({ ...draft, id: null, token: null, rid: '' });
  await directory('https://c.example/1');
  expect(asked).toHaveLength(29);
  const tooOften = err({ kind: 'tooOften', waitMs: 60_000 });
  expect(await add()).toEqual(tooOften);
  expect(await handlers['connections:update']({ ...draft, id: 'a' })).toEqual(tooOften);
  expect(await handlers['connections:test']({ ...draft, id: null, token: null, rid: '' })).toEqual(tooOften);
  expect(await directory('https://c.example/2')).toEqual(tooOften);
  expect(asked).toHaveLength(29);
  await handlers['connections:update']({ ...draft, ...connection, id: 'a' });
  await directory(null);
  expect(asked.slice(29)).toEqual(['update', 'directory null']);
  await advance(60_000);
  await add();
  expect(asked).toHaveLength(32);
});

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

/** The handlers with a list of orders that records what is added. */
function setUpOrders() {
  const { clock, advance } = createFakeTime();
  const added: string[] = [];
  const orders = {
    add: (_connection: string, text: string) => {
      added.push(text);
      return ok(null);
    },
  };
  const handlers = handlersOf(clock, { orders });
  return { added, advance, add: (text: string) => handlers['orders:add']({ connectionId: 'c', text }) };
}

it('the page can name at most 40,000 rids per hour, in any calls', async () => {
  const { added, advance, add: addText } = setUpOrders();
  const ridsOf = (count: number) => Array.from({ length: count }, (_, index) => `rid${index}`).join(' ');
  const add = (count: number) => addText(ridsOf(count));
  expect(await add(20_000)).toEqual(ok(null));
  // The service refuses so many, so they do not count.
  await add(20_001);
  expect(await add(19_999)).toEqual(ok(null));
  expect(await add(2)).toEqual(err({ kind: 'tooOften', waitMs: 3_600_000 }));
  expect(await add(1)).toEqual(ok(null));
  expect(added).toHaveLength(4);
  await advance(3_600_000);
  expect(await add(20_000)).toEqual(ok(null));
});

it('the page can add orders at most thirty times per minute', async () => {
  const { added, advance, add: addText } = setUpOrders();
  const add = () => addText('one two three');
  for (let count = 0; count < 30; count += 1) expect(await add()).toEqual(ok(null));
  expect(await add()).toEqual(err({ kind: 'tooOften', waitMs: 60_000 }));
  expect(added).toHaveLength(30);
  await advance(60_000);
  expect(await add()).toEqual(ok(null));
});

it('the page can open at most thirty pages and folders per minute, by any calls', async () => {
  const { clock, advance } = createFakeTime();
  let opened = 0;
  const open = () => {
    opened += 1;
  };
  const explained = { authority: { replacement: { explanationUrl: 'https://a.example' } } };
  const services = {
    orderList: { get: () => explained },
    connections: { find: () => ({ consoleUrl: 'https://a.example' }) },
    diagnostics: async () => 'diagnostics',
    exports: { reveal: open },
    copies: { reveal: open },
  };
  const handlers = handlersOf(clock, services, { desktop: { openExternal: open, showInFolder: open } });
  const calls = [
    () => handlers['app:openLink']('keychainHelp'),
    () => handlers['app:showLog'](),
    () => handlers['app:openIssueForm'](),
    () => handlers['orders:openExplanation']('o'),
    () => handlers['connections:openConsole']('c'),
    () => handlers['export:reveal']('j'),
    () => handlers['copies:reveal']('c'),
  ];
  for (let count = 0; count < 6; count += 1) for (const call of calls) await call();
  expect(opened).toBe(30);
  await advance(60_000);
  for (const call of calls) await call();
  expect(opened).toBe(37);
});
