import { expect, test, vi } from 'vitest';
import { movableClock } from '#test/support/e2e/movableClock.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it needs a clock that was wrong before the first start';

/** Longer than what the test does before the first alert. */
const WITHIN = { timeout: 60_000, interval: 200 };

// With three starts of the app.
const LIMIT_MS = 300_000;

test.for([
  // The service says the time: the order is as it is, and nothing is announced.
  { days: 31, status: 'healthy', isTimeKnown: true },
  // The certificate of the service has expired by then too: nothing says the time.
  { days: 7300, status: 'expired', isTimeKnown: false },
] as const)(
  'a start with a clock that is $days days ahead deletes no delivered key, and leaves no finding and no silence',
  {
    timeout: LIMIT_MS,
  },
  async ({ days, status, isTimeKnown }) => {
    let saysTime = true;
    const service = await startTestService({ saysTime: () => saysTime });
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 40.5 });
    const profile = await temporaryFolder();
    const clock = await movableClock(await temporaryFolder());
    /** The app with its window, at a time relative to the true one. */
    const startAt = async (offset: string) => {
      await takeNotifications();
      await clock.move(offset);
      const app = await launchNotAfter({ because, profile, env: clock.env });
      return { app, driver: await driveWindow(app) };
    };
    const keyIn = async (driver: WindowDriver) =>
      (await new ReceiverDriver(driver).deliveries()).map(({ key }) => key);

    const right = await startAt('+0');
    await right.driver.connect(service);
    const hook = await new ReceiverDriver(right.driver).addHook();
    expect(await service.deliver('shopOrder', { ...hook, task: 'Push' })).toMatchObject({ status: 204 });
    await vi.waitFor(async () => expect(await keyIn(right.driver)).toEqual(['vault']), WITHIN);
    await right.driver.untilStatus('Shop', 'healthy');
    await right.app.close();

    const wrong = await startAt(`+${days}d`);
    await wrong.driver.untilStatus('Shop', status);
    if (!isTimeKnown) await untilDisplayed(1);
    expect(await keyIn(wrong.driver)).toEqual(['vault']);
    const { page, t } = wrong.driver;
    const time = t('common.time.days', { count: days });
    if (isTimeKnown) {
      await page.getByText(t('orders.banner.clockAhead', { time })).waitFor();
      await wrong.driver.untilStatus('Shop', status);
      // The delivery that waits for its order may be announced in either run.
      const waiting = t('notifications.deliveryTitle', { name: 'Shop' });
      const announced = (await takeNotifications()).filter(({ title }) => title !== waiting);
      expect(announced).toEqual([]);
    }
    await wrong.driver.screenshot(`clock-ahead-${days}-days`);
    await wrong.app.close();

    const again = await startAt('+0');
    await again.driver.untilStatus('Shop', 'healthy');
    expect(await keyIn(again.driver)).toEqual(['vault']);
    const [order] = await again.driver.orders();
    expect(order?.findings).toEqual([]);
    await takeNotifications();
    // Days pass, and the service does not object.
    saysTime = false;
    await clock.move('+11d');
    await again.driver.syncNow();
    await untilDisplayed(1);
    expect((await takeNotifications())[0]?.title).toMatch(/^Shop expires in (?:29|30) days$/u);
    await again.app.close();
  },
);
