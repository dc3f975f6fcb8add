import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { takeNotifications, untilDisplayed } from '#test/support/e2e/notifications.ts';
import { startTestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { driveWindow } from '#test/support/e2e/windowDriver.ts';

const because = 'it was not moved to a profile that has lived yet';

describe.each(['en', 'zh_CN'] as const)('a renewal that lost a name, in %s', (language) => {
  test('is not written automatically, and says so until the user accepts it', async () => {
    const service = await startTestService();
    const domains = ['shop.example.com', 'www.shop.example.com'] as const;
    await service.addOrder({ rid: 'shop', name: 'Shop', days: 12, domains });
    const app = await launchNotAfter({ because, language });
    const driver = await driveWindow(app);
    const { t, page } = driver;
    await driver.connect(service);
    const target = await temporaryFolder();
    await driver.select(['Shop']);
    await driver.openSelectionExport();
    await driver.chooseExportPlace('folder', target);
    await driver.untilExported();
    await driver.finishExport();
    const panel = await driver.openDetails('Shop');
    const copies = await driver.openStep('Shop', 'files');
    await copies.getByRole('checkbox', { name: t('copies.keepUpToDate') }).click();
    const written = () => readFile(join(target, 'shop', 'fullchain.pem'), 'utf8');
    const before = await written();
    await takeNotifications();

    await service.renew('shop', { days: 89.5, domains: ['shop.example.com'] });
    await driver.syncNow();
    await driver.untilStatus('Shop', 'needsReview');
    const what = t('faults.title.namesLost', { names: 'www.shop.example.com' });
    expect(await driver.row('Shop').textContent()).toContain(what);
    await panel.getByText(what, { exact: true }).waitFor();
    await copies.getByText(t('copies.held')).waitFor();
    await untilDisplayed(1);
    const [notice] = await takeNotifications();
    expect(notice).toMatchObject({ title: t('notifications.renewedReviewTitle', { title: 'Shop' }) });
    expect(notice?.body).toContain(what);
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
    expect(said.out).toContain('Shop: No longer covers www.shop.example.com.');
    expect(said).toMatchObject({ code: 1 });

    await driver.button(t('orders.accept.names'), panel).click();
    await driver.untilStatus('Shop', 'healthy');
    await expect.poll(written).toBe(service.order('shop').material.certificate);
    await app.close();
  });
});
