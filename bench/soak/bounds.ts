import { median } from '../lib/figures.ts';

/** What the app holds at the end of a minute, its window closed and its garbage collected. */
export interface SoakSample {
  readonly minute: number;
  /** Since the start; refused ones are not delivered. */
  readonly delivered: number;
  readonly refused: number;
  readonly renewed: number;
  /** The longest answer of this minute. */
  readonly slowestMs: number;
  /** Requests to the service since the start. */
  readonly polls: number;
  /** From the click on the tray's menu to painted rows. */
  readonly openMs: number;
  readonly heapMb: number;
  readonly memoryMb: number;
  readonly descriptors: number;
  readonly threads: number;
  readonly handles: number;
  readonly databaseMb: number;
  readonly walMb: number;
  readonly logBytes: number;
  /** By how much the poll that was due longest was late. */
  readonly overdueS: number;
  /** Processor time of the main process since its start. */
  readonly processorS: number;
}

/** A figure that must stay flat, or within what its work explains. */
export interface Bound {
  readonly name: string;
  readonly of: (sample: SoakSample) => number;
  /** The most at the end, by the state after warming up. */
  readonly atMost: (early: SoakSample, late: SoakSample) => number;
  /** Whether every sample is held against it, not only the state at the end. */
  readonly isAlways?: boolean;
  readonly why: string;
}

/** A bound with what was seen. */
export interface Judgement extends Pick<Bound, 'name' | 'why'> {
  readonly early: number;
  readonly late: number;
  readonly most: number;
  readonly isKept: boolean;
}

/** The inbox keeps 5,000 deliveries, and removes what is over once an hour (`keyRetention.ts`): one a second until then. */
const MOST_KEPT = 5000 + 3600;

function newlyKept(early: SoakSample, late: SoakSample): number {
  const kept = ({ delivered }: SoakSample) => Math.min(delivered, MOST_KEPT);
  return kept(late) - kept(early);
}

const heapMost = (early: SoakSample, late: SoakSample) =>
  early.heapMb + 2 + newlyKept(early, late) * 0.005 + (late.renewed - early.renewed) * 0.001;

/** Megabytes are of 1,000,000 bytes. */
const bounds: readonly Bound[] = [
  {
    name: 'refused deliveries',
    of: ({ refused }) => refused,
    atMost: () => 0,
    why: 'one a second is far below each limit of the receiver',
  },
  {
    name: 'heap, MB',
    of: ({ heapMb }) => heapMb,
    atMost: heapMost,
    why: 'a stored delivery takes 3 to 4 kB until 5,000 are kept; 5 kB are allowed, 1 kB for a renewal, and 2 MB',
  },
  {
    name: 'memory of main, MB',
    of: ({ memoryMb }) => memoryMb,
    atMost: (early, late) => heapMost(early, late) + early.memoryMb - early.heapMb + 40,
    why: 'as the heap, and 40 MB of pages that V8 and malloc keep for reuse: they come and go',
  },
  {
    name: 'descriptors',
    of: ({ descriptors }) => descriptors,
    atMost: ({ descriptors }) => descriptors + 10,
    why: 'up to 8 connections to the service, and a delivery that is just answered',
  },
  {
    name: 'handles',
    of: ({ handles }) => handles,
    atMost: ({ handles }) => handles + 20,
    why: 'the same connections with a timer each',
  },
  {
    name: 'database, MB',
    of: ({ databaseMb }) => databaseMb,
    atMost: (early, late) =>
      early.databaseMb + 2 + newlyKept(early, late) * 0.008 + (late.renewed - early.renewed) * 0.008,
    why: 'a delivery takes some 6 kB until 5,000 are kept, a former certificate stays; 8 kB are allowed for each, and 2 MB',
  },
  {
    name: 'write-ahead log, MB',
    of: ({ walMb }) => walMb,
    atMost: (_, { databaseMb }) => Math.max(1.05, databaseMb) + 1,
    isAlways: true,
    why: 'emptied when it is larger than the database, or 1 MiB; then comes what is written at once',
  },
  {
    name: 'log, bytes',
    of: ({ logBytes }) => logBytes,
    atMost: ({ logBytes }) => logBytes + 1000,
    why: 'a delivery, a poll and an opening write no line',
  },
  {
    name: 'late polls, s',
    of: ({ overdueS }) => overdueS,
    atMost: () => 5,
    isAlways: true,
    why: 'a poll that is due waits for a place among eight, and its answer for its evaluation',
  },
];

/** Samples that one state is the median of, so that one busy minute does not count. */
const STATE_SAMPLES = 5;

/** By then caches are full and code is compiled. */
const WARM_UP_MINUTES = 10;

/**
 * Compares the state after warming up, ten minutes or a quarter of a shorter run, with the last one.
 * Throws without a sample.
 */
export function judge(samples: readonly SoakSample[]): readonly Judgement[] {
  const warm = samples.slice(Math.min(WARM_UP_MINUTES, Math.floor(samples.length / 4)));
  const early = warm.slice(0, STATE_SAMPLES);
  const late = samples.slice(-STATE_SAMPLES);
  const last = (some: readonly SoakSample[]): SoakSample => {
    const sample = some.at(-1);
    if (sample === undefined) throw new Error('There is no sample');
    return sample;
  };
  return bounds.map(({ name, of, atMost, isAlways = false, why }) => {
    const first = median(early.map(of));
    const mostAt = (sample: SoakSample) => median(early.map((one) => atMost(one, sample)));
    const value = median(late.map(of));
    const most = mostAt(last(late));
    const isKept = isAlways ? samples.every((sample) => of(sample) <= mostAt(sample)) : value <= most;
    return { name, why, early: first, late: value, most, isKept };
  });
}
