import { beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { keyringSecret } from '#test/support/e2e/desktopControl.ts';
import { launchLived, startLived } from '#test/support/e2e/lived.ts';
import type { LivedProfile } from '#test/support/e2e/livedProfile.ts';
import type { NotAfter } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import { filesHolding } from '#test/support/e2e/traces.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('after a restart', () => {
  let service: TestService;
  let lived: LivedProfile;
  let app: NotAfter;
  let driver: WindowDriver;

  beforeAll(async () => {
    ({ lived, service, app, driver } = await launchLived({
      orders: [
        { rid: 'intranetOrder', name: 'Calm', days: 75 },
        { rid: 'shopOrder', name: 'Store', days: 40 },
      ],
    }));
  });

  const restart = async () => {
    ({ app, driver } = await startLived(lived));
  };

  test('the token is in the keyring, and in no file of the app', async () => {
    const { connections } = await snapshotOf(driver.page);
    const connection = connections.find(({ name }) => name === 'Main service');
    expect(connection?.token).toEqual({ kind: 'keychain' });
    const stored = await keyringSecret(`token:${connection?.id}`);
    expect(stored?.split(' ').at(-1)).toBe(service.token);
    expect(await filesHolding(lived.profile, [service.token])).toEqual([]);
  });

  test('orders, aliases, history and settings are shown before the service answers', async () => {
    const panel = await driver.openDetails('Store');
    await driver.button('Edit the name', panel).click();
    await panel.getByLabel('Name in NotAfter').fill('Web shop');
    await driver.button('Save', panel).click();
    await driver.row('Web shop').waitFor();
    await service.renew('shopOrder', { days: 20 });
    await driver.syncNow();
    await driver.openSettings('alerts');
    await driver.page.getByRole('group', { name: 'Warning' }).getByLabel('Days before expiry').fill('25');
    await driver.openSettings('general');
    await driver.page.getByLabel('Theme').selectOption({ label: 'Dark' });
    await driver.closeSettings();
    await driver.page.locator('[data-theme="dark"]').waitFor();
    await app.close();

    service.setLatency(20_000);
    await restart();
    await expect.poll(() => driver.names()).toEqual(expect.arrayContaining(['Web shop', 'Calm', 'Shop']));
    await expect.poll(() => driver.status('Web shop')).toBe('healthy');
    const { settings } = await snapshotOf(driver.page);
    expect(settings.warningDays).toBe(25);
    const tokens = async () => {
      const { connections } = await snapshotOf(driver.page);
      return connections.map(({ name, token }) => [name, token.kind]);
    };
    // The keyring of a busy computer may answer late; what it did not give is read again with the next poll.
    await expect.poll(tokens, { timeout: 30_000 }).toEqual([
      ['Branch office', 'keychain'],
      ['Main service', 'keychain'],
      ['Old service', 'keychain'],
    ]);
    expect(await driver.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    const again = await driver.openDetails('Web shop');
    await again.getByText('Previous', { exact: true }).waitFor();
  });

  test('everything confirmed is there although the app was killed right after', async () => {
    service.setLatency(0);
    await app.close();
    await restart();
    const renewed = await service.renew('intranetOrder', { days: 88 });
    await driver.syncButton().click();
    await expect
      .poll(async () => (await driver.orders()).map(({ fingerprint256 }) => fingerprint256), { interval: 5 })
      .toContain(renewed.fingerprint256);
    await app.kill();

    service.setLatency(20_000);
    await restart();
    const orders = await driver.orders();
    expect(orders).toHaveLength(Object.keys(lived.statuses).length + 2);
    expect(orders.find((order) => serviceKey(order) === 'intranetOrder')?.fingerprint256).toBe(
      renewed.fingerprint256,
    );
    const panel = await driver.openDetails('Calm');
    await panel.getByText('Previous', { exact: true }).waitFor();
    service.setLatency(0);
    await app.close();
  });
});
