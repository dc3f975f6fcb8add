import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_IN_FLIGHT } from '#main/orders/polling/pollPlan.ts';
import { run } from '#scripts/lib/processes.ts';
import { type Bench, type BenchContext, type BenchService, inTurns } from './lib/bench.ts';
import { runChild } from './lib/runChild.ts';

const bareAnswer = z.object({
  firstMs: z.number(),
  longestDelayMs: z.number(),
  againMs: z.number(),
});
const workCounts = z.object({ parsed: z.number(), written: z.number(), sent: z.number() });
const appAnswer = z.object({
  firstMs: z.number(),
  cpuMs: z.number(),
  againMs: z.number(),
  counts: workCounts.nullable(),
});

/** The first sync where the service takes its time, against the bare requests and against curl. */
export const syncWithLatency: Bench = {
  names: ['sync-2000-latency20', 'sync-vs-curl'],
  async run(context) {
    const service = await context.service();
    await service.setLatency(20);
    const taken = await inTurns(context.samples, {
      app: async () => (await syncApp(context, service)).firstMs,
      bare: async () => (await bareLoop(context, service)).firstMs,
      curl: () => pullByCurl(context, service),
    });
    const own = { values: taken.app, unit: 'ms' };
    return [
      { name: 'sync-2000-latency20', ...own, floors: taken.bare, goal: { of: 'ratio', atMost: 1.1 } },
      { name: 'sync-vs-curl', ...own, floors: taken.curl, goal: { of: 'before', better: 'less' } },
    ];
  },
};

/** The first sync where the service answers at once, and the next one, which brings nothing new. */
export const syncWithoutLatency: Bench = {
  names: ['sync-2000-cpu', 'resync-2000-unchanged'],
  async run(context) {
    const service = await context.service();
    await service.setLatency(0);
    const taken = await inTurns(context.samples, {
      app: () => syncApp(context, service),
      parts: async () => (await bareParts(context, service)).cpuMs,
      loop: async () => (await bareLoop(context, service)).againMs,
    });
    const { counts } = await syncApp(context, service, true);
    const cpuPerOrder = (milliseconds: readonly number[]) =>
      milliseconds.map((ms) => ms / service.rids.length);
    const none = { unit: 'count', floors: null, goal: { of: 'value', atMost: 0 } } as const;
    return [
      {
        name: 'sync-2000-cpu',
        values: cpuPerOrder(taken.app.map(({ cpuMs }) => cpuMs)),
        unit: 'ms/order',
        floors: cpuPerOrder(taken.parts),
        goal: { of: 'before', better: 'less' },
      },
      {
        name: 'resync-2000-unchanged',
        values: taken.app.map(({ againMs }) => againMs),
        unit: 'ms',
        floors: taken.loop,
        goal: { of: 'ratio', atMost: 1.6 },
      },
      { name: 'resync-2000-unchanged-parsed', values: [counts?.parsed ?? Number.NaN], ...none },
      { name: 'resync-2000-unchanged-written', values: [counts?.written ?? Number.NaN], ...none },
      { name: 'resync-2000-unchanged-sent', values: [counts?.sent ?? Number.NaN], ...none },
    ];
  },
};

/** Requests every order with the bare loop, in its own process. */
export function bareLoop(context: BenchContext, service: BenchService): Promise<z.output<typeof bareAnswer>> {
  return runChild(
    context,
    'bareLoop.ts',
    { serviceFile: service.file, connections: MAX_IN_FLIGHT },
    bareAnswer,
  );
}

/** Does the work of a sync with the bare parts, in its own process. */
async function bareParts(context: BenchContext, service: BenchService): Promise<{ readonly cpuMs: number }> {
  const folder = await mkdtemp(join(context.folder, 'parts-'));
  try {
    const input = { serviceFile: service.file, connections: MAX_IN_FLIGHT, folder };
    return await runChild(context, 'bareParts.ts', input, z.object({ cpuMs: z.number() }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function syncApp(context: BenchContext, service: BenchService, counts = false) {
  const profile = await mkdtemp(join(context.folder, 'sync-'));
  try {
    return await runChild(context, 'syncApp.ts', { serviceFile: service.file, profile, counts }, appAnswer);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

/** One curl for all orders, which keeps its connections; milliseconds from its start to its end. */
async function pullByCurl(context: BenchContext, service: BenchService): Promise<number> {
  const file = join(context.folder, 'curl.conf');
  const common = [
    `header = "Authorization: Bearer ${service.token}"`,
    'header = "Accept: application/json"',
    `cacert = "${service.caFile}"`,
    'http1.1',
    'silent',
    'fail',
    'parallel',
    `parallel-max = ${MAX_IN_FLIGHT}`,
  ];
  const transfers = service.rids.flatMap((rid) => [
    `url = "${service.baseUrl}/open/ssl/latest/${encodeURIComponent(rid)}"`,
    'output = "/dev/null"',
  ]);
  await writeFile(file, `${[...common, ...transfers].join('\n')}\n`, { mode: 0o600 });
  const startedAt = performance.now();
  const { code, output } = await run('curl', ['--config', file], { env: context.env });
  if (code !== 0) throw new Error(`curl ended with code ${code}: ${output}`);
  return performance.now() - startedAt;
}
