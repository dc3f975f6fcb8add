import { beforeAll, describe, expect, test } from 'vitest';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it counts the notifications on the screen, to which other orders could add theirs';

/** Of the United States, in the system's zone. */
const dayOf = (instant: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(instant);

describe('the app on a system with the formats of the United States', () => {
  let service: TestService;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    await takeNotifications();
    service = await startTestService();
    await service.addOrder({ rid: 'due', name: 'Due', days: 20 });
    app = await launchNotAfter({ because, env: { LC_TIME: 'en_US.UTF-8' } });
    driver = await driveWindow(app);
    await driver.connect(service);
  });

  const notAfter = async () => (await driver.orders())[0]?.notAfter ?? 0;

  test('shows the day of an order in their form', async () => {
    await driver
      .row('Due')
      .getByText(dayOf(await notAfter()), { exact: true })
      .waitFor();
    await driver.screenshot('united-states');
  });

  test('and in a notification', async () => {
    await untilDisplayed(1);
    const [notification] = await takeNotifications();
    expect(notification?.shown).toContain(`Valid until ${dayOf(await notAfter())}.`);
  });

  test.each([
    ['LC_TIME', { LC_TIME: 'en_US.UTF-8' }, /^Due .*valid until [A-Z]\w+ \d+, \d{4}$/mu],
    [
      'LC_ALL before it',
      { LC_TIME: 'en_US.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      /valid until \d+ [A-Z]\w+ \d{4}$/mu,
    ],
    ['nothing that is a locale', { LC_ALL: '../<b>' }, /valid until \d+ [A-Z]\w+ \d{4}$/mu],
  ])('a terminal has its own: %s', async (_, env, line) => {
    await service.renew('due', { days: 20 });
    const { out } = await runCommandLine(app, ['sync'], { env });
    expect(out).toMatch(line);
  });
});
