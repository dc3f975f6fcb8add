import { expect, test } from 'vitest';
import { launchNotAfter } from '#test/support/e2e/notAfterApp.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const pairs = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

test('a renewal is shown after Sync now, and the previous certificate stays in the history', async () => {
  const service = await startTestService();
  const former = await service.addOrder({ rid: 'shopOrder', name: 'Shop', days: 12 });
  await service.addOrder({ rid: 'blogOrder', name: 'Blog', days: 40 });
  const driver = await driveWindow(await launchNotAfter());
  await driver.connect(service);
  const panel = await driver.openDetails('Shop');
  await panel.getByText('No renewals yet.').waitFor();
  await expect.poll(() => driver.status('Shop')).toBe('expiring');
  // A reload of the page would remove it.
  await driver.page.evaluate(() => {
    document.body.dataset['witness'] = 'here';
  });

  const present = await service.renew('shopOrder', { days: 89.5 });
  await driver.syncNow();

  await driver.untilStatus('Shop', 'healthy');
  expect(await driver.names()).toEqual(['Blog', 'Shop']);
  expect(await driver.row('Shop').textContent()).toContain('89 days');
  const history = panel.getByRole('list').filter({ hasText: /Previous/u });
  const entries = await history.getByRole('listitem').allInnerTexts();
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain('Current');
  expect(entries[0]).toContain(pairs(present.fingerprint256).slice(0, 23));
  expect(entries[1]).toContain('Previous');
  expect(entries[1]).toContain(pairs(former.fingerprint256).slice(0, 23));
  expect(await driver.page.evaluate(() => document.body.dataset['witness'])).toBe('here');
  await driver.app.close();
});
