import type { ServiceAnnouncement } from '#scripts/demo/referenceService.ts';
import type { Figure } from './figures.ts';

/** The environment of the measurements. */
export interface BenchContext {
  /** Electron's executable, as for the tests, and its folder. */
  readonly electron: string;
  readonly electronFolder: string;
  /** The environment of a private desktop. */
  readonly env: NodeJS.ProcessEnv;
  /** A folder for scratch files, on a disk. */
  readonly folder: string;
  /** Samples of each measurement. */
  readonly samples: number;
  /** The reference service with 2,000 orders over TLS, in its own process; started on first use. */
  service(): Promise<BenchService>;
}

/** The running reference service. */
export interface BenchService extends ServiceAnnouncement {
  readonly caFile: string;
  /** A file with the announcement, for programs that connect. */
  readonly file: string;
  /** Delay of every answer from now on, in ms. */
  setLatency(ms: number): Promise<void>;
}

/** One measurement with one or more figures. */
export interface Bench {
  /** `--only` finds it by this title and by the names of its figures. */
  readonly names: readonly string[];
  run(context: BenchContext): Promise<readonly Figure[]>;
}

/** Takes `count` samples of each kind in turns, so that a change of the machine's load affects all of them. */
export async function inTurns<Samplers extends Readonly<Record<string, () => Promise<unknown>>>>(
  count: number,
  samplers: Samplers,
): Promise<{ [Name in keyof Samplers]: Awaited<ReturnType<Samplers[Name]>>[] }> {
  const taken = Object.entries(samplers).map(([name, sample]) => ({
    name,
    sample,
    samples: [] as unknown[],
  }));
  for (let round = 0; round < count; round += 1) {
    for (const { sample, samples } of taken) samples.push(await sample());
  }
  return Object.fromEntries(taken.map(({ name, samples }) => [name, samples])) as {
    [Name in keyof Samplers]: Awaited<ReturnType<Samplers[Name]>>[];
  };
}
