import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { trayIconFor, trayIconNames, trayImage } from '#main/alerting/overview/trayView.ts';
import { allOrders, orderRows } from '#scripts/demo/windowSteps.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { fromColumns } from '#shared/domain/snapshot.ts';
import { orderStatuses } from '#shared/domain/status.ts';
import { statusText } from '#shared/i18n/statusText.ts';
import { lostDeliveries } from '#test/integration/days/deliveries.ts';
import { currentProblems, folderProblems } from '#test/integration/days/fileInvariants.ts';
import type { FarmServer } from '#test/integration/days/serverFarm.ts';
import { servedProblems } from '#test/integration/days/serverInvariants.ts';
import { checkProblems, type Due, dueOf, listProblems, type Said } from '#test/support/surfaces.ts';
import { wholeTitles, windowsOf } from './desktopControl.ts';
import { cutOff } from './pageGeometry.ts';
import { pageProcesses, processTree } from './processTree.ts';
import { openQuickPage, readTray, shapeName } from './trayItem.ts';
import { chineseLeft, englishLeft } from './untranslatedTexts.ts';
import type { WindowLife } from './windowLife.ts';
import { chipsOf, showsList } from './windowSteps.ts';

/** More processes than the parts of the app have: main, zygotes, graphics, network, keychain and one page. */
const PROCESSES_MAX = 10;

/** What main has, and what follows from it. */
interface Look {
  readonly life: WindowLife;
  readonly snapshot: AppSnapshot;
  readonly orders: readonly OrderRow[];
  readonly due: Due;
}

/** What holds after each step of a life: gives what is wrong, in words; nothing: all is well. */
type Invariant = (look: Look) => Promise<readonly string[]>;

const invariants: Readonly<Record<string, Invariant>> = {
  'the focus is somewhere to be seen': async ({ life }) => {
    const place = await life.page.evaluate(() => {
      const { activeElement } = document;
      // A window in the background gets a place for the focus when it comes to the front.
      if (!document.hasFocus()) return 'elsewhere';
      if (activeElement === null || activeElement === document.body) return 'nowhere';
      const { width, height } = activeElement.getBoundingClientRect();
      // Whoever scrolls takes the row with the focus out of sight, and the next key brings it back.
      const isSeen = activeElement.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
      return isSeen ? null : activeElement.outerHTML.slice(0, 200);
    });
    if (place === 'elsewhere') return [];
    if (place === 'nowhere') return life.isFocusFree ? [] : [place];
    life.isFocusFree = false;
    return place === null ? [] : [place];
  },

  'no dialog and no menu is left': async ({ life }) => {
    const layers = life.page.locator('[role=dialog], [role=alertdialog], [role=menu]');
    return await layers.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 120)),
    );
  },

  'nothing is beyond the sides of the page': async ({ life: { page } }) => {
    const wide = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    return [...(wide > 0 ? [`${wide} pixels`] : []), ...(await cutOff(page))];
  },

  'every text is in the language of the window': async ({ life: { page }, snapshot }) =>
    await (snapshot.app.language === 'en' ? chineseLeft(page) : englishLeft(page)),

  'the orders are those of the user': async ({ life: { wanted }, orders }) => {
    const has = orders.map(serviceKey).toSorted().join(', ');
    const should = [...wanted].toSorted().join(', ');
    return has === should ? [] : [`${has} instead of ${should}`];
  },

  'the list says what main knows': async ({ life, orders, due }) => {
    const { page, driver } = life;
    if (!(await showsList(life))) return [];
    const chips = await chipsOf(life).evaluateAll((all) =>
      all.map((chip) => ({
        label: chip.querySelector('span')?.textContent,
        count: Number(/\d+$/u.exec(chip.textContent ?? '')?.[0]),
        isOn: chip.ariaPressed === 'true',
      })),
    );
    const { counts, statuses } = due.assessment;
    const counted = [
      [driver.t('orders.toolbar.all'), orders.length] as const,
      ...orderStatuses.map((one) => [statusText(one, driver.t), counts[one]] as const),
    ];
    const wrong = counted.flatMap(([label, count]) => {
      const chip = chips.find((one) => one.label === label);
      return (chip?.count ?? 0) === count
        ? []
        : [`the chip ${label} says ${chip?.count} instead of ${count}`];
    });
    const on = new Set(chips.slice(1).flatMap(({ isOn, label }) => (isOn ? label : [])));
    const isSearched = (await page.getByRole('searchbox').inputValue()) !== '';
    const isEmpty = (await orderRows(page).count()) === 0;
    const listed = isEmpty ? [] : await allOrders(page);
    const shown = listed.map(({ name, status }) => `${name}: ${status.split(':')[0]}`);
    const should = orders
      .filter(({ id }) => on.size === 0 || on.has(statusText(statuses.get(id) ?? 'neverFetched', driver.t)))
      .map((row) => `${orderTitle(row)}: ${statusText(statuses.get(row.id) ?? 'neverFetched', driver.t)}`);
    const isAsItShould = isSearched
      ? shown.every((line) => should.includes(line))
      : shown.toSorted().join() === should.toSorted().join();
    return [...wrong, ...(isAsItShould ? [] : [`${shown.join()} instead of ${should.join()}`])];
  },

  'the commands say what main knows': async ({ life, due }) => {
    const status = await life.command(['status', '--json']);
    const metrics = await life.command(['metrics']);
    const check = await life.command(['check', '--json']);
    const quick = await quickRows(life, due);
    return [
      ...listProblems(due, { quick, status: status.out, metrics: metrics.out }),
      ...checkProblems(due, check.out),
    ];
  },

  'no acknowledged delivery is lost': async ({ life, snapshot }) => [
    ...lostDeliveries(snapshot.inbox, { acknowledged: life.acknowledged, now: () => life.now() }),
    ...(await shownDeliveries(life, snapshot)),
  ],

  'nothing that needs review is healthy': async ({ life, orders, due }) =>
    life.reviews.problems(orders, due.assessment.statuses),

  'servers send what they are said to send': async (look) => [
    ...servedNow(look),
    ...(await praisedInDetails(look)),
  ],

  'files belong together, and are as current as they are said to be': async ({ life, snapshot, orders }) => {
    const exported = { copies: snapshot.copies, spoiled: new Set<string>() };
    const byId = new Map(orders.map((order) => [order.id, order]));
    return [...folderProblems([life.folder], exported), ...currentProblems(exported, byId, life.service)];
  },

  'the tray and the title say what main knows': async ({ life, snapshot, due }) => {
    const tray = await readTray(life.app.pid);
    if (tray === null) return ['there is no tray item'];
    const { attention, assessment, rejected } = due;
    const image = trayImage(trayIconFor({ worst: assessment.worst, rejected }), snapshot.alertPause !== null);
    const shapes = await pictures(life);
    const [state] = tray.menu;
    const title = (await wholeTitles()).find((one) => one.startsWith(life.driver.t('common.appName')));
    const numberIn = (text: string | undefined) => Number(/\d+/u.exec(text ?? '')?.[0] ?? 0);
    const inMenu = attention === rejected ? attention : numberIn(state?.label) + rejected;
    return [
      ...(shapes.get(tray.shape) === image
        ? []
        : [`the icon is ${shapes.get(tray.shape)} instead of ${image}`]),
      ...(inMenu === attention ? [] : [`the menu says ${state?.label} instead of ${attention}`]),
      ...(numberIn(title) === attention ? [] : [`the title is ${title} instead of ${attention}`]),
      ...(tray.tooltip.includes(state?.label ?? ' ') ? [] : [`${tray.tooltip} without ${state?.label}`]),
    ];
  },

  'processes and windows do not pile up': async ({ life: { app } }) => {
    const windows = await windowsOf(app.pid);
    const pages = await pageProcesses(app.pid);
    const all = await processTree(app.pid);
    return [
      ...(windows.length === 1 ? [] : [`${windows.length} windows`]),
      ...(pages.length <= 1 ? [] : [`${pages.length} pages`]),
      ...(all.length <= PROCESSES_MAX ? [] : all.map(({ command }) => command.slice(0, 150))),
    ];
  },

  'no page had a problem': async ({ life: { app } }) => app.problems(),
};

/** The names of the invariants that do not hold now, with what is wrong. */
export async function brokenNow(life: WindowLife): Promise<readonly string[]> {
  const snapshot = await life.snapshot();
  const orders = fromColumns(snapshot.orders);
  const look = { life, snapshot, orders, due: dueOf({ ...snapshot, orders }, life.now()) };
  const broken: string[] = [];
  for (const [name, problems] of Object.entries(invariants)) {
    const found = await problems(look);
    if (found.length > 0) broken.push(`Broken: ${name}: ${found.join('; ')}`);
  }
  return broken;
}

/** The orders of the quick window, which is opened for that and closed again. */
async function quickRows({ app, driver }: WindowLife, { assessment }: Due): Promise<readonly Said[]> {
  const page = await openQuickPage(app);
  await page.getByRole('listbox').waitFor();
  const rows = await page.locator('[data-quick-order]').evaluateAll((all) =>
    all.map((row) => ({
      id: row.dataset['quickOrder'] ?? '',
      words: row.querySelector('.sr-only')?.textContent?.replaceAll(/^, |, $/gu, '') ?? '',
    })),
  );
  await closeQuick(page);
  return rows.map(({ id, words }) => {
    const status = assessment.statuses.get(id);
    return { id, status: status !== undefined && statusText(status, driver.t) === words ? status : words };
  });
}

/** Closes the quick window with Escape, as soon as it shows its orders. */
export async function closeQuick(page: Page): Promise<void> {
  await page.getByRole('listbox').waitFor();
  const closed = page.waitForEvent('close');
  // The page is gone before the key is released.
  await page.keyboard.press('Escape').catch(() => undefined);
  await closed;
}

const names = trayIconNames.flatMap((name) => [trayImage(name, false), trayImage(name, true)]);
let shapes: ReadonlyMap<string, string> | null = null;

/** The names of the pictures of the tray by their shapes. */
async function pictures({ app }: WindowLife): Promise<ReadonlyMap<string, string>> {
  shapes ??= new Map(
    (
      await app.electron.evaluate(
        ({ nativeImage }, files) =>
          files.map(
            (file) =>
              [
                file,
                [...nativeImage.createFromPath(file).toBitmap({ scaleFactor: 2 })].filter(
                  (_, at) => at % 4 === 3,
                ),
              ] as const,
          ),
        names.map((name) => join(projectFolder, 'assets', 'tray', `${name}.png`)),
      )
    ).map(([file, opacity]) => [shapeName(opacity), basename(file, '.png')]),
  );
  return shapes;
}

/** The deliveries in the list, if it is shown, whose mark is not what main says. */
async function shownDeliveries({ page }: WindowLife, { inbox }: AppSnapshot): Promise<readonly string[]> {
  const rows = await page
    .locator('tr[data-delivery-id]')
    .evaluateAll((all) =>
      all.map((row) => ({ id: row.dataset['deliveryId'], mark: row.dataset['verdict'] })),
    );
  const marks = new Map(inbox.map(({ id, verdict }) => [id, verdict.kind]));
  return rows.flatMap(({ id = '', mark }) => {
    const kind = marks.get(id);
    return kind === mark || (kind === 'waiting' && mark === 'heldBack')
      ? []
      : [`the inbox says ${mark} of ${id}, which is ${kind}`];
  });
}

/** A probe may have begun before the server changed, ms. */
const PROBE_MS = 2000;

/** What main says of servers, and is not so. */
function servedNow({ life, snapshot, orders, due }: Look): readonly string[] {
  const { servers } = life;
  const { endpoints } = snapshot;
  const isLater = (at: number | null, { changedAt }: FarmServer) => (at ?? 0) > changedAt + PROBE_MS;
  const wrong = servers.servers.flatMap((server) =>
    endpoints
      .filter(({ port, probing }) => port === server.port && server.isUp && !probing)
      .flatMap(({ addresses }) => addresses)
      .filter(({ probedAt, error }) => error === null && isLater(probedAt, server))
      .filter(({ served }) => served?.fingerprint256 !== server.sends)
      .map(
        ({ served }) => `the server at ${server.port} sends ${server.sends}, not ${served?.fingerprint256}`,
      ),
  );
  const problems = servedProblems({
    orders: new Map(orders.map((order) => [order.id, order])),
    statuses: due.assessment.statuses,
    endpoints,
    servers,
    isProbed: (server) =>
      endpoints.every(({ port, probedAt }) => port !== server.port || isLater(probedAt, server)),
  });
  return [...wrong, ...problems];
}

/** The servers of the order whose details are open and say that all is done, which never sent its certificate. */
async function praisedInDetails({ life, snapshot, orders }: Look): Promise<readonly string[]> {
  const { driver, page, servers } = life;
  const [title = null] = await page.getByRole('complementary').locator('h2').allTextContents();
  const [order, ...others] = orders.filter((one) => orderTitle(one) === title);
  if (order === undefined || others.length > 0) return [];
  const done = driver.step('servers').getByRole('img', { name: driver.t('places.steps.state.done') });
  if (!(await done.isVisible())) return [];
  return servers.servers
    .filter(
      ({ port, sent }) =>
        snapshot.endpoints.some((one) => one.orderId === order.id && one.port === port) &&
        !sent.has(order.fingerprint256 ?? ''),
    )
    .map(({ port }) => `the server at ${port} never sent the certificate of ${title}, and its step is done`);
}
