import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { isFocused, tabTo } from '#test/support/e2e/keyboardControl.ts';
import { launchLived } from '#test/support/e2e/lived.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import type { TestService } from '#test/support/e2e/service.ts';
import type { WindowDriver } from '#test/support/e2e/windowDriver.ts';

let service: TestService;
let driver: WindowDriver;
/** Serves the files of its last load, like a web server until its reload. */
let server: Server;
let place: string;

beforeAll(async () => {
  const orders = [
    { rid: 'store', name: 'Store', days: 12, domains: ['store.example.com'] },
    { rid: 'mail', name: 'Mail', days: 70, domains: ['smtp.mail.invalid', '*.mail.invalid'] },
  ] as const;
  ({ service, driver } = await launchLived({ orders }));
  server = createServer(present());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

/** The service's current leaf with its chain, and the key. */
function present() {
  const { certificate, key } = service.order('store').material;
  return { cert: certificate, key };
}

/** The step of the servers in the panel of an order. */
const section = (name: string): Promise<Locator> => driver.openStep(name, 'servers');

const until = (places: Locator, verdict: PlaceStatus) => driver.untilServerVerdict(places, verdict);

test('an endpoint is added by keyboard, and is found deployed', async () => {
  const { t, page } = driver;
  const places = await section('Store');
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
  await page.keyboard.type('store.example.com');
  await driver.screenshot('places-form');
  await page.keyboard.press('Enter');
  await driver.dialog().waitFor({ state: 'detached' });
  await until(places, 'current');
  expect(await places.textContent()).toContain(t('places.endpoint.asksFor', { name: 'store.example.com' }));
  // The button that opened the form is gone: the focus stays in the panel.
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Store' }).locator(':focus').count())
    .toBe(1);
});

test('an order that was never renewed is expected to be renewed, and never overdue', async () => {
  const panel = await driver.openDetails('Store');
  await panel.getByText(/^Expected to be renewed by /u).waitFor();
  expect(await driver.status('Store')).toBe('expiring');
  expect(await panel.textContent()).not.toMatch(/overdue/iu);
  await driver.screenshot('places-expected');
});

test('a server that still serves the old certificate is found and explained after a renewal', async () => {
  const { t, page } = driver;
  const places = await section('Store');
  await service.renew('store', { days: 89.5 });
  await driver.syncNow();
  await until(places, 'stale');
  const clause = t('places.said.server.stale');
  await places.getByText(new RegExp(clause, 'iu')).first().waitFor();
  expect(await places.textContent()).toContain(t('places.next.export'));
  await driver.untilStatus('Store', 'notDeployed');
  await driver.screenshot('places-stale');
  await expectNoBarriers(page);

  const filter = page.getByRole('button', { name: /^Not deployed/u });
  await filter.click();
  await expect
    .poll(async () => (await driver.names()).toSorted())
    .toEqual(['Intranet', 'Portal', 'Relay', 'Store']);
  await driver.button(t('orders.empty.showAll')).waitFor({ state: 'detached' });
  await filter.click();
  await expect.poll(() => driver.names()).toContain('Mail');
});

test('after the server has the new certificate, a check finds it deployed', async () => {
  const { t } = driver;
  const places = await section('Store');
  server.setSecureContext(present());
  await driver.button(t('places.endpoint.checkNow', { place }), places).click();
  await until(places, 'current');
  await places.getByText(/serves the current certificate/u).waitFor();
  await driver.screenshot('places-deployed');
});

test('an incomplete served chain is shown as its own problem', async () => {
  const { t, page } = driver;
  const places = await section('Store');
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
  const places = await section('Store');
  await driver.button(t('places.endpoint.more', { place }), places).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('places.endpoint.remove') }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(t('places.endpoint.removed', { place })).waitFor();
  await places.getByText(t('places.empty.why')).waitFor();
  const chip = driver.button(t('places.suggestion.add', { place: 'store.example.com' }), places);
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
  await places.getByText('smtp.mail.invalid:587').first().waitFor();
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Mail' }).locator(':focus').count())
    .toBe(1);
});

test('suggested endpoints are added for several orders at once, with a reason for each failure', async () => {
  const { t, page } = driver;
  await driver.select(['Store', 'Mail']);
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
  await places.getByText('smtp.mail.invalid:587').first().waitFor();
  await places
    .getByText(t('places.verdict.unreachable'))
    .or(places.getByText(/\(ENOTFOUND\)|\(EAI_AGAIN\)/u))
    .first()
    .waitFor();
});

test('the step of the files shows its folder, and forgetting it keeps the focus near', async () => {
  const { t, page } = driver;
  const target = await temporaryFolder();
  await driver.exportInto(target, ['Store']);
  const folder = join(target, 'store');
  await driver.openDetails('Store');
  const files = driver.step('files');
  await files.getByText(folder).first().waitFor();
  const details = driver.button(t('places.steps.details'), files);
  await details.focus();
  await page.keyboard.press('Enter');
  const copy = files.getByRole('listitem', { name: t('copies.label', { folder }) });
  await copy.waitFor();
  // Its folder is shown once.
  expect(await files.getByTitle(folder, { exact: true }).count()).toBe(1);
  await driver.screenshot('places-copy');

  await driver.button(t('copies.more', { folder }), copy).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('copies.forget') }).focus();
  await page.keyboard.press('Enter');
  await copy.waitFor({ state: 'detached' });
  const panel = page.getByRole('complementary', { name: 'Store' });
  await expect.poll(() => panel.locator(':focus').count()).toBe(1);
});

test.each([
  ['markdown', 'report.md', /^### NotAfter: .+\| Store \|/su],
  ['csv', 'report.csv', /^\ufefforder,rid,.+\r\nStore,store,/su],
  ['json', 'report.json', /^\{\n {2}"schema": 2,.+"title": "Store"/su],
] as const)('a report is saved as %s', async (format, name, content) => {
  const { t, page } = driver;
  const path = join(await temporaryFolder(), name);
  await answerFileDialogs(driver.app.electron, path);
  await driver.button(t('orders.header.exportMenu')).click();
  await page.getByRole('menuitem', { name: t(`places.report.save.${format}`) }).click();
  await page.getByText(t('places.report.saved', { name })).waitFor();
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(content);
  expect(text).not.toContain(service.token);
});

test('a report of all orders is copied', async () => {
  const { t, page } = driver;
  await driver.button(t('orders.header.exportMenu')).click();
  await page.getByRole('menuitem', { name: t('places.report.copy') }).click();
  await page.getByText(t('places.report.copied')).waitFor();
  const text = await driver.app.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('Store');
  expect(text).not.toContain(service.token);
  await driver.app.close();
});
