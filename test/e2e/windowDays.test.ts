import { it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { liveInWindow } from '#test/support/e2e/windowDays.ts';
import { liveSeeds } from '#test/support/seedRun.ts';

/** The same lives in every run. */
const seeds = [1, 2];

const { NOTAFTER_DAYS_MINUTES, NOTAFTER_DAYS_SEED = '500' } = process.env;

if (NOTAFTER_DAYS_MINUTES === undefined) {
  it.each(seeds)(
    'a life of random days in real windows keeps what every surface promises, seed %i',
    {
      timeout: 5 * MINUTE_MS,
    },
    (seed) => liveInWindow(seed, 12, MINUTE_MS),
  );
} else {
  const minutes = Number(NOTAFTER_DAYS_MINUTES);
  const first = Number(NOTAFTER_DAYS_SEED);
  it(
    `lives in real windows from seed ${first} keep what every surface promises`,
    {
      timeout: (minutes + 15) * MINUTE_MS,
      retry: 0,
    },
    () => liveSeeds({ first, minutes }, (seed) => liveInWindow(seed, 40, 5 * MINUTE_MS)),
  );
}
