import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { connect, serviceFor, startTestApp, until } from './testApp.ts';

it('a clock that was set right is right in the window within minutes, although nothing tells the app', async () => {
  const time = createSkippableTime();
  let aheadMs = 0;
  const setClock = (ms: number) => {
    time.setAhead(ms - aheadMs);
    aheadMs = ms;
  };
  const service = await serviceFor({ orders: 2, now: () => time.clock.now() - aheadMs });
  const test = await startTestApp({ surroundings: time });
  await connect(test, service);
  setClock(90 * DAY_MS);
  await test.call('orders:sync', null);
  await until(() => test.seen().clockAheadMs !== null);
  await time.advance(MINUTE_MS);
  setClock(0);
  await time.advance(6 * MINUTE_MS);
  await until(() => test.seen().clockAheadMs === null);
  expect((await test.call('app:snapshot', null)).clockAheadMs).toBeNull();
});
