import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { type RunningService, startReferenceService } from '#scripts/demo/referenceService.ts';
import { readDistribution } from '#scripts/lib/electronDownload.ts';
import { interruption, runCommand } from '#scripts/lib/interruption.ts';
import { outFolder } from '#scripts/lib/paths.ts';
import { StopError, say, styled } from '#scripts/lib/terminal.ts';
import { buildCommandClient, commandClient } from '#scripts/packaging/commandClient.ts';
import { verdictLine } from '#test/service/sendDelivery.ts';
import { readExposition } from '#test/support/exposition.ts';
import { commandService, serviceState } from '../lib/benchService.ts';
import { alignedTable, shown } from '../lib/figures.ts';
import { type ProbedApp, startProbed } from '../lib/probedApp.ts';
import { judge, type SoakSample } from './bounds.ts';
import { deliver, prepareProfile } from './loadedApp.ts';

const ORDERS = 200;
const MINUTE_MS = 60_000;
const DELIVERY_MS = 1000;
/** Every tenth delivery is a renewal. */
const RENEWAL_EVERY = 10;
/** The window is open for so long in each minute. */
const OPEN_MS = 10_000;
/** By then the app has done what follows the closing of its window: it frees its memory after five seconds. */
const CLOSED_MS = 10_000;

const MEGABYTE = 1_000_000;

/**
 * Runs the app under load for `--hours`: a delivery a second, every tenth of a renewed order, each order polled every 15
 * minutes, and the window opened from the tray and closed by its frame each minute. Fails when something grows that its
 * work does not explain. The samples are in `soak.json` of the output folder.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { hours: { type: 'string' } } });
  const minutes = Math.round(Number(values.hours) * 60);
  if (!(minutes >= 1)) throw new StopError('--hours takes a number, such as 2 or 0.1');
  const samples = await soak(minutes);
  await writeFile(join(outFolder, 'soak.json'), `${JSON.stringify(samples)}\n`);
  const judgements = judge(samples);
  const rows = judgements.map(({ name, early, late, most, isKept, why }) => [
    ...[isKept ? '✓' : '✗', name, shown(early), shown(late), shown(most), why],
  ]);
  say();
  const head = ['', 'figure', 'warm', 'end', 'most', 'why'];
  for (const line of alignedTable([head, ...rows], (column) => [2, 3, 4].includes(column))) say(line);
  const broken = judgements.filter(({ isKept }) => !isKept);
  for (const { name } of broken) say(styled('red', `${name}: more than its work explains`));
  return broken.length === 0 ? 0 : 1;
}

async function soak(minutes: number): Promise<readonly SoakSample[]> {
  const distribution = readDistribution(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '');
  if (distribution === undefined) throw new StopError('ELECTRON_OVERRIDE_DIST_PATH names no Electron.');
  const reason = await buildCommandClient();
  if (reason !== null) throw new StopError(reason);
  await mkdir(outFolder, { recursive: true });
  const folder = await mkdtemp(join(outFolder, 'soak-'));
  const context = {
    electron: distribution.executable,
    electronFolder: distribution.folder,
    env: process.env,
  };
  try {
    const service = await startReferenceService(['--orders', String(ORDERS)]);
    try {
      const url = await prepareProfile(context, folder, service);
      const app = await startProbed(context, 'notAfter', folder, { BENCH_HEALTH: '1' });
      try {
        return await sampled(app, folder, service, url, minutes);
      } finally {
        await app.close();
      }
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Prints a line for each minute. */
async function sampled(
  app: ProbedApp,
  folder: string,
  service: RunningService,
  url: string,
  minutes: number,
): Promise<readonly SoakSample[]> {
  await untilListening(service, url);
  const load = startLoad(service, url);
  const samples: SoakSample[] = [];
  const startedAt = performance.now();
  let polls = 0;
  try {
    await app.closeWindow();
    for (let minute = 1; minute <= minutes; minute += 1) {
      const endsAt = startedAt + minute * MINUTE_MS;
      await wait(Math.max(0, endsAt - CLOSED_MS - OPEN_MS - performance.now()));
      interruption.throwIfAborted();
      const openMs = await app.reopen();
      await wait(Math.max(0, endsAt - CLOSED_MS - performance.now()));
      await app.closeWindow();
      await wait(CLOSED_MS);
      polls += (await serviceState(service.controlUrl)).requestCount;
      // Otherwise the service's own list of them grows.
      await commandService(service.controlUrl, { action: 'clearRequests' });
      const sample = { minute, ...load.counts(), polls, openMs, ...(await held(app, folder)) };
      if (samples.length === 0) say(lineOf(Object.keys(sample)));
      say(lineOf(Object.values(sample).map(shown)));
      samples.push(sample);
    }
    return samples;
  } finally {
    await load.stop();
  }
}

/** The receiver starts after the first rows are painted. */
async function untilListening({ controlUrl, rids }: RunningService, url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await deliver(controlUrl, rids[0] ?? '', url, 'Second')).outcome === 'succeeded') return;
    await wait(100);
  }
  throw new Error('The receiver does not listen');
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(11)).join(' ');
}

type Counts = Pick<SoakSample, 'delivered' | 'refused' | 'renewed' | 'slowestMs'>;

/** Delivers once a second until it is stopped. */
function startLoad({ controlUrl, rids }: RunningService, url: string) {
  let [sent, delivered, refused, renewed, slowestMs] = [0, 0, 0, 0, 0];
  const underWay = new Set<Promise<void>>();
  const deliverNext = async (number: number) => {
    // Each round renews other orders.
    const rid = rids[(number + Math.floor(number / rids.length)) % rids.length] ?? '';
    if (number % RENEWAL_EVERY === 0) {
      await commandService(controlUrl, { action: 'renew', rid });
      renewed += 1;
    }
    const verdict = await deliver(controlUrl, rid, url, `Task ${number}`);
    slowestMs = Math.max(slowestMs, verdict.ms);
    if (verdict.outcome === 'succeeded') delivered += 1;
    else throw new Error(verdictLine(verdict));
  };
  const timer = setInterval(() => {
    sent += 1;
    const one = deliverNext(sent).catch((error) => {
      refused += 1;
      say(styled('red', error instanceof Error ? error.message : String(error)));
    });
    underWay.add(one);
    void one.then(() => underWay.delete(one));
  }, DELIVERY_MS);
  return {
    counts(): Counts {
      const counts = { delivered, refused, renewed, slowestMs };
      slowestMs = 0;
      return counts;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** What `notafter metrics` of the running app says. */
async function overdueSeconds(profile: string): Promise<number> {
  const words = ['/bin/false', `--user-data-dir=${profile}`, '--', 'metrics'];
  const { stdout } = await promisify(execFile)(commandClient, words, { maxBuffer: 64 * MEGABYTE });
  const sample = readExposition(stdout).find(({ name }) => name === 'notafter_poll_overdue_seconds');
  if (sample === undefined) throw new Error('The metrics do not say by how much polls are late');
  return sample.value;
}

type Held = Omit<SoakSample, keyof Counts | 'minute' | 'polls' | 'openMs'>;

async function held(app: ProbedApp, profile: string): Promise<Held> {
  const { heapBytes, residentBytes, handles, processorMs } = await app.health();
  const count = async (name: string) => (await readdir(`/proc/${app.pid}/${name}`)).length;
  const bytes = async (...path: string[]) =>
    stat(join(profile, ...path)).then(
      ({ size }) => size,
      () => 0,
    );
  return {
    heapMb: heapBytes / MEGABYTE,
    memoryMb: residentBytes / MEGABYTE,
    descriptors: await count('fd'),
    threads: await count('task'),
    handles,
    databaseMb: (await bytes('notafter.db')) / MEGABYTE,
    walMb: (await bytes('notafter.db-wal')) / MEGABYTE,
    logBytes: await bytes('logs', 'notafter.log'),
    overdueS: await overdueSeconds(profile),
    processorS: processorMs / 1000,
  };
}

await runCommand(main);
