import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';

const { NOTAFTER_TEST_OUT: folder } = process.env;

/** Notes what a long run does, with its time, in `days.txt` beside the other output of the tests. */
export function noteDays(line: string): void {
  if (folder !== undefined) appendFileSync(join(folder, 'days.txt'), `${new Date().toISOString()} ${line}\n`);
}

/** Which seeds a long run lives, and for how long. */
interface SeedRun {
  readonly first: number;
  /** How many at most; absent: as many as there is time for. */
  readonly count?: number;
  readonly minutes: number;
}

/**
 * Lives seeds one after the other for some minutes, the last one to its end. One that fails is noted, and the next follows.
 * @throws with the failures of all seeds, after the last one
 */
export async function liveSeeds(
  { first, count = Number.POSITIVE_INFINITY, minutes }: SeedRun,
  live: (seed: number) => Promise<void>,
): Promise<void> {
  const endsAt = performance.now() + minutes * MINUTE_MS;
  const failed: string[] = [];
  let seed = first;
  for (; seed < first + count && performance.now() < endsAt; seed += 1) {
    const before = performance.now();
    try {
      await live(seed);
    } catch (error) {
      failed.push(`Seed ${seed}: ${inspect(error)}`);
      noteDays(failed.at(-1) ?? '');
    }
    const seconds = Math.round((performance.now() - before) / 1000);
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    noteDays(`seed ${seed} took ${seconds} s, the process has ${megabytes} MB`);
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${seed - first} seeds failed.\n\n${failed.join('\n\n')}`);
}
