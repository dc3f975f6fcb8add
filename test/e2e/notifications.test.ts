import { beforeAll, describe, expect, test } from 'vitest';
import { untilAllAsked } from '#scripts/demo/windowSteps.ts';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { closeWindow, windowTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import {
  clickNotification,
  displayedNotifications,
  pressNotificationButton,
  takeNotifications,
  untilDisplayed,
} from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { readTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the notifications on the screen, to which other orders could add theirs';

const markup = 'Shop <b>&amp; co';

describe('an order that enters its warning window', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;

  beforeAll(async () => {
    await takeNotifications();
    service = await startTestService();
    await service.addOrder({ rid: 'calmOrder', name: 'Intranet', days: 75 });
    await service.addOrder({ rid: 'dueOrder', name: markup, days: 20 });
    profile = await connectedProfile(service);
    app = await launchNotAfter({ because, profile });
    await untilAllAsked(await app.window());
  });

  test('is announced once in a desktop notification', async () => {
    await untilDisplayed(1);
  });

  test('leaves the app in the tray when the window is closed, says so, and opens in a new window when its notification is clicked', async () => {
    const page = await app.window();
    const closed = page.waitForEvent('close');
    await closeWindow(app.pid);
    await closed;
    await expect.poll(windowTitles).not.toContain('NotAfter');
    // The second one says, once, that the app keeps running.
    await untilDisplayed(2);

    const opened = app.electron.waitForEvent('window');
    await clickNotification();
    await opened;
    const driver = await driveWindow(app);
    await driver.page.getByRole('complementary', { name: markup }).waitFor();
  });

  test('is shown with its markup as text', async () => {
    const [notification, ...more] = await takeNotifications();
    expect(more.map(({ title }) => title)).toEqual(['NotAfter keeps running']);
    expect(notification?.title).toBe(`${markup} expires in 19 days`);
    expect(notification?.shown).toContain('Shop &lt;b&gt;&amp;amp; co');
  });

  test('is combined with others in one notification if many are due, with markup as text', async () => {
    const driver = await driveWindow(app);
    const due = await Promise.all(
      ['<i>one</i>', 'two', 'three', 'four'].map((name, index) =>
        service.addOrder({ rid: `many${index}`, name, days: 3 + index }),
      ),
    );
    await driver.addOrders(due.map(({ rid }) => rid));
    await untilDisplayed(1);
    const [notification, ...more] = await takeNotifications();
    expect(more).toEqual([]);
    expect(notification?.title).toBe('<i>one</i> expires in 2 d 23 h, 3 more');
    expect(notification?.body).toContain('two expires in 3 d 23 h');
  });

  test('is snoozed by the button of its notification', async () => {
    const driver = await driveWindow(app);
    await service.addOrder({ rid: 'mailOrder', name: 'Mail', days: 20 });
    await driver.addOrders(['mailOrder']);
    await untilDisplayed(1);
    await pressNotificationButton(driver.t('notifications.button.snooze'));
    await driver
      .row('Mail')
      .getByRole('img', { name: /^No alerts until/ })
      .waitFor();
    await takeNotifications();
  });

  test('affects nothing around its name in the window, the tray and the notification, if that has direction overrides', async () => {
    const driver = await driveWindow(app);
    await service.addOrder({ rid: 'turnedOrder', name: 'Shop \u202egpj.exe', days: 2.5 });
    await driver.addOrders(['turnedOrder']);
    await untilDisplayed(1);
    const [notification] = await takeNotifications();
    expect(notification?.title).toBe('Shop gpj.exe expires in 2 d 11 h');
    await expect
      .poll(async () => (await readTray(app.pid))?.tooltip)
      .toContain('First: Shop gpj.exe – expires in 2 d 11 h');
    expect(await driver.page.locator('body').textContent()).not.toContain('\u202e');
    await driver.openDetails('Shop gpj.exe');
    expect(await driver.page.locator('body').textContent()).not.toContain('\u202e');
    await driver.screenshot('turned-name');
  });

  test('is not announced again after a restart', async () => {
    await app.close();
    app = await launchNotAfter({ profile });
    const driver = await driveWindow(app);
    await driver.untilStatus(markup, 'expiring');
    await driver.syncNow();
    await service.addOrder({ rid: 'lateOrder', name: 'Late', days: 10 });
    await driver.addOrders(['lateOrder']);
    // A later alert was shown, so an earlier one would have been shown too.
    await expect.poll(displayedNotifications, { timeout: 10_000 }).toBeGreaterThan(0);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Late expires in 9 d 23 h']);
    await app.close();
  });
});
