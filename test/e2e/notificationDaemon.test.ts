import { expect, test } from 'vitest';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { displayedNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { endPart, onDesktop, startNotificationDaemon } from '#test/support/e2e/otherDesktop.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it needs another notification daemon, on a bus of its own';

/** Snoozes all orders: their notifications have no reason any more. */
async function snoozeAll(driver: WindowDriver): Promise<void> {
  const ids = (await driver.orders()).map(({ id }) => id);
  await driver.page.evaluate((all) => window.notAfter?.calls['alerts:snooze']({ ids: all, for: 'day' }), ids);
}

test('an alert waits for a program that shows notifications, is shown once, and goes when its reason is gone, also after a restart of the app', async () => {
  await onDesktop(['--no-notifications'], async () => {
    const service = await startTestService();
    // Urgent ones stay on the screen until they are closed.
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 3 });
    const profile = await temporaryFolder();
    let app = await launchNotAfter({ because, profile });
    let driver = await driveWindow(app);
    await driver.connect(service);
    await driver.untilStatus('Shop', 'critical');
    const alerts = await driver.openSettings('alerts');
    await alerts
      .getByText(
        'No program of this desktop shows notifications. They wait until one starts. 1 notification waits',
      )
      .waitFor();
    await driver.screenshot('notifications-absent');

    const daemon = startNotificationDaemon();
    await untilDisplayed(1);
    await alerts.getByText('Shown by dunst.').waitFor();
    await driver.screenshot('notifications-shown');
    await pictureOfScreen('notification-late');

    // Another one knows nothing of it, and it is not repeated.
    await endPart(daemon);
    await alerts.getByText('No program of this desktop shows notifications.').waitFor();
    startNotificationDaemon();
    await alerts.getByText('Shown by dunst.').waitFor();
    await driver.closeSettings();
    await driver.syncNow();
    await service.addOrder({ rid: 'mail', name: 'Mail', days: 3 });
    await driver.addOrders(['mail']);
    await untilDisplayed(1);

    await app.close();
    expect(await displayedNotifications()).toBe(1);
    app = await launchNotAfter({ profile });
    driver = await driveWindow(app);
    await driver.untilStatus('Mail', 'critical');
    await snoozeAll(driver);
    await untilDisplayed(0);
    await app.close();
  });
});
