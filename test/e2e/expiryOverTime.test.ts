import { expect, test } from 'vitest';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'other orders would expire within these days too, and the notification names only the first';

test('an order that was healthy is expiring fifteen days later, in the list and in a notification', async () => {
  await takeNotifications();
  // Days pass for the app alone.
  const service = await startTestService({ saysTime: false });
  await service.addOrder({ name: 'Shop', days: 40.5 });
  const app = await launchNotAfter({ because, movableClock: true });
  const driver = await driveWindow(app);
  await driver.connect(service);
  await driver.untilStatus('Shop', 'healthy');

  await app.clock.move('+15d');
  await driver.syncNow();

  await driver.untilStatus('Shop', 'expiring');
  expect(await driver.row('Shop').textContent()).toMatch(/2[45] days/u);
  await untilDisplayed(1);
  const [notification] = await takeNotifications();
  expect(notification?.title).toMatch(/^Shop expires in 2[456] days$/);
  await app.close();
});
