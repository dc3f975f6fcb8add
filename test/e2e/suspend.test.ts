import { expect, onTestFinished, test } from 'vitest';
import { connectedProfile } from '#test/support/e2e/connectedProfile.ts';
import { movableClock } from '#test/support/e2e/movableClock.ts';
import { pictureOfScreen } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { readTray, untilTray } from '#test/support/e2e/trayItem.ts';
import { startUndriven } from '#test/support/e2e/undrivenApp.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { FakeLogind } from '#test/support/fakeLogind.ts';

const because = 'it counts the alerts of the days asleep, among which other orders would have theirs';

/** Longer than the app waits for polls after a sleep. */
const WITHIN = { timeout: 90_000, interval: 300 };

test('after a sleep of six days each alert comes once, nothing is lost, and the times left are right', {
  timeout: 300_000,
}, async () => {
  await takeNotifications();
  const logind = await FakeLogind.start(process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '');
  onTestFinished(() => logind.stop());
  // Days pass for the app alone.
  const service = await startTestService({ saysTime: false });
  await service.addOrder({ rid: 'soon', name: 'Soon', days: 32.5 });
  await service.addOrder({ rid: 'short', name: 'Short', days: 5.5 });
  await service.addOrder({ rid: 'renewed', name: 'Renewed', days: 33.5 });
  await service.addOrder({ rid: 'calm', name: 'Calm', days: 75.5 });
  const profile = await connectedProfile(service);
  const clock = await movableClock(await temporaryFolder());
  // A driver loses a page that sleeps.
  const app = startUndriven({ profile, env: clock.env });
  await untilTray(app.pid);
  await untilDisplayed(1);
  expect((await takeNotifications()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Short expires in 5 d/u),
  ]);
  const table = async () =>
    (await runCommandLine({ profile }, ['status'], { env: clock.env })).out.replaceAll(/ +/gu, ' ');
  logind.sleep();
  await clock.move('+6d');
  await service.renew('renewed', { days: 96.5 });
  logind.wake();

  const after =
    /Short.*Expired.*Soon.*Expiring.*26 days.*Calm.*Healthy.*69 days.*Renewed.*Healthy.*90 days/su;
  await expect.poll(table, WITHIN).toMatch(after);
  await untilDisplayed(3);
  await expect
    .poll(async () => (await readTray(app.pid))?.tooltip, WITHIN)
    .toContain('1 order needs attention');
  await pictureOfScreen('after-sleep');
  const alerts = ['Renewed was renewed', 'Short has expired', 'Soon expires in 26 days'];
  expect((await takeNotifications()).map(({ title }) => title).sort()).toEqual(alerts);

  // A short sleep, and another start, repeat nothing.
  logind.sleep();
  logind.wake();
  expect(await runCommandLine({ profile }, ['sync'], { env: clock.env })).toMatchObject({ code: 0, err: '' });
  expect(await table()).toMatch(after);
  process.kill(app.pid, 'SIGTERM');
  await app.ended;
  const next = await launchNotAfter({ because, profile, env: clock.env });
  const driver = await driveWindow(next);
  await driver.untilStatus('Short', 'expired');
  await driver.syncNow();
  expect(await driver.names()).toHaveLength(4);
  await next.close();
  expect(await takeNotifications()).toEqual([]);
});
