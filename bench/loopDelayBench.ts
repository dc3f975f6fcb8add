import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, type BenchContext, type BenchService, inTurns } from './lib/bench.ts';
import { addConnection, driveNotAfter, type WithBridge } from './lib/drivenApp.ts';
import { takeLongestDelay, watchDelays } from './lib/eventLoop.ts';
import { bareLoop } from './syncBench.ts';

type Watched = typeof globalThis & { benchDone?: Promise<void> };

/** The longest delay of the event loop in the app's main process while 2,000 orders arrive, with an open window. */
export const loopDelayBench: Bench = {
  names: ['sync-loop-delay'],
  async run(context) {
    const service = await context.service();
    await service.setLatency(20);
    const { app, bare } = await inTurns(context.samples, {
      app: () => longestDelays(context, service),
      bare: async () => ({ addingMs: 0, syncMs: (await bareLoop(context, service)).longestDelayMs }),
    });
    return [
      {
        name: 'sync-loop-delay',
        values: app.map(({ syncMs }) => syncMs),
        unit: 'ms',
        floors: bare.map(({ syncMs }) => syncMs),
        goal: { of: 'before', better: 'less' },
      },
      {
        name: 'sync-loop-delay-adding',
        values: app.map(({ addingMs }) => addingMs),
        unit: 'ms',
        floors: null,
        goal: null,
      },
    ];
  },
};

/** Longest delays of the event loop: while the orders are added, which is one write, and while they are polled. */
interface Delays {
  readonly addingMs: number;
  readonly syncMs: number;
}

async function longestDelays(context: BenchContext, service: BenchService): Promise<Delays> {
  const profile = await mkdtemp(join(context.folder, 'delay-'));
  const app = await driveNotAfter(context, profile);
  const { electron, page } = app;
  try {
    const connectionId = await addConnection(app, service);
    await watchDelays(electron);
    await page.evaluate((rids) => {
      const missing = new Set<string>(rids);
      (globalThis as Watched).benchDone = new Promise((resolve) => {
        (globalThis as unknown as WithBridge).notAfter.on['app:delta'](({ orders }) => {
          orders?.upserts.serviceKey.forEach((rid, index) => {
            if (orders.upserts.lastConfirmedAt[index] !== null) missing.delete(rid);
          });
          if (missing.size === 0) resolve();
        });
      });
    }, service.rids);
    const adding = { connectionId, text: service.rids.join('\n') };
    const isAdded = await page.evaluate(async (given) => {
      const { calls } = (globalThis as unknown as WithBridge).notAfter;
      return (await calls['orders:add'](given)).ok;
    }, adding);
    if (!isAdded) throw new Error('The orders were not added');
    const addingMs = await takeLongestDelay(electron);
    await page.evaluate(() => (globalThis as Watched).benchDone);
    return { addingMs, syncMs: await takeLongestDelay(electron) };
  } finally {
    await app.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
