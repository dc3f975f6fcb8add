import { expect, test } from 'vitest';
import { closeWindow } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import {
  clickNotification,
  pressNotificationButton,
  takeNotifications,
  untilDisplayed,
} from '#test/support/e2e/notifications.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the notifications on the screen, to which other orders could add theirs';

test('the button of a notification snoozes its order, and a click shows it in a new window', async () => {
  await takeNotifications();
  const service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 20 });
  const app = await launchNotAfter({ because });
  const driver = await driveWindow(app);
  const { t, page } = driver;
  await driver.connect(service);
  await untilDisplayed(1);
  await pressNotificationButton(t('notifications.button.snooze'));
  const mark = driver.row('Shop').getByRole('img', { name: /^No alerts until/ });
  await mark.waitFor();
  await takeNotifications();

  await service.addOrder({ rid: 'mail', name: '<b>Mail</b> & co', days: 20 });
  await driver.addOrders(['mail']);
  await untilDisplayed(1);
  const closed = page.waitForEvent('close');
  await closeWindow(app.pid);
  await closed;
  // The second one says that the app keeps running; the first one has the buttons.
  await untilDisplayed(2);
  const opened = app.electron.waitForEvent('window');
  await clickNotification();
  await opened;
  const next = await driveWindow(app);
  await next.page.getByRole('complementary', { name: '<b>Mail</b> & co' }).waitFor();
  const seen = await takeNotifications();
  expect(seen.map(({ title }) => title)).toEqual([
    '<b>Mail</b> & co expires in 19 days',
    'NotAfter keeps running',
  ]);
  expect(seen[0]?.shown).toContain('&lt;b&gt;Mail&lt;/b&gt; &amp; co');
});
