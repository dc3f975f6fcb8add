import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDistribution } from '#scripts/lib/electronDownload.ts';
import { runCommand } from '#scripts/lib/interruption.ts';
import { outFolder } from '#scripts/lib/paths.ts';
import { duration, StopError, say, styled } from '#scripts/lib/terminal.ts';
import { batchBench } from './batchBench.ts';
import { commandColdBench, commandRunningBench } from './commandAskBench.ts';
import type { Bench, BenchContext } from './lib/bench.ts';
import { startBenchService } from './lib/benchService.ts';
import { comparedRows, worsenings } from './lib/comparison.ts';
import { type BenchRow, benchRows, figureTable, shown, toRow } from './lib/figures.ts';
import { fillTable } from './lib/markdown.ts';
import { pictureOf } from './lib/picture.ts';
import { mainBlockedBench } from './mainBlockedBench.ts';
import { quickOpenBench, reopenBench } from './reopenBench.ts';
import { scrollBench } from './scrollBench.ts';
import { serverCommandBench, serverMemoryBench } from './serverBench.ts';
import { sizeBench } from './sizeBench.ts';
import { startBench } from './startBench.ts';
import { resyncBench, syncBench } from './syncBench.ts';
import { idleBench, memoryBench } from './trayBench.ts';
import { tripsBench } from './tripsBench.ts';

/** In the order of the table: first what a user feels. */
const benches: readonly Bench[] = [
  startBench,
  quickOpenBench,
  reopenBench,
  scrollBench,
  mainBlockedBench,
  memoryBench,
  idleBench,
  sizeBench,
  commandRunningBench,
  commandColdBench,
  batchBench,
  serverCommandBench,
  serverMemoryBench,
  syncBench,
  resyncBench,
  tripsBench,
];

const usage = `Usage: npm run bench -- [options]

Measures the figures of docs/performance.md on the built app, in a private desktop. Linux only.

  --only NAME      only the measurement with this figure; repeatable
  --samples N      samples of each figure (default 5)
  --json FILE      saves the rows
  --compare FILE   says what got worse since the rows of an earlier run, with exit code 1
  --from FILE      measures nothing, and reads the rows of an earlier run; repeatable
  --markdown FILE  fills the table of a document
  --svg FILE       draws the picture
  --help           shows this text
`;

/**
 * Measures in the desktop and with the Electron that the environment names; `npm run bench` provides both. With `--from`
 * it reads the rows of an earlier run instead.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      samples: { type: 'string', default: '5' },
      json: { type: 'string' },
      markdown: { type: 'string' },
      svg: { type: 'string' },
      compare: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(usage);
    return 0;
  }
  const { rows, failures } =
    values.from === undefined
      ? await measure(chooseBenches(values.only ?? []), samplesOf(values.samples))
      : { rows: await savedRows(values.from), failures: 0 };
  say();
  for (const line of figureTable(rows)) say(line);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  if (values.markdown !== undefined) {
    await writeFile(values.markdown, fillTable(await readFile(values.markdown, 'utf8'), rows));
  }
  if (values.svg !== undefined) await writeFile(values.svg, pictureOf(rows));
  const isWorse = values.compare !== undefined && sayWorsenings(await readJson(values.compare), rows);
  return failures === 0 && !isWorse ? 0 : 1;
}

async function measure(
  chosen: readonly Bench[],
  samples: number,
): Promise<{ readonly rows: readonly BenchRow[]; readonly failures: number }> {
  const distribution = readDistribution(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '');
  if (distribution === undefined) throw new StopError('ELECTRON_OVERRIDE_DIST_PATH names no Electron.');
  await mkdir(outFolder, { recursive: true });
  const folder = await mkdtemp(join(outFolder, 'bench-'));
  const services: ReturnType<typeof startBenchService>[] = [];
  const context: BenchContext = {
    electron: distribution.executable,
    electronFolder: distribution.folder,
    env: process.env,
    folder,
    samples,
    service: () => {
      const service = services[0] ?? startBenchService(folder);
      services[0] = service;
      return service;
    },
  };
  const startedAt = performance.now();
  const rows: BenchRow[] = [];
  let failures = 0;
  try {
    for (const bench of chosen) {
      say(styled('bold', bench.names.join(', ')));
      try {
        rows.push(...(await bench.run(context)).map(toRow));
      } catch (error) {
        failures += 1;
        say(`  not measured: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    for (const service of await Promise.allSettled(services)) {
      if (service.status === 'fulfilled') await service.value.stop();
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  say(`Taken in ${duration(performance.now() - startedAt)}, medians of ${samples}.`);
  return { rows, failures };
}

/** The rows of several runs; of a figure in several files the last row. */
async function savedRows(files: readonly string[]): Promise<readonly BenchRow[]> {
  const saved = await Promise.all(files.map(async (file) => benchRows.parse(await readJson(file))));
  return [...new Map(saved.flat().map((row) => [row.name, row])).values()];
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Names the figures that got worse since an earlier run. @returns whether there are any */
function sayWorsenings(earlier: unknown, rows: readonly BenchRow[]): boolean {
  const worse = worsenings(comparedRows.parse(earlier), rows);
  say();
  if (worse.length === 0) say('No figure got worse by more than it may.');
  for (const { name, before, now, allowed } of worse) {
    say(styled('red', `${name} got worse: ${before} before, ${now} now, allowed ${shown(allowed)}`));
  }
  return worse.length > 0;
}

function chooseBenches(only: readonly string[]): readonly Bench[] {
  const unknown = only.find((name) => !benches.some(({ names }) => names.includes(name)));
  if (unknown !== undefined) {
    const known = benches.flatMap(({ names }) => names).join(', ');
    throw new StopError(`There is no figure ${unknown}. There are: ${known}`);
  }
  if (only.length === 0) return benches;
  return benches.filter(({ names }) => names.some((name) => only.includes(name)));
}

function samplesOf(text: string): number {
  const samples = Number(text);
  if (!Number.isInteger(samples) || samples < 1) throw new StopError('--samples takes a whole number from 1');
  return samples;
}

await runCommand(main);
