import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the alerts of each day, among which other orders would have theirs';

/** Longer than the app needs from an answer of the service to a notification. */
const QUIET_MS = 800;

/**
 * Moves the app's clock, checks all orders and returns the titles of the new notifications.
 * @param count expected notifications; no more may come
 */
async function titlesAt(
  app: NotAfter,
  driver: WindowDriver,
  offset: string,
  count: number,
): Promise<readonly string[]> {
  await app.clock.move(offset);
  await driver.syncNow();
  if (count > 0) await untilDisplayed(count);
  await wait(QUIET_MS);
  return (await takeNotifications()).map(({ title }) => title);
}

describe('alerts', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    await takeNotifications();
    // Days pass for the app alone, and the service does not object.
    service = await startTestService({ saysTime: false });
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 31.5 });
    profile = await temporaryFolder();
    await launch();
    await driver.connect(service);
  });

  async function launch(): Promise<void> {
    app = await launchNotAfter({ because, profile, movableClock: true });
    driver = await driveWindow(app);
  }

  const notifiedAt = (offset: string, count = 0) => titlesAt(app, driver, offset, count);

  test('are shown once at each threshold, like the status in the list', async () => {
    await driver.untilStatus('Shop', 'healthy');
    expect(await notifiedAt('+0d')).toEqual([]);
    expect(await notifiedAt('+2d', 1)).toEqual([expect.stringMatching(/^Shop expires in (28|29|30) days$/)]);
    expect(await notifiedAt('+3d')).toEqual([]);
    await driver.untilStatus('Shop', 'expiring');
    expect(await driver.row('Shop').textContent()).toMatch(/2[78] days/u);
    expect(await notifiedAt('+18d', 1)).toEqual([
      expect.stringMatching(/^Shop expires in 1[34] (days|d \d+ h)$/),
    ]);
  });

  test('are combined if there are many', async () => {
    for (const count of [1, 2, 3, 4])
      await service.addOrder({ rid: `many${count}`, name: `Many ${count}`, days: 47 });
    await driver.addOrders(['many1', 'many2', 'many3', 'many4']);
    await untilDisplayed(1);
    const [notification, ...more] = await takeNotifications();
    expect(more).toEqual([]);
    expect(notification?.title).toMatch(/^Many \d expires in 2[89] days, 3 more$/);
  });

  test('announce renewals in one notification with the new expiry', async () => {
    await service.renew('many1', { days: 120 });
    await driver.syncNow();
    await untilDisplayed(1);
    const [notification] = await takeNotifications();
    expect(notification?.title).toBe('Many 1 was renewed');
    expect(notification?.body).toContain('Valid until');
  });

  test('are shown once across a restart, a clock that is set back and days of sleep', async () => {
    await app.close();
    await launch();
    expect(await notifiedAt('+0d')).toEqual([]);
    expect(await notifiedAt('+19d')).toEqual([]);
    expect(await notifiedAt('+25d', 1)).toEqual([expect.stringMatching(/^Shop expires in [567] d \d+ h$/)]);
    expect(await notifiedAt('+31d', 1)).toEqual([expect.stringMatching(/^Shop expires in \d+ h \d+ min$/)]);
    expect(await notifiedAt('+32d', 1)).toEqual(['Shop has expired']);
    expect(await notifiedAt('+32.4d')).toEqual([]);
  });
});

describe('snooze and pause', () => {
  let service: TestService;
  let profile: string;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    await takeNotifications();
    // Days pass for the app alone, and the service does not object.
    service = await startTestService({ saysTime: false });
    await service.addOrder({ rid: 'mail', name: 'Mail', days: 20 });
    profile = await temporaryFolder();
    app = await launchNotAfter({ because, profile, movableClock: true });
    driver = await driveWindow(app);
    await driver.connect(service);
    await untilDisplayed(1);
    await takeNotifications();
  });

  const notifiedAt = (offset: string, count = 0) => titlesAt(app, driver, offset, count);

  const mark = () => driver.row('Mail').getByRole('img', { name: /^No alerts until/ });

  test('snoozes selected orders for a week, and notifies once afterwards', async () => {
    const { t, page } = driver;
    await driver.select(['Mail']);
    const bar = page.getByRole('region', { name: t('orders.selection.label') });
    await driver.button(t('orders.action.snooze'), bar).click();
    await page.getByRole('menuitem', { name: t('verbs.snoozeWeek') }).click();
    await mark().waitFor();
    await driver.button(t('orders.selection.clear')).click();
    expect(await notifiedAt('+6d')).toEqual([]);
    expect(await notifiedAt('+6.9d')).toEqual([]);
    expect(await notifiedAt('+7.5d', 1)).toEqual([expect.stringMatching(/^Mail expires in 1[123] d \d+ h$/)]);
    expect(await mark().count()).toBe(0);
  });

  test('ends a snooze from the toast and from the panel', async () => {
    const { t, page } = driver;
    await driver.button(t('orders.list.more', { name: 'Mail' })).click();
    await page.getByRole('menuitem', { name: t('verbs.snoozeDay') }).click();
    await mark().waitFor();
    await driver.button(t('orders.action.undo')).first().click();
    await mark().waitFor({ state: 'detached' });
    const panel = await driver.openDetails('Mail');
    await driver.button(t('orders.action.snooze'), panel).click();
    await page.getByRole('menuitem', { name: t('verbs.snoozeWeek') }).click();
    await driver.button(t('orders.snooze.end'), panel).click();
    await mark().waitFor({ state: 'detached' });
  });

  test('snoozes until renewed, pauses all alerts, keeps both over a restart, and notifies what is due in the end', async () => {
    const { t, page } = driver;
    const panel = page.getByRole('complementary', { name: 'Mail' });
    await driver.button(t('orders.action.snooze'), panel).click();
    await page.getByRole('menuitem', { name: t('verbs.snoozeRenewal') }).click();
    await panel.getByText(/^No alerts until .+, when it is critical$/).waitFor();
    const settings = await driver.openSettings('alerts');
    await driver.button(t('settings.pause.action'), settings).click();
    await page.getByRole('menuitem', { name: t('settings.pause.span.resumed') }).click();
    await driver.button(t('settings.pause.resume'), settings).waitFor();
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual([
      t('notifications.silenced.title'),
    ]);
    await driver.closeSettings();
    await page
      .getByRole('status')
      .filter({ hasText: t('settings.pause.title') })
      .waitFor();

    await app.close();
    app = await launchNotAfter({ because, profile, movableClock: true });
    driver = await driveWindow(app);
    await mark().waitFor();
    await service.addOrder({ rid: 'late', name: 'Late', days: 10 });
    await driver.addOrders(['late']);
    expect(await notifiedAt('+12d')).toEqual([]);

    await driver.button(driver.t('settings.pause.resume')).click();
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Late has expired']);
    expect(await driver.button(driver.t('settings.pause.resume')).count()).toBe(0);

    await service.renew('mail', { days: 120 });
    expect(await notifiedAt('+12.5d', 1)).toEqual(['Mail was renewed']);
    expect(await mark().count()).toBe(0);
  });
});

test('a renewal found by a command is notified once, when the app runs again', async () => {
  await takeNotifications();
  const service = await startTestService();
  await service.addOrder({ rid: 'intranet', name: 'Intranet', days: 60 });
  const profile = await connectedProfile(service);
  expect(await runCommandLine({ profile }, ['sync'])).toMatchObject({ code: 0 });

  await service.renew('intranet', { days: 89 });
  expect(await runCommandLine({ profile }, ['sync'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 renewed'),
  });
  expect(await takeNotifications()).toEqual([]);

  const second = await launchNotAfter({ profile });
  await untilDisplayed(1);
  expect((await takeNotifications()).map(({ title }) => title)).toEqual(['Intranet was renewed']);
  await second.close();

  const third = await launchNotAfter({ profile });
  const driver = await driveWindow(third);
  await driver.untilStatus('Intranet', 'healthy');
  await service.addOrder({ rid: 'late', name: 'Late', days: 10 });
  await driver.addOrders(['late']);
  // A later alert was shown, so another one of the renewal would have been shown too.
  await untilDisplayed(1);
  expect((await takeNotifications()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Late expires in 9 d 23 h$/),
  ]);
  await third.close();
});
