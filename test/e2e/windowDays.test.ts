import { it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { liveInWindow, liveStepsInWindow } from '#test/support/e2e/windowDays.ts';
import { liveSeeds } from '#test/support/seedRun.ts';

/** The same lives in every run. */
const seeds = [1, 2];

/** Each of what the user does with deliveries, servers, reviews and configuration files: by keys, and by pointer. */
const ways: Readonly<Record<string, string>> = {
  deliveries:
    'deliverNew 1,approveDelivery 2,deliver 0,linkDelivery 2,deliverAgain 0,unlinkDelivery 1,linkDelivery 3,deliverForged 1,openDelivery 1,openDelivery 2,discardDelivery 1,deliver 2,discardDelivery 2,deliverAndKill 1,deliverAndKill 4,deliver 5,approveDelivery 3',
  servers:
    'startServer 1,probe 0,startServer 2,probe 1,serveOther 3,probe 2,probe 3,reloadServer 0,renew 2,probe 0,reloadServer 0,probe 0,unlinkServer 1,unlinkServer 2,unlinkServer 3,stopServer 0,probe 1,reloadServer 0,probe 2,linkOther 1,linkOther 4',
  reviews:
    'leaveReview 1,leaveReview 2,leaveReview 3,leaveReview 4,accept 1,accept 2,exportFiles 1,exportFiles 2,renew 2,updateFiles 1,renew 3,exportFiles 1,exportFiles 2,restoreFiles 1,restoreFiles 2,restoreFiles 5',
  configuration:
    'exportConfiguration 1,remove 1,importConfiguration 1,importEdited 1,importEdited 2,importEdited 6,language 0,exportConfiguration 2,importEdited 3,importConfiguration 10,exportConfiguration 3',
};

const { NOTAFTER_DAYS_MINUTES, NOTAFTER_DAYS_SEED = '500' } = process.env;

if (NOTAFTER_DAYS_MINUTES === undefined) {
  it.each(Object.entries(ways))(
    'a life in real windows keeps what every surface promises: %s',
    { timeout: 5 * MINUTE_MS },
    (_, line) => liveStepsInWindow(line),
  );
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
