import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '#main/app/compositionRoot.ts';
import { askHolder } from '#main/cli/client.ts';
import { isComplete, type Projection, startMirror } from '#renderer/stores/mirror.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { AppDelta } from '#shared/domain/snapshot.ts';
import type { Result } from '#shared/result.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { startReferenceService } from '#test/service/referenceService.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { answer, childInput } from './childInput.ts';
import { countRuns, type FunctionRun } from './countRuns.ts';

/**
 * The whole app on a desktop without a screen, with the page's copy of its state. Each trip begins when the app is at rest,
 * and ends when the copy shows what came of it. Its first turn loads what loads late, and does not count.
 */
const { folder, samples } = childInput<{ folder: string; samples: number }>();

/** What ran until the copy showed the outcome, and what ran afterwards, until the app was at rest. */
interface Turn {
  readonly shown: readonly FunctionRun[];
  readonly later: readonly FunctionRun[];
}

/** The signing secret of the hook. No real secret: it is in this repository. */
const SECRET = 'SENTINEL-signing-secret-0f3a';
const IDLE_MS = 1000;
/** The app rests if no function of it ran for so long: after an evaluation of all orders it waits for 25 times that time. */
const REST_MS = 1500;
const RID = 'shop';
/** A command that never runs here has no terminal to write to. */
const silentOutput = { out() {}, err() {} };

const service = await startReferenceService({ orders: 0 });
for (const rid of [RID, 'mail', 'door']) await service.addOrder({ rid, name: rid, days: 60 });
const userData = join(folder, 'profile');
mkdirSync(userData);
const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
desktop.answer = ({ buttons }) => buttons.length - 1;
const silent = { info() {}, warn() {}, error() {} };
const app = await createApp(desktop, { logger: silent, random: () => 0 });
if (app === null) throw new Error('The app did not start');
app.show();

let seen: Projection | null = null;
const waiting = new Set<() => void>();
startMirror(
  {
    readFirstPage: () => desktop.calls.call('app:firstPage', null),
    readSnapshot: () => desktop.calls.call('app:snapshot', null),
    painted: async () => void (await desktop.calls.call('app:painted', null)),
    onDelta: (listener) => {
      const subscription = desktop.onDidSend(({ name, payload }) => {
        if (name === 'app:delta') listener(payload as AppDelta);
      });
      return () => subscription.dispose();
    },
  },
  {
    changed: (projection) => {
      seen = projection;
      for (const check of [...waiting]) check();
    },
    failed: () => undefined,
  },
);
await shown((now) => isComplete(now));

const draft = { name: 'Service', baseUrl: service.baseUrl, ca: { kind: 'none' as const } };
const connection = taken(await desktop.calls.call('connections:add', { ...draft, token: service.token }));
const text = service.rids.join('\n');
taken(await desktop.calls.call('orders:add', { connectionId: connection.id, text }));
await shown(
  ({ orders }) => orders.size === 3 && [...orders.values()].every((order) => order.notAfter !== null),
);
const id = seenOrder().id;
const url = await receive();
const runs = await countRuns();

const trips: { readonly name: string; readonly turns: readonly Turn[] }[] = [];
await trip('idle', () => wait(IDLE_MS));
await trip('poll-unchanged', poll);
await trip('poll-renewed', async (_turn, begin) => {
  const { fingerprint256 } = await service.renew(RID);
  await begin();
  await desktop.calls.call('orders:sync', [id]);
  await shown((now) => seenOrder(now).fingerprint256 === fingerprint256);
});
await trip('alias', async (turn) => {
  const alias = `Shop ${turn}`;
  taken(await desktop.calls.call('orders:setAlias', { id, alias }));
  await shown((now) => seenOrder(now).alias === alias);
});
await trip('setting', async (_turn, begin) => {
  await setAlerts(true);
  await begin();
  await setAlerts(false);
});
await trip('export', exportOnce);
await trip('delivery', async (turn, begin) => {
  await service.renew(RID);
  await begin();
  await deliver(`Task ${turn}`, 'confirmed');
});
await trip('check', async () => {
  const terminal = { columns: null, hasColour: false, locales: ['en'], region: '', timeZone: '' };
  await askHolder(
    { userData: desktop.userData, platform: process.platform, output: silentOutput },
    {
      ...{ kind: 'run', words: ['check'], cwd: '/', process: process.pid },
      ...{ credentials: null, secret: null, path: null, terminal },
    },
  );
});
answer(trips);

/**
 * Takes a trip some times, each from rest.
 * @param take may prepare it, before it calls `begin`
 */
async function trip(
  name: string,
  take: (turn: number, begin: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const turns: Turn[] = [];
  await rest();
  for (let turn = 0; turn <= samples; turn += 1) {
    await take(turn, async () => void (await rest()));
    turns.push({ shown: await runs(), later: await rest() });
  }
  trips.push({ name, turns: turns.slice(1) });
}

/** Waits until the app rests. @returns what ran until then, which counts no longer */
async function rest(): Promise<readonly FunctionRun[]> {
  const ran: FunctionRun[] = [];
  for (let before = -1; before < ran.length; ) {
    before = ran.length;
    await wait(REST_MS);
    ran.push(...(await runs()));
  }
  return ran;
}

async function poll(): Promise<void> {
  const before = seenOrder().lastConfirmedAt;
  await desktop.calls.call('orders:sync', [id]);
  await shown((now) => seenOrder(now).lastConfirmedAt !== before);
}

async function setAlerts(alerts: boolean): Promise<void> {
  taken(await desktop.calls.call('settings:set', { alerts }));
  await shown(({ settings }) => settings.alerts === alerts);
}

/** Exports the order for nginx into an empty folder, until its proof is shown. */
async function exportOnce(turn: number): Promise<void> {
  const target = join(folder, `export-${turn}`);
  mkdirSync(target);
  desktop.choices.chooseFolder = target;
  const start = { orderIds: [id], presetId: 'nginx', container: 'folder' as const };
  const none = { parts: null, into: null, deliveryId: null };
  const jobId = taken(await desktop.calls.call('export:start', { ...start, ...none })) ?? '';
  const phase = ({ exportJob }: Projection) => (exportJob?.id === jobId ? exportJob.phase : null);
  await shown((now) => phase(now) === 'review' || phase(now) === 'done');
  if (seen === null || phase(seen) === 'done') return;
  taken(await desktop.calls.call('export:confirm', { jobId, conflicts: 'replace', passphrase: null }));
  await shown((now) => phase(now) === 'done');
}

/** Lets the app receive, and links the name of the order. @returns the address of the hook */
async function receive(): Promise<string> {
  const other = createServer();
  const port = await listenOnLoopback(other, 0);
  await stopServer(other);
  taken(await desktop.calls.call('receiver:configure', { ...defaultReceiverConfig, port }));
  const hook = taken(await desktop.calls.call('hooks:add', { name: 'Push', path: null, secret: SECRET }));
  await shown(({ receiver: { state } }) => state.kind === 'listening');
  const address = `http://127.0.0.1:${port}${hook.path}`;
  await deliver('First', 'waiting', address);
  const deliveryId = seen?.inbox[0]?.id ?? '';
  taken(await desktop.calls.call('inbox:map', { deliveryId, orderId: id }));
  await shown(({ inbox }) => inbox[0]?.verdict.kind === 'confirmed');
  return address;
}

async function deliver(task: string, verdict: 'confirmed' | 'waiting', to = url): Promise<void> {
  await service.deliver(RID, { url: to, secret: SECRET, task });
  await shown(({ inbox }) => inbox.find((one) => one.task === task)?.verdict.kind === verdict);
}

/** Waits until the copy of the state shows something. */
async function shown(condition: (projection: Projection) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (seen !== null && condition(seen)) resolve();
  };
  waiting.add(check);
  check();
  await promise;
  waiting.delete(check);
}

function seenOrder(projection = seen) {
  const order = [...(projection?.orders.values() ?? [])].find((each) => serviceKey(each) === RID);
  if (order === undefined) throw new Error('The order is not shown');
  return order;
}

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
