import { expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { closeWindow } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { canHaveZone, ownZone } from '#test/support/e2e/ownZone.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { readTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';
import { noMounts } from '#test/support/mounts.ts';
import { clickTray } from '#test/support/trayMenu.ts';

const because = 'it counts the notifications on the screen, to which other orders could add theirs';

/** Twenty-five hours apart, so that every instant has another day and another hour in each. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

const dayIn = (timeZone: string, instant: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(instant);
const timeIn = (timeZone: string, instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(instant);

test(
  'window, tray and notifications follow the time zone of a computer that travels',
  needs(canHaveZone, noMounts),
  async () => {
    await takeNotifications();
    const service = await startTestService();
    await service.addOrder({ rid: 'harbour', name: 'Harbour', days: 75 });
    const computer = await ownZone(east);
    const app = await launchNotAfter({
      because,
      electronFolder: computer.electronFolder,
      env: { TZ: undefined },
    });
    const driver = await driveWindow(app);
    const { t, page } = driver;
    await driver.connect(service);
    const { notAfter } = (await driver.orders())[0] ?? {};
    const untilDay = (zone: string) =>
      driver
        .row('Harbour')
        .getByText(dayIn(zone, notAfter ?? 0), { exact: true })
        .waitFor();
    await untilDay(east);
    await clickTray(app.pid, t('settings.pause.span.hour'), t('tray.pauseAlerts'));
    const untilPausedAt = async (zone: string) => {
      const paused = async () => (await snapshotOf(page)).alertPause?.until ?? 0;
      await expect.poll(paused).toBeGreaterThan(0);
      const labels = async () => (await readTray(app.pid))?.menu.map(({ label }) => label).join('\n');
      await expect.poll(labels).toContain(timeIn(zone, await paused()));
    };
    await untilPausedAt(east);
    // That notifications are paused is said by one.
    await untilDisplayed(1);
    await takeNotifications();
    await driver.screenshot('zone-east');

    await computer.move(west);
    await untilDay(west);
    await untilPausedAt(west);
    await driver.screenshot('zone-west');
    const resume = (await readTray(app.pid))?.menu.find(({ label }) =>
      label.includes(t('tray.resumeAlerts')),
    );
    await clickTray(app.pid, resume?.label ?? '');
    await service.addOrder({ rid: 'quay', name: 'Quay', days: 20 });
    await driver.addOrders(['quay']);
    await untilDisplayed(1);
    const due = (await driver.orders()).find(({ notAfter: end }) => end !== notAfter)?.notAfter ?? 0;
    expect((await takeNotifications()).map(({ body }) => body)).toEqual([
      expect.stringContaining(`Valid until ${dayIn(west, due)}.`),
    ]);

    // Main follows without a window, too, and the next window begins where main is.
    const closed = page.waitForEvent('close');
    await closeWindow(app.pid);
    await closed;
    await computer.move(east);
    await app.electron.evaluate(({ app: own }) => own.emit('activate'));
    const next = await driveWindow(app);
    await next.row('Quay').getByText(dayIn(east, due), { exact: true }).waitFor();
    await app.close();
  },
);
