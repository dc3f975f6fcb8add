import { beforeAll, describe, expect, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { isFocused } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import {
  displayedNotifications,
  takeNotifications,
  untilDisplayed,
} from '#test/support/e2e/notifications.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'its banner tells of one connection, and a profile that has lived has a rejected one';

const identities = (orders: readonly OrderRow[]) =>
  orders.map(({ id, source, alias, fingerprint256 }) => ({ id, source, alias, fingerprint256 }));

describe('a token that is revoked while the app runs', () => {
  let service: TestService;
  let driver: WindowDriver;
  let before: readonly OrderRow[];

  beforeAll(async () => {
    await takeNotifications();
    service = await startTestService();
    await service.addOrder({ rid: 'intranetOrder', name: 'Intranet', days: 75 });
    await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 80 });
    driver = await driveWindow(await launchNotAfter({ because }));
    await driver.connect(service);
    before = await driver.orders();
  });

  test('is shown in a banner, in every row and once in a notification', async () => {
    service.revokeToken(service.token);
    await driver.syncButton().click();
    await driver.untilStatus('Intranet', 'rejected');
    await driver.untilStatus('Shop', 'rejected');
    await driver.page.getByRole('alert').getByText('Main service rejects the access token (401)').waitFor();
    await untilDisplayed(1);
    expect((await takeNotifications()).map(({ title, body }) => [title, body])).toEqual([
      ['Main service: access token rejected', 'Replace the token: until then its 2 orders are not checked.'],
    ]);
  });

  test('stops polling: Sync now sends nothing and shows nothing more', async () => {
    service.clearRequests();
    await driver.syncButton().click();
    // This snapshot is read after the sync, and lists every order that is being polled.
    expect((await snapshotOf(driver.page)).polling).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(await displayedNotifications()).toBe(0);
  });

  test('leads to the same dialog from the details and from the connection', async () => {
    const { page, t } = driver;
    const title = t('connections.replace.title.replace', { connection: 'Main service' });
    const dialog = page.getByRole('dialog', { name: title });
    const panel = await driver.openDetails('Intranet');
    await driver.button(t('helpful.replaceToken'), panel).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const settings = await driver.openConnections();
    await driver.button(t('connections.tokenState.replace'), settings).click();
    await dialog.waitFor();
    await driver.screenshot('token-dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await driver.closeSettings();
  });

  test('is replaced from the banner, and the orders are healthy again and unchanged', async () => {
    const { page, t } = driver;
    await driver.button('Replace token').click();
    const dialog = driver.dialog();
    const field = dialog.getByLabel('New access token', { exact: true });
    await expect.poll(() => isFocused(field)).toBe(true);
    // A token that the service rejects is not stored.
    await field.fill('revoked');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await driver.screenshot('token-rejected-again');
    const token = service.addToken();
    await field.fill(token);
    await page.keyboard.press('Enter');
    await page.getByText(t('connections.replace.works'), { exact: true }).waitFor();
    await page.getByText(t('connections.replace.checked', { count: 2 })).waitFor();
    await driver.screenshot('token-works');
    expect(await page.locator('body').innerHTML()).not.toContain(token);
    await driver.untilStatus('Intranet', 'healthy');
    await driver.untilStatus('Shop', 'healthy');
    expect(await driver.page.getByRole('alert').count()).toBe(0);
    expect(identities(await driver.orders())).toEqual(identities(before));
    await driver.app.close();
  });
});
