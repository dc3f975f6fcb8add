import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_IN_FLIGHT } from '#main/orders/polling/pollPlan.ts';
import { type Bench, type BenchContext, type BenchService, inTurns } from './lib/bench.ts';
import { runChild } from './lib/runChild.ts';

const bareAnswer = z.object({ firstMs: z.number(), againMs: z.number() });
const workCounts = z.object({ parsed: z.number(), written: z.number(), sent: z.number() });
const appAnswer = z.object({ firstMs: z.number(), againMs: z.number(), counts: workCounts.nullable() });

/** The first sync where the service takes its time, against the bare requests. */
export const syncBench: Bench = {
  names: ['sync-2000-latency20'],
  async run(context) {
    const service = await context.service();
    await service.setLatency(20);
    const { app, bare } = await inTurns(context.samples, {
      app: async () => (await syncApp(context, service)).firstMs,
      bare: async () => (await bareLoop(context, service)).firstMs,
    });
    const goal = { of: 'ratio', atMost: 1.1 } as const;
    return [{ name: 'sync-2000-latency20', values: app, unit: 'ms', floors: bare, goal }];
  },
};

/** The second sync of a service that answers at once, which brings nothing new. */
export const resyncBench: Bench = {
  names: ['resync-2000-unchanged'],
  async run(context) {
    const service = await context.service();
    await service.setLatency(0);
    const { app, bare } = await inTurns(context.samples, {
      app: async () => (await syncApp(context, service)).againMs,
      bare: async () => (await bareLoop(context, service)).againMs,
    });
    const { counts } = await syncApp(context, service, true);
    const none = { unit: 'count', floors: null, goal: { of: 'value', atMost: 0 } } as const;
    const goal = { of: 'ratio', atMost: 1.6 } as const;
    return [
      { name: 'resync-2000-unchanged', values: app, unit: 'ms', floors: bare, goal },
      { name: 'resync-2000-unchanged-parsed', values: [counts?.parsed ?? Number.NaN], ...none },
      { name: 'resync-2000-unchanged-written', values: [counts?.written ?? Number.NaN], ...none },
      { name: 'resync-2000-unchanged-sent', values: [counts?.sent ?? Number.NaN], ...none },
    ];
  },
};

/** Requests every order with the bare loop, in its own process. */
function bareLoop(context: BenchContext, service: BenchService): Promise<z.output<typeof bareAnswer>> {
  const input = { serviceFile: service.file, connections: MAX_IN_FLIGHT };
  return runChild(context, 'bareLoop.ts', input, bareAnswer);
}

async function syncApp(context: BenchContext, service: BenchService, counts = false) {
  const profile = await mkdtemp(join(context.folder, 'sync-'));
  try {
    return await runChild(context, 'syncApp.ts', { serviceFile: service.file, profile, counts }, appAnswer);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}
