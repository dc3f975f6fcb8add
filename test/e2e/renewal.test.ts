import { expect, test } from 'vitest';
import { launchLived } from '#test/support/e2e/lived.ts';

const pairs = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

test('a renewal is shown after Sync now, and the previous certificate stays in the history', async () => {
  const { service, driver } = await launchLived();
  const former = service.order('payment');
  const panel = await driver.openDetails('Payment');
  await panel.getByText('No renewals yet.').waitFor();
  await expect.poll(() => driver.status('Payment')).toBe('critical');
  // A reload of the page would remove it.
  await driver.page.evaluate(() => {
    document.body.dataset['witness'] = 'here';
  });

  const present = await service.renew('payment', { days: 89.5 });
  await driver.syncNow();

  await driver.untilStatus('Payment', 'healthy');
  expect(await driver.row('Payment').textContent()).toContain('89 days');
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
