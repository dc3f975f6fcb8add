import type { ServiceAnnouncement } from '#scripts/demo/referenceService.ts';
import type { Figure } from './figures.ts';

/** What the measurements run on. */
export interface BenchContext {
  /** Electron's executable, as for the tests, and the folder that it is in. */
  readonly electron: string;
  readonly electronFolder: string;
  /** The environment of a private desktop. */
  readonly env: NodeJS.ProcessEnv;
  /** A folder for scratch files, on a disk. */
  readonly folder: string;
  /** How often everything is measured. */
  readonly samples: number;
  /** The reference service with 2,000 orders over TLS, in its own process; started when first asked for. */
  service(): Promise<BenchService>;
}

/** The running reference service. */
export interface BenchService extends ServiceAnnouncement {
  readonly caFile: string;
  /** A file that holds the announcement, for programs that are to connect. */
  readonly file: string;
  /** Milliseconds that every answer waits from now on. */
  setLatency(ms: number): Promise<void>;
}

/** One measurement, which gives one or more figures. */
export interface Bench {
  /** By these words, and by the names of its figures, `--only` finds it. */
  readonly names: readonly string[];
  run(context: BenchContext): Promise<readonly Figure[]>;
}

/** Takes `count` samples of each kind in turns, so that a change of the machine's mood meets all of them alike. */
export async function inTurns<Name extends string, Sample>(
  count: number,
  samplers: Readonly<Record<Name, () => Promise<Sample>>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(samplers) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  for (let round = 0; round < count; round += 1) {
    for (const name of names) taken[name].push(await samplers[name]());
  }
  return taken;
}
