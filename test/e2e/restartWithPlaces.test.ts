import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callIn, shownOrders, snapshotOf } from '#scripts/demo/windowSteps.ts';
import { wholeTitles } from '#test/support/e2e/desktopControl.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { openQuickPage, readTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'every order must have the same exported file and the same server';

const rivers = 'Arno Douro Elbe Garonne Kymijoki Loire Meuse Neckar Oder Rhone Shannon Vistula'.split(' ');
const names = rivers.map((river) => `Gateway ${river}`);

let service: TestService;
let profile: string;
let app: NotAfter;
let driver: WindowDriver;

/** Starts the app on the profile, with a window that is high enough for all rows. */
async function start(): Promise<void> {
  app = await launchNotAfter({ because, profile });
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(1100, 1000),
  );
  driver = await driveWindow(app);
}

/** Every order needs attention, and has exported files and a server. */
beforeAll(async () => {
  service = await startTestService();
  for (const [index, name] of names.entries())
    await service.addOrder({ rid: `gateway-${index}`, name, days: 3 });
  profile = await temporaryFolder();
  await start();
  await driver.connect(service);
  await driver.exportInto(await temporaryFolder(), names);
  const { id } = (await snapshotOf(driver.page)).orders;
  const fields = {
    text: new URL(service.baseUrl).host,
    protocol: null,
    serverName: '',
    intervalMinutes: 360,
  };
  await callIn(
    driver.page,
    'endpoints:addMany',
    id.map((orderId) => ({ orderId, ...fields })),
  );
  await untilSettled();
  await app.close();
});

afterAll(() => app.close());

/** Waits until every server was checked: what is shown no longer changes. */
async function untilSettled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { copies, endpoints } = await snapshotOf(driver.page);
      expect(copies).toHaveLength(names.length);
      expect(endpoints).toHaveLength(names.length);
      expect(endpoints.every(({ probedAt, probing }) => probedAt !== null && !probing)).toBe(true);
    },
    { timeout: 20_000 },
  );
}

const shownNames = async (page: Page) => (await shownOrders(page)).map(({ name }) => name).sort();

/** The number of a chip, such as `All 12`. */
const chipsOf = (page: Page) =>
  page
    .getByRole('toolbar', { name: driver.t('orders.toolbar.filters') })
    .getByRole('button')
    .evaluateAll((chips) => chips.map((chip) => Number(/[0-9]+$/u.exec(chip.textContent ?? '')?.[0])));

test.each(['first', 'second'])(
  'every surface has all orders after the %s start with exported files and servers',
  async () => {
    await start();
    const { page, t } = driver;
    await expect.poll(() => shownNames(page)).toEqual(names);
    const [all, ...byStatus] = await chipsOf(page);
    expect(all).toBe(names.length);
    expect(byStatus.reduce((sum, count) => sum + count, 0)).toBe(names.length);
    await driver.screenshot('restarted-with-places');

    const search = page.getByRole('searchbox');
    await search.fill('gateway');
    await expect.poll(() => shownNames(page)).toEqual(names);
    for (const [index, river] of rivers.entries()) {
      await search.fill(river);
      await expect.poll(() => shownNames(page)).toEqual([names[index]]);
    }
    await search.fill('');
    await expect.poll(() => shownNames(page)).toEqual(names);

    await page.getByRole('button', { name: t('orders.header.exportMenu'), exact: true }).click();
    await page
      .getByRole('menuitem', { name: t('orders.header.exportAll', { count: names.length }) })
      .waitFor();
    await page.keyboard.press('Escape');

    const title = t('tray.windowTitle', { app: t('common.appName'), count: names.length });
    await expect.poll(wholeTitles).toContain(title);
    const tooltip = async () => (await readTray(app.pid))?.tooltip;
    await expect.poll(tooltip).toContain(`${names.length} orders`);

    const quick = await openQuickPage(app);
    await expect.poll(() => quick.getByRole('option').count()).toBe(names.length);
    await quick.keyboard.press('Escape').catch(() => undefined);

    const status = await runCommandLine(app, ['status']);
    expect(status.out).toContain(`${names.length} orders: `);
    for (const name of names) expect(status.out).toContain(name);
    await app.close();
  },
);
