import { it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { live } from './live.ts';

/** The same lives in every run. */
const seeds = [1, 2, 3, 4, 5];

/** More of them, for ten minutes at most. `npm run days` lives others. */
const soakSeeds = { first: 500, count: 40 };

const { NOTAFTER_SOAK, NOTAFTER_DAYS_MINUTES = '10', NOTAFTER_DAYS_SEED } = process.env;
const isLong = NOTAFTER_SOAK === '1';

if (isLong) {
  const minutes = Number(NOTAFTER_DAYS_MINUTES);
  const seed = Number(NOTAFTER_DAYS_SEED ?? soakSeeds.first);
  const end = NOTAFTER_DAYS_SEED === undefined ? seed + soakSeeds.count : Number.POSITIVE_INFINITY;
  it(`lives from seed ${seed} keep what every surface promises`, {
    timeout: (minutes + 10) * MINUTE_MS,
  }, async () => {
    const endsAt = performance.now() + minutes * MINUTE_MS;
    for (let next = seed; next < end && performance.now() < endsAt; next += 1)
      await live(next, 5 * MINUTE_MS);
  });
} else {
  it.each(seeds)(
    'a life of random days keeps what every surface promises, seed %i',
    { timeout: 5 * MINUTE_MS },
    (seed) => live(seed, 2 * MINUTE_MS),
  );
}
