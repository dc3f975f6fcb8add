import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import type { ProbeStatus } from '#shared/domain/deploymentStatus.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused, tabTo } from '#test/support/e2e/keyboardControl.ts';
import { launchNotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let driver: WindowDriver;
/** Serves the files of its last load, like a web server until its reload. */
let server: Server;
let place: string;

beforeAll(async () => {
  service = await startTestService();
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 12, domains: ['shop.example.com'] });
  await service.addOrder({
    rid: 'mail',
    name: 'Mail',
    days: 70,
    domains: ['smtp.mail.invalid', '*.mail.invalid'],
  });
  server = createServer(present());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  driver = await driveWindow(await launchNotAfter());
  await driver.connect(service);
});

afterAll(() => {
  server.close();
});

/** The service's current leaf with its chain, and the key. */
function present() {
  const { certificate, key } = service.order('shop').material;
  return { cert: certificate, key };
}

/** The section of copies and endpoints in the panel of an order. */
async function section(name: string): Promise<Locator> {
  const panel = await driver.openDetails(name);
  return panel.getByRole('region', { name: driver.t('places.title') });
}

async function until(places: Locator, verdict: ProbeStatus): Promise<void> {
  await places
    .getByRole('listitem')
    .getByText(driver.t(`places.verdict.${verdict}`), { exact: true })
    .first()
    .waitFor();
}

test('an endpoint is added by keyboard, and is found deployed', async () => {
  const { t, page } = driver;
  const places = await section('Shop');
  await places.getByText(t('places.empty.why')).waitFor();
  await driver.screenshot('places-none');
  const other = driver.button(t('places.empty.other'), places);
  await driver.button(t('orders.panel.close')).focus();
  await tabTo(page, other);
  await page.keyboard.press('Enter');
  const address = driver.dialog().getByLabel(t('places.form.address'), { exact: true });
  await expect.poll(() => isFocused(address)).toBe(true);

  await page.keyboard.type('*.example.com');
  await page.keyboard.press('Enter');
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
  expect(await isFocused(address)).toBe(true);
  await expectNoBarriers(page);

  await page.keyboard.press('Control+A');
  await page.keyboard.type(`https://${place}/login?next=1`);
  await tabTo(page, driver.button(t('places.form.advanced'), driver.dialog()));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('shop.example.com');
  await driver.screenshot('places-form');
  await page.keyboard.press('Enter');
  await driver.dialog().waitFor({ state: 'detached' });
  await until(places, 'current');
  expect(await places.textContent()).toContain(t('places.endpoint.asksFor', { name: 'shop.example.com' }));
  // The button that opened the form is gone.
  await expect
    .poll(() => isFocused(driver.button(t('places.endpoint.checkNow', { place }), places)))
    .toBe(true);
});

test('an order whose renewal is overdue is found', async () => {
  const { t, page } = driver;
  const filter = page.getByRole('button', { name: new RegExp(`^${t('places.filter.overdue')}`, 'u') });
  await filter.click();
  await expect.poll(() => driver.names()).toEqual(['Shop']);
  expect(await driver.row('Shop').textContent()).toMatch(/renewal overdue by \d+ days/u);
  await driver.screenshot('places-overdue');
  await filter.click();
  await expect.poll(() => driver.names()).toHaveLength(2);
});

test('a server that still serves the old certificate is found and explained after a renewal', async () => {
  const { t, page } = driver;
  const places = await section('Shop');
  await service.renew('shop', { days: 89.5 });
  await driver.syncNow();
  await until(places, 'stale');
  const clause = t('places.said.server.stale');
  await places.getByText(clause).waitFor();
  expect(await places.textContent()).toContain(t('places.next.export'));
  await driver
    .row('Shop')
    .getByRole('img', { name: new RegExp(clause, 'iu') })
    .waitFor();
  await driver.screenshot('places-stale');
  await page.getByRole('button', { name: new RegExp(`^${t('places.filter.overdue')}`, 'u') }).waitFor({
    state: 'detached',
  });
  await expectNoBarriers(page);

  const filter = page.getByRole('button', { name: new RegExp(`^${t('places.filter.drifted')}`, 'u') });
  await filter.click();
  await expect.poll(() => driver.names()).toEqual(['Shop']);
  await driver.button(t('orders.empty.showAll')).waitFor({ state: 'detached' });
  await filter.click();
  await expect.poll(() => driver.names()).toHaveLength(2);
});

test('after the server has the new certificate, a check finds it deployed', async () => {
  const { t } = driver;
  const places = await section('Shop');
  server.setSecureContext(present());
  await driver.button(t('places.endpoint.checkNow', { place }), places).click();
  await until(places, 'current');
  await places.getByText(/serves the present certificate/u).waitFor();
  await driver.screenshot('places-in-step');
});

test('an incomplete served chain is shown as its own problem', async () => {
  const { t, page } = driver;
  const places = await section('Shop');
  const { cert, key } = present();
  const [leaf = ''] = cert.split(/(?<=-----END CERTIFICATE-----\n)/u);
  server.setSecureContext({ cert: leaf, key });
  await driver.button(t('places.endpoint.checkNow', { place }), places).click();
  await until(places, 'misconfigured');
  await places.getByText(t('places.finding.chainIncomplete.todo')).waitFor();
  await driver.screenshot('places-faulty');
  await expectNoBarriers(page);
});

test('a removed endpoint is restored with its results', async () => {
  const { t, page } = driver;
  const places = await section('Shop');
  await driver.button(t('places.endpoint.more', { place }), places).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('places.endpoint.remove') }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(t('places.endpoint.removed', { place })).waitFor();
  await places.getByText(t('places.empty.why')).waitFor();
  const chip = driver.button(t('places.suggestion.add', { place: 'shop.example.com' }), places);
  await expect.poll(() => isFocused(chip)).toBe(true);
  await driver.button(t('orders.action.undo')).click();
  await until(places, 'misconfigured');
});

test('accepting a suggestion moves the focus to the new endpoint', async () => {
  const { t, page } = driver;
  const places = await section('Mail');
  const protocol = t('places.protocol.smtp');
  await driver
    .button(t('places.suggestion.addBy', { place: 'smtp.mail.invalid:587', protocol }), places)
    .focus();
  await page.keyboard.press('Enter');
  const check = t('places.endpoint.checkNow', { place: 'smtp.mail.invalid:587' });
  await expect.poll(() => isFocused(driver.button(check, places))).toBe(true);
});

test('suggested endpoints are added for several orders at once, with a reason for each failure', async () => {
  const { t, page } = driver;
  await driver.select(['Shop', 'Mail']);
  await driver.button(t('places.bulk.open')).click();
  await driver
    .dialog()
    .getByText(t('places.bulk.wildcards', { count: 1 }))
    .waitFor();
  await expectNoBarriers(page);
  await driver
    .dialog()
    .getByText(t('places.bulk.known', { count: 1 }))
    .waitFor();
  await driver.button(t('places.bulk.confirm', { count: 1 }), driver.dialog()).click();
  await page.getByText(t('places.bulk.done', { count: 1 })).waitFor();
  await driver.button(t('orders.selection.clear')).click();
  const places = await section('Mail');
  await places.getByText('smtp.mail.invalid:587').waitFor();
  await places
    .getByText(t('places.verdict.unreachable'))
    .or(places.getByText(/\(ENOTFOUND\)|\(EAI_AGAIN\)/u))
    .first()
    .waitFor();
});

test('the line of a copy opens it, and forgetting a copy keeps the focus near', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  await driver.select(['Shop']);
  await driver.openSelectionExport();
  await driver.chooseExportPlace('folder', target);
  await driver.untilReview();
  await driver.writeExport(1);
  await driver.finishExport();
  await driver.button(t('orders.selection.clear')).click();
  const places = await section('Shop');
  const folder = join(target, 'shop');
  const line = driver.button(folder, places);
  await line.focus();
  await page.keyboard.press('Enter');
  const copy = page.getByRole('listitem', { name: t('copies.label', { folder }) });
  await expect.poll(() => isFocused(copy)).toBe(true);
  await driver.screenshot('places-copy');

  await driver.button(t('copies.more', { folder }), copy).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('copies.forget') }).focus();
  await page.keyboard.press('Enter');
  await copy.waitFor({ state: 'detached' });
  const panel = page.getByRole('complementary', { name: 'Shop' });
  await expect.poll(() => panel.locator(':focus').count()).toBe(1);
});

test.each([
  ['markdown', 'report.md', /^### NotAfter: .+\| Shop \|/su],
  ['csv', 'report.csv', /^\ufefforder,rid,.+\r\nShop,shop,/su],
  ['json', 'report.json', /^\{\n {2}"schema": 1,.+"title": "Shop"/su],
] as const)('a report is saved as %s', async (format, name, content) => {
  const { t, page } = driver;
  const path = join(await temporaryFolder(), name);
  await answerFileDialogs(driver.app.electron, path);
  await driver.button(t('places.report.menu')).click();
  await page.getByRole('menuitem', { name: t(`places.report.save.${format}`) }).click();
  await page.getByText(t('places.report.saved', { name })).waitFor();
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(content);
  expect(text).not.toContain(service.token);
});

test('a report of all orders is copied', async () => {
  const { t, page } = driver;
  await driver.button(t('places.report.menu')).click();
  await page.getByRole('menuitem', { name: t('places.report.copy') }).click();
  await page.getByText(t('places.report.copied')).waitFor();
  const text = await driver.app.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('Shop');
  expect(text).not.toContain(service.token);
  await driver.app.close();
});
