import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilAllAsked } from '#scripts/demo/windowSteps.ts';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { windowTitles } from '#test/support/e2e/desktopControl.ts';
import { type MovableClock, movableClock } from '#test/support/e2e/movableClock.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { pageProcesses } from '#test/support/e2e/processTree.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { startAgain } from '#test/support/e2e/startAgain.ts';
import { untilTray } from '#test/support/e2e/trayItem.ts';
import { pagesHang, startUndriven } from '#test/support/e2e/undrivenApp.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the requests of a start';

/** Days left at the first start: later starts find orders that are healthy, about to expire, and expired. */
const days = [75, 60, 45, 31, 20, 10, 3];

describe('a start with due orders', () => {
  let service: TestService;
  let profile: string;
  let clock: MovableClock;
  let daysLater = 0;

  beforeAll(async () => {
    // Days pass for the app alone.
    service = await startTestService({ saysTime: false });
    for (const [index, left] of days.entries())
      await service.addOrder({ rid: `rid-${index}`, name: `Order ${index}`, days: left });
    profile = await connectedProfile(service);
    clock = await movableClock(await temporaryFolder());
  });

  beforeEach(async () => {
    daysLater += 4;
    await clock.move(`+${daysLater}d`);
    service.clearRequests();
  });

  /** The polled rids, one for each request. */
  const polled = () => service.requests.map(({ route }) => route?.rid).sort();
  const eachOnce = days.map((_, index) => `rid-${index}`);

  test('polls each once, although the window is requested again meanwhile', async () => {
    const app = await launchNotAfter({ because, profile, env: clock.env });
    const [driver, ...codes] = await Promise.all([driveWindow(app), startAgain(app), startAgain(app)]);
    expect(codes).toEqual([0, 0]);
    await untilNoneIsDue(driver);
    expect(polled()).toEqual(eachOnce);
    await app.close();
  });

  test('polls although the page never paints', async () => {
    const app = startUndriven({ profile, args: [pagesHang], env: clock.env });
    await expect.poll(polled, { timeout: 20_000 }).toEqual(eachOnce);
    expect(await pageProcesses(app.pid)).not.toEqual([]);
    expect(await windowTitles()).toContain('NotAfter');
    expect((await untilTray(app.pid)).tooltip).toContain('NotAfter:');
  });

  test('polls without a window at login, starts no page, and shows its tray icon', async () => {
    // A page that was started would still be there.
    const app = startUndriven({ profile, args: ['--hidden', pagesHang], env: clock.env });
    await expect.poll(polled, { timeout: 20_000 }).toEqual(eachOnce);
    expect((await untilTray(app.pid)).tooltip).toContain('NotAfter:');
    expect(await pageProcesses(app.pid)).toEqual([]);
    expect(await windowTitles()).not.toContain('NotAfter');

    expect(await startAgain({ profile })).toBe(0);
    await expect.poll(windowTitles, { timeout: 10_000 }).toContain('NotAfter');
    expect(await pageProcesses(app.pid)).not.toEqual([]);
    expect(polled()).toEqual(eachOnce);
  });
});

/** Waits until every order was polled in this start, its next poll is planned, and the start is over. */
async function untilNoneIsDue(driver: WindowDriver): Promise<void> {
  const isPlanned = async () => {
    const now = await driver.page.evaluate(() => Date.now());
    return (await driver.orders()).every(({ nextPollAt }) => nextPollAt !== null && nextPollAt > now);
  };
  await expect.poll(isPlanned, { timeout: 15_000 }).toBe(true);
  await untilAllAsked(driver.page);
  // A second poll of the start would follow soon.
  await wait(1500);
}
