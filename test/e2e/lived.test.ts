import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { allOrders } from '#scripts/demo/windowSteps.ts';
import { type ReportFormat, reportFormats } from '#shared/domain/report.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { closeWindow, wholeTitles } from '#test/support/e2e/desktopControl.ts';
import { launchLived, startLived } from '#test/support/e2e/lived.ts';
import type { LivedProfile } from '#test/support/e2e/livedProfile.ts';
import { type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { runCommandLine } from '#test/support/e2e/terminal.ts';
import { openQuickPage, readTray } from '#test/support/e2e/trayItem.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { statusesIn } from '#test/support/surfaces.ts';

let lived: LivedProfile;
let app: NotAfter;
let driver: WindowDriver;

async function start(): Promise<void> {
  ({ app, driver } = await startLived(lived));
}

beforeAll(async () => {
  ({ lived, app, driver } = await launchLived());
});

/** What time alone changes in a text. */
const steady = (text: string) =>
  text.replaceAll(/[0-9]+/gu, '0').replaceAll(/\b(?:seconds?|minutes?) ago/gu, 'ago');

interface Said {
  /** The status of each order, by its name. */
  readonly window: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly reports: Readonly<Record<ReportFormat, Readonly<Record<string, string>>>>;
  /** Names in their order, with their words. */
  readonly quick: readonly string[];
  readonly tray: readonly string[];
  readonly title: string;
  readonly check: string;
  readonly overall: string;
}

/** The status of each order, by its name, in a saved report. The names have no character that a format quotes. */
async function reported(format: ReportFormat): Promise<Readonly<Record<string, string>>> {
  const { page, t } = driver;
  const file = join(await temporaryFolder(), `report.${format}`);
  await answerFileDialogs(app.electron, file);
  const saved = await page.evaluate(
    (wanted) => window.notAfter?.calls['report:save']({ format: wanted }),
    format,
  );
  expect(saved?.ok).toBe(true);
  const text = await readFile(file, 'utf8');
  const words = (status: string) => statusText(status as OrderStatus, t);
  switch (format) {
    case 'json': {
      const { orders } = JSON.parse(text) as {
        readonly orders: readonly { title: string; status: string }[];
      };
      return Object.fromEntries(orders.map(({ title, status }) => [title, words(status)]));
    }
    case 'csv': {
      const [, ...rows] = text.trimEnd().split('\r\n');
      return Object.fromEntries(
        rows.map((row) => row.split(',')).map(([title, , , , status = '']) => [title, words(status)]),
      );
    }
    case 'markdown': {
      const rows = text.split('\n').filter((line) => line.startsWith('| '));
      const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()));
      const known = orderStatuses.map((status) => statusText(status, t));
      // Rows of headings have no status.
      return Object.fromEntries(
        cells.flatMap(([, title, , status = '']) => {
          const said = known.find((one) => status.startsWith(one));
          return said === undefined ? [] : [[title, said]];
        }),
      );
    }
  }
}

/** What every surface says of the orders now. */
async function saidNow(): Promise<Said> {
  const { page, t } = driver;
  const shown = await allOrders(page);
  const json = await runCommandLine(app, ['status', '--json']);
  const orders: readonly { title: string; status: OrderStatus; id: string }[] = JSON.parse(json.out).orders;
  const nameOf = new Map(orders.map(({ id, title }) => [id, title]));
  const metrics = await runCommandLine(app, ['metrics']);
  const tray = await readTray(app.pid);
  const quick = await openQuickPage(app);
  await quick.getByRole('option').first().waitFor();
  const options = await quick.getByRole('option').allTextContents();
  await quick.keyboard.press('Escape').catch(() => undefined);
  const check = await runCommandLine(app, ['check']);
  const status = await runCommandLine(app, ['status']);
  const titles = (await wholeTitles()).filter((title) => title.startsWith(t('common.appName')));
  return {
    window: Object.fromEntries(shown.map(({ name, status: words }) => [name, words.split(':')[0] ?? ''])),
    status: Object.fromEntries(orders.map(({ title, status: one }) => [title, statusText(one, t)])),
    metrics: Object.fromEntries(
      statusesIn(metrics.out).map(({ id, status: one }) => [
        nameOf.get(id) ?? '',
        statusText(one as OrderStatus, t),
      ]),
    ),
    reports: {
      json: await reported('json'),
      csv: await reported('csv'),
      markdown: await reported('markdown'),
    },
    quick: options.map(steady),
    tray: [tray?.tooltip ?? '', ...(tray?.menu ?? []).map(({ label }) => label)].map(steady),
    title: titles.join(),
    check: `${check.code} ${steady(check.out)}`,
    overall: steady(status.out.trimEnd().split('\n').at(-1) ?? ''),
  };
}

/** Waits until every surface has every order with its status, and says the same as before. */
async function untilAllSay(before: Said | null): Promise<Said> {
  const { t } = driver;
  const wanted = Object.fromEntries(
    Object.entries(lived.statuses).map(([name, status]) => [name, statusText(status, t)]),
  );
  return await vi.waitFor(
    async () => {
      const said = await saidNow();
      expect([said.window, said.status, said.metrics]).toEqual([wanted, wanted, wanted]);
      for (const format of reportFormats) expect([format, said.reports[format]]).toEqual([format, wanted]);
      expect(said.quick).toHaveLength(Object.keys(wanted).length);
      if (before !== null) expect(said).toEqual(before);
      return said;
    },
    { timeout: 60_000 },
  );
}

let before: Said;

test('every surface has the same orders, with the same status, after the first start of a lived profile', async () => {
  before = await untilAllSay(null);
  await driver.screenshot('lived');
  await driver.openDetails('Blog');
  await driver.step('files').scrollIntoViewIfNeeded();
  await driver.screenshot('lived-review');
});

test('neither the details of an order nor the deliveries have a barrier', async () => {
  for (const name of Object.keys(lived.statuses)) {
    await driver.openDetails(name);
    await expectNoBarriers(driver.page);
  }
  const receiver = new ReceiverDriver(driver);
  await receiver.show('deliveries');
  await expectNoBarriers(driver.page);
  await receiver.showOrders();
});

test.each<[string, () => Promise<void>]>([
  [
    'the page was loaded again',
    async () => {
      await driver.page.reload();
    },
  ],
  [
    'the window was closed and opened again',
    async () => {
      await closeWindow(app.pid);
      await runCommandLine(app, [], { display: true });
      driver = await driveWindow(app);
    },
  ],
  [
    'it was quit and started again',
    async () => {
      await app.close();
      await start();
    },
  ],
  [
    'it was killed and started again',
    async () => {
      await start();
      await app.kill();
      await start();
    },
  ],
])('every surface says the same after %s', async (_, happens) => {
  await happens();
  await untilAllSay(before);
});

test('the webhook received each alert once, over all these starts', () => {
  const events = [...new Map(lived.alerts.map((alert) => [alert.id, alert])).values()];
  // Each certificate has its own: Shop was renewed twice.
  const subjects = events.map(({ kind, title, fingerprint256 }) => `${kind} ${title} ${fingerprint256}`);
  expect(subjects).toEqual([...new Set(subjects)]);
  const words = events.map(({ kind, title }) => `${kind} ${title}`);
  expect(words).toEqual(expect.arrayContaining(['expiring Payment', 'expired Gateway']));
});
