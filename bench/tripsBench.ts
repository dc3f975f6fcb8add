import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { outFolder } from '#scripts/lib/paths.ts';
import { say } from '#scripts/lib/terminal.ts';
import type { Bench } from './lib/bench.ts';
import { alignedTable, type Figure, median } from './lib/figures.ts';
import { runChild } from './lib/runChild.ts';

const functionRuns = z.array(z.object({ file: z.string(), name: z.string(), calls: z.number() }));
type FunctionRuns = z.output<typeof functionRuns>;

const answer = z.array(
  z.object({
    name: z.string(),
    turns: z.array(z.object({ shown: functionRuns, later: functionRuns })),
  }),
);

/** The goals: the most files and calls of a trip. */
const goals: Readonly<Record<string, { readonly files: number; readonly calls?: number }>> = {
  idle: { files: 0, calls: 0 },
  'poll-unchanged': { files: 60, calls: 700 },
  alias: { files: 25, calls: 200 },
  setting: { files: 40 },
};

/** How much of the product runs between an action and what the window shows of it. */
export const tripsBench: Bench = {
  names: ['trips'],
  async run(context) {
    const folder = await mkdtemp(join(context.folder, 'trips-'));
    try {
      const trips = await runChild(context, 'takeTrips.ts', { folder, samples: context.samples }, answer);
      const counted = trips.map(({ name, turns }) => ({
        name,
        shown: turns.map(({ shown }) => countsOf(shown)),
        later: turns.map(({ later }) => countsOf(later)),
      }));
      const rows = counted.map(({ name, shown, later }) => [
        name,
        ...(['files', 'folders', 'functions', 'calls'] as const).map((of) => middle(shown, of)),
        ...(['files', 'calls'] as const).map((of) => middle(later, of)),
      ]);
      const head = ['trip', 'files', 'folders', 'functions', 'calls', 'files later', 'calls later'];
      for (const line of alignedTable([head, ...rows], (column) => column > 0)) say(line);
      const file = join(outFolder, 'trips.json');
      await writeFile(file, JSON.stringify(trips, null, 1));
      say(`The functions of each trip are in ${file}.`);
      return counted.flatMap(({ name, shown }) => [
        figureOf(`trip-${name}-files`, shown, 'files', goals[name]?.files),
        figureOf(`trip-${name}-calls`, shown, 'calls', goals[name]?.calls),
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Counts = ReturnType<typeof countsOf>;

function countsOf(runs: FunctionRuns) {
  const files = new Set(runs.map(({ file }) => file));
  return {
    files: files.size,
    folders: new Set([...files].map((file) => dirname(file))).size,
    functions: runs.length,
    calls: runs.reduce((sum, { calls }) => sum + calls, 0),
  };
}

function middle(counts: readonly Counts[], of: keyof Counts): string {
  return String(Math.round(median(counts.map((each) => each[of]))));
}

function figureOf(name: string, counts: readonly Counts[], of: keyof Counts, atMost?: number): Figure {
  return {
    name,
    values: counts.map((each) => each[of]),
    unit: 'count',
    floors: null,
    goal: atMost === undefined ? null : { of: 'value', atMost },
  };
}
