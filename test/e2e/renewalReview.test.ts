import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilNotified } from '#test/support/e2e/notifications.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';

describe.each(['en', 'zh_CN'] as const)('a renewal that lost a name, in %s', (language) => {
  test('is not written automatically, and says so until the user accepts it', async () => {
    const domains = ['store.example.com', 'www.store.example.com'] as const;
    const orders = [{ rid: 'store', name: 'Store', days: 12, domains }];
    const { service, app, driver } = await launchLived({ language, orders });
    const { t, page } = driver;
    const target = await temporaryFolder();
    await driver.select(['Store']);
    await driver.openSelectionExport();
    await driver.chooseExportPlace('folder', target);
    await driver.untilExported();
    await driver.finishExport();
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
      await driver.screenshot(`review-${language}-${colorScheme}`);
    }
    await expectNoBarriers(page);

    await driver.button(t('copies.refresh'), copies).click();
    await page.getByRole('dialog').getByText(what).waitFor();
    await driver.screenshot(`review-copy-${language}`);
    await driver.button(t('common.cancel'), page.getByRole('dialog')).click();
    expect(await written()).toBe(before);

    const said = await runCommandLine(app, ['status', '--fail-within', '7d']);
    expect(said.out).toContain('Store: No longer covers www.store.example.com.');
    // Other orders are past that.
    expect(said).toMatchObject({ code: 2 });

    await driver.button(t('orders.accept.names'), panel).click();
    await driver.untilStatus('Store', 'healthy');
    await expect.poll(written).toBe(service.order('store').material.certificate);
    await app.close();
  });
});
