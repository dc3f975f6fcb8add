import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import { type DeliveryEncoding, type DeliveryFields, deliveryFields } from '#test/service/delivery.ts';
import { startReferenceService } from '#test/service/referenceService.ts';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import { type LoadResult, requestsOf, sendLoad } from './lib/deliveryLoad.ts';
import type { Figure } from './lib/figures.ts';
import { freePort } from './lib/freePort.ts';

const secret = 'a secret of the bench';
/** There is a hook for each path that begins so. */
const path = '/bench';
const connections = 32;
const warmUp = 200;
const measured = 2_000;
/** The inbox takes a few more under names that mean nothing to it. */
const mostWaiting = 1_900;

/** What receives: a port, and an end. */
interface Target {
  readonly port: number;
  stop(): Promise<void>;
}

/** Deliveries that are checked, and those that are on disk before the answer, against a few lines on `node:http`. */
export const receiverBench: Bench = {
  names: ['receiver-checked', 'receiver-durable'],
  async run(context) {
    const folder = await mkdtemp(join(context.folder, 'receiver-'));
    const fields = await tenKilobytes();
    const app = (durable: boolean, encoding: DeliveryEncoding) => () =>
      load(() => deliveryServer(context, { kind: 'app', durable, folder }), fields, encoding);
    const bare = (durable: boolean, encoding: DeliveryEncoding) => () =>
      load(() => deliveryServer(context, { kind: 'bare', durable, folder }), fields, encoding);
    try {
      const taken = await inTurns(context.samples, {
        json: app(false, 'json'),
        bareJson: bare(false, 'json'),
        form: app(false, 'form'),
        bareForm: bare(false, 'form'),
        durable: app(true, 'json'),
        bareDurable: bare(true, 'json'),
      });
      return figuresOf(taken);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The longest that a delivery waits for its answer while 2,000 orders are synced for the first time. */
export const receiverWhileSyncing: Bench = {
  names: ['receiver-while-syncing'],
  async run(context) {
    const fields = await tenKilobytes();
    const longest: number[] = [];
    for (let sample = 0; sample < context.samples; sample += 1) {
      longest.push(await deliverWhileSyncing(context, fields));
    }
    const goal = { of: 'value', atMost: 1000 } as const;
    return [
      { name: 'receiver-while-syncing', values: [Math.max(...longest)], unit: 'ms', floors: null, goal },
    ];
  },
};

async function deliverWhileSyncing(context: BenchContext, fields: DeliveryFields): Promise<number> {
  const service = await context.service();
  await service.setLatency(0);
  const profile = await mkdtemp(join(context.folder, 'receiving-'));
  const port = await freePort();
  const input = { serviceFile: service.file, profile, port, secret, hooks: 8 };
  const script = join(import.meta.dirname, 'children', 'syncAndReceive.ts');
  const child = spawn(context.electron, [script, JSON.stringify(input)], {
    env: { ...asNode(context.env), NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    let isSyncing = true;
    const synced = once(lines, 'line').then(() => {
      isSyncing = false;
    });
    const requests = requestsOf({ fields, count: mostWaiting, encoding: 'json', secret, path, port });
    child.stdin.write('go\n');
    const { longestMs } = await sendLoad({ port, requests, connections: 2, goesOn: () => isSyncing });
    await synced;
    return longestMs;
  } finally {
    await endProcess(child);
    await rm(profile, { recursive: true, force: true });
  }
}

type Taken = Record<
  'json' | 'bareJson' | 'form' | 'bareForm' | 'durable' | 'bareDurable',
  readonly LoadResult[]
>;

function figuresOf(taken: Taken): Figure[] {
  const rate = (results: readonly LoadResult[]) => results.map(({ perSecond }) => perSecond);
  const p99 = (results: readonly LoadResult[]) => results.map(({ p99Ms }) => p99Ms);
  const faster = (name: string, of: readonly LoadResult[], than: readonly LoadResult[]) => ({
    name,
    values: rate(of),
    unit: '/s',
    floors: rate(than),
    goal: { of: 'before', better: 'more' } as const,
  });
  const later = (
    name: string,
    of: readonly LoadResult[],
    than: readonly LoadResult[],
    goal: Figure['goal'],
  ) => ({
    name,
    values: p99(of),
    unit: 'ms',
    floors: p99(than),
    goal,
  });
  return [
    faster('receiver-checked-json', taken.json, taken.bareJson),
    later('receiver-checked-json-p99', taken.json, taken.bareJson, { of: 'before', better: 'less' }),
    faster('receiver-checked-form', taken.form, taken.bareForm),
    later('receiver-checked-form-p99', taken.form, taken.bareForm, { of: 'before', better: 'less' }),
    faster('receiver-durable', taken.durable, taken.bareDurable),
    later('receiver-durable-p99', taken.durable, taken.bareDurable, { of: 'ratio', atMost: 2 }),
  ];
}

/** The payload of an order with an RSA key: certificate, chain and key together are some ten kilobytes. */
async function tenKilobytes(): Promise<DeliveryFields> {
  const service = await startReferenceService({ orders: 0 });
  try {
    const order = await service.addOrder({ name: 'Shop', keyKind: 'rsa2048' });
    return deliveryFields(order, 'Task');
  } finally {
    await service.close();
  }
}

async function load(
  start: () => Promise<Target>,
  fields: DeliveryFields,
  encoding: DeliveryEncoding,
): Promise<LoadResult> {
  const target = await start();
  const { port } = target;
  try {
    const requests = requestsOf({ fields, count: warmUp + measured, encoding, secret, path, port });
    await sendLoad({ port, requests: requests.slice(0, warmUp), connections });
    return await sendLoad({ port, requests: requests.slice(warmUp), connections });
  } finally {
    await target.stop();
  }
}

async function deliveryServer(
  { electron, env }: BenchContext,
  input: { readonly kind: 'app' | 'bare'; readonly durable: boolean; readonly folder: string },
): Promise<Target> {
  const script = join(import.meta.dirname, 'children', 'deliveryServer.ts');
  const child = spawn(electron, [script, JSON.stringify({ ...input, path, secret })], {
    env: { ...asNode(env), NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { port: Number(line), stop: () => endProcess(child) };
}
