import { beforeAll, describe, expect, test } from 'vitest';
import { launchLived } from '#test/support/e2e/lived.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

describe('orders', () => {
  let service: TestService;
  let driver: WindowDriver;
  /** Of all orders, once the others were added. */
  let total: number;

  beforeAll(async () => {
    const start = await launchLived({ orders: [{ rid: 'first', name: 'First', days: 75 }] });
    ({ service, driver } = start);
    total = Object.keys(start.lived.statuses).length + 8;
    const days = { b: 3, c: 20, d: 40, e: 50, f: 60 } as const;
    for (const [rid, left] of Object.entries(days)) {
      await service.addOrder({ rid, name: `Order ${rid}`, days: left, domains: [`${rid}.example.org`] });
    }
    await service.addOrder({ rid: 'with blank/and?more', name: 'Odd rid', days: 30.5 });
  });

  test('are pasted with any separator; duplicates and blanks are removed, and each result is shown', async () => {
    const { page, t } = driver;
    await driver.button(t('orders.header.add')).click();
    const connection = driver.dialog().getByRole('combobox', { name: t('addOrders.connection') });
    await connection.selectOption({ label: 'Main service' });
    const address = `${service.baseUrl}/open/ssl/latest/f`;
    const pasted = ` b, c;\n\n\td  |  e，b 、 "with blank/and?more"\r\n${address} first .. unknown ,, `;
    await page.getByLabel(t('addOrders.rids'), { exact: true }).fill(pasted);
    const dialog = driver.dialog();
    const preview = [
      t('addOrders.preview.found', { count: 8 }),
      t('addOrders.preview.duplicates', { count: 1 }),
      t('addOrders.preview.refused', { count: 1 }),
    ];
    await dialog.getByText(preview.join(' · ')).waitFor();
    await dialog.getByText(t('addOrders.odd.dotSegment')).waitFor();
    await driver.screenshot('add-preview');

    await driver.button(t('addOrders.submitCount', { count: 8 })).click();
    const failed = t('addOrders.summary.failedOf', { count: 1 });
    const checked = dialog.getByRole('status').filter({ hasText: failed, hasNotText: 'checking' });
    const summary = (await checked.textContent()) ?? '';
    expect(summary).toContain(t('addOrders.summary.added', { count: 7 }));
    expect(summary).toContain(t('addOrders.summary.alreadyThere', { count: 1 }));
    const results = dialog.getByRole('region', { name: t('addOrders.results') }).getByRole('listitem');
    expect(await results.count()).toBe(8);
    await results.filter({ hasText: 'unknown' }).getByText(t('errors.unknownRid.title')).waitFor();
    await results.filter({ hasText: 'First' }).getByText(t('addOrders.result.alreadyThere')).waitFor();
    await results.filter({ hasText: 'Odd rid' }).waitFor();
    await driver.screenshot('add-results');
    await driver.button(t('common.done'), dialog).click();
    await expect.poll(async () => (await driver.names()).length).toBe(total);
    expect(service.requests.some(({ path }) => path.endsWith('/with%20blank%2Fand%3Fmore'))).toBe(true);
  });

  test('are taken from the clipboard with one press, but no secret beside them', async () => {
    const { app, page, t } = driver;
    const password = 'Tr0ub4dor3-x';
    await driver.button(t('orders.header.add')).click();
    const dialog = driver.dialog();
    const copy = (text: string) =>
      app.electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await copy(`me@example.com ${password} k7Qm2VxT B5wXe1Ms\n${service.baseUrl}/open/ssl/latest/f`);
    await driver.button(t('addOrders.copied.paste'), dialog).click();
    await driver.button(t('addOrders.submitCount', { count: 3 }), dialog).waitFor();
    await dialog.getByText(t('addOrders.copied.withheld', { count: 2 })).waitFor();
    expect(await page.locator('body').innerHTML()).not.toContain(password);
    await driver.screenshot('add-from-clipboard');
    // Marked as a secret by the app that copied it.
    await page.evaluate(() => window.notAfter?.calls['app:copySecret']('A1b2C3d4 E5f6G7h8'));
    await driver.button(t('addOrders.copied.paste'), dialog).click();
    await dialog.getByText(t('addOrders.copied.withheld', { count: 1 })).waitFor();
    await driver.button(t('addOrders.submitCount', { count: 3 }), dialog).waitFor();
    await page.keyboard.press('Escape');
    await driver.button(t('common.unsaved.drop')).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('have an alias, and their own name again when it is cleared', async () => {
    const { page, t } = driver;
    await driver.openDetails('Order d');
    await driver.button(t('orders.panel.editAlias')).click();
    const field = page.getByLabel(t('orders.panel.alias'), { exact: true });
    await field.fill('Web shop');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Web shop' }).waitFor();
    expect(await driver.names()).toContain('Web shop');

    await driver.button(t('orders.panel.editAlias')).click();
    await field.fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Order d' }).waitFor();
    await driver.button(t('orders.panel.close')).click();
  });

  test('are removed, and restored with all their data', async () => {
    const { page, t } = driver;
    const before = await driver.orders();
    await driver.select(['Order b', 'Order c']);
    const bar = page.getByRole('region', { name: t('orders.selection.label') });
    await driver.button(t('orders.action.remove'), bar).click();
    await page.getByText(t('orders.removed.many', { count: 2 })).waitFor();
    await expect.poll(async () => (await driver.names()).length).toBe(total - 2);
    await driver.button(t('orders.action.undo')).click();
    await expect.poll(async () => (await driver.names()).length).toBe(total);
    const known = (rows: typeof before) => rows.map(({ source, notAfter }) => ({ source, notAfter }));
    expect(known(await driver.orders())).toEqual(expect.arrayContaining(known(before)));
  });

  test('are found by name, domain and rid, filtered by status and sorted', async () => {
    const { page, t } = driver;
    const search = page.getByRole('searchbox');
    for (const [text, found] of [
      ['firs', ['First']],
      ['f.example.org', ['Order f']],
      ['blank/and', ['Odd rid']],
    ] as const) {
      await search.fill(text);
      await expect.poll(() => driver.names()).toEqual(found);
    }
    await driver.button(t('orders.toolbar.clearSearch')).click();

    const filter = driver.chip('critical', 2);
    await filter.click();
    await expect.poll(() => driver.names()).toEqual(['Payment', 'Order b']);
    await driver.chip('failing', 3).click({ modifiers: ['ControlOrMeta'] });
    const sorted = async () => (await driver.names()).toSorted();
    await expect.poll(sorted).toEqual(['Damaged', 'Order b', 'Payment', 'nobody', 'unknown']);
    await driver.button(`${t('orders.toolbar.all')} ${total}`).click();
    await expect.poll(async () => (await driver.names()).length).toBe(total);

    await page
      .getByRole('columnheader', { name: t('orders.list.order') })
      .getByRole('button')
      .click();
    await expect.poll(async () => (await driver.names())[0]).toBe('Archive');
    await page
      .getByRole('columnheader', { name: t('orders.list.timeLeft') })
      .getByRole('button')
      .click();
    await expect.poll(async () => (await driver.names())[0]).toBe('Gateway');
  });

  test('are selected one by one, as a range and all together', async () => {
    const { page, t } = driver;
    const count = page.getByRole('region', { name: t('orders.selection.label') }).getByRole('status');
    await driver.row('Order c').click({ modifiers: ['ControlOrMeta'] });
    await driver.row('Order e').click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => count.textContent()).toBe(t('orders.selection.count', { count: 2 }));
    await driver.row('Order c').click({ modifiers: ['ControlOrMeta'] });
    await driver.row('Order b').click({ modifiers: ['Shift'] });
    await page.getByRole('checkbox', { name: t('orders.list.selectAll') }).check();
    await expect.poll(() => count.textContent()).toBe(t('orders.selection.count', { count: total }));
    await page.keyboard.press('Escape');
    await count.waitFor({ state: 'detached' });
  });
});
