import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilNotified } from '#test/support/e2e/notifications.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let app: NotAfter;
let driver: WindowDriver;

beforeAll(async () => {
  const domains = ['store.example.com', 'www.store.example.com'] as const;
  const orders = [{ rid: 'store', name: 'Store', days: 12, domains }];
  ({ service, app, driver } = await launchLived({ orders }));
});

const pairs = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

test('a renewal is shown after Sync now, and the previous certificate stays in the history', async () => {
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
});

test('a renewal that lost a name is not written automatically, and says so until the user accepts it', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  await driver.exportInto(target, ['Store']);
  const panel = await driver.openDetails('Store');
  const copies = await driver.openStep('Store', 'files');
  await copies.getByRole('checkbox', { name: t('copies.keepUpToDate') }).click();
  const written = () => readFile(join(target, 'store', 'fullchain.pem'), 'utf8');
  const before = await written();
  await takeNotifications();

  await service.renew('store', { days: 89.5, domains: ['store.example.com'] });
  await driver.syncNow();
  await driver.untilStatus('Store', 'needsReview');
  const what = t('faults.title.namesLost', { names: 'www.store.example.com' });
  expect(await driver.row('Store').textContent()).toContain(what);
  await panel.getByText(what, { exact: true }).waitFor();
  await copies.getByText(t('copies.held')).waitFor();
  const notice = await untilNotified(t('notifications.renewedReviewTitle', { title: 'Store' }));
  expect(notice.body).toContain(what);
  expect(await written()).toBe(before);
  await panel.getByRole('heading', { name: t('orders.panel.findings') }).scrollIntoViewIfNeeded();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await driver.screenshot(`review-${colorScheme}`);
  }
  await expectNoBarriers(page);

  await driver.button(t('copies.refresh'), copies).click();
  await page.getByRole('dialog').getByText(what).waitFor();
  await driver.screenshot('review-copy');
  await driver.button(t('common.cancel'), page.getByRole('dialog')).click();
  expect(await written()).toBe(before);

  const said = await runCommandLine(app, ['status', '--fail-within', '7d']);
  expect(said.out).toContain('Store: No longer covers www.store.example.com.');
  // Other orders are past that.
  expect(said).toMatchObject({ code: 2 });

  await driver.button(t('orders.accept.names'), panel).click();
  await driver.untilStatus('Store', 'healthy');
  await expect.poll(written).toBe(service.order('store').material.certificate);
});
