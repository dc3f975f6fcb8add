import { it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { liveSeeds } from '#test/support/seedRun.ts';
import { live } from './live.ts';

/** The same lives in every run. */
const seeds = [1, 2, 3, 4, 5];

/** More of them, for ten minutes at most. `npm run days` lives others. */
const soakSeeds = { first: 500, count: 40 };

const { NOTAFTER_SOAK, NOTAFTER_DAYS_MINUTES = '10', NOTAFTER_DAYS_SEED } = process.env;
const isLong = NOTAFTER_SOAK === '1';

if (isLong) {
  const minutes = Number(NOTAFTER_DAYS_MINUTES);
  const run = NOTAFTER_DAYS_SEED === undefined ? soakSeeds : { first: Number(NOTAFTER_DAYS_SEED) };
  it(
    `lives from seed ${run.first} keep what every surface promises`,
    {
      timeout: (minutes + 15) * MINUTE_MS,
    },
    () => liveSeeds({ ...run, minutes }, (seed) => live(seed, 5 * MINUTE_MS)),
  );
} else {
  it.each(seeds)(
    'a life of random days keeps what every surface promises, seed %i',
    { timeout: 5 * MINUTE_MS },
    (seed) => live(seed, 2 * MINUTE_MS),
  );
}
