import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import { orderTitle, serviceKey } from '#shared/domain/order.ts';
import { pick } from '#test/integration/days/action.ts';
import { isPulled } from '#test/integration/days/rids.ts';
import type { WindowLife } from './windowLife.ts';
import {
  chipsOf,
  choose,
  closeLayers,
  focusOrder,
  openDetails,
  openRowMenu,
  press,
  rowOf,
  toList,
  untilOrders,
  untilQuiet,
  type WindowAction,
} from './windowSteps.ts';

/** More orders than this make a life slow. */
const ORDERS_MAX = 9;

const hasSpare = ({ wanted }: WindowLife) => wanted.size > 2;

/** Waits for the outcome of an export, writes what is to review, and closes its dialog. */
async function finishExport(life: WindowLife, byKeys: boolean): Promise<void> {
  const { driver } = life;
  const { t } = driver;
  await untilQuiet(life);
  const job = (await life.snapshot()).exportJob;
  if (job?.phase === 'review') {
    const ready = job.items.filter(({ state }) => state === 'ready').length;
    const write = driver.button(t('exporting.write', { count: ready }), driver.dialog());
    if ((await write.isVisible()) && (await write.isEnabled())) {
      await press(write, byKeys);
      await untilQuiet(life);
    }
  }
  const done = driver.button(t('common.done'), driver.dialog());
  if (!byKeys && (await done.isVisible())) await done.click();
  await closeLayers(life);
}

/** Chooses a folder in the open dialog of an export, and ends the export. */
async function exportFromDialog(life: WindowLife, n: number): Promise<void> {
  const { app, driver, page } = life;
  await driver.dialog().waitFor();
  if (n % 5 === 0) return closeLayers(life);
  await answerFileDialogs(app.electron, life.folder);
  const { t } = driver;
  const choice = driver
    .button(t('exporting.chooseFolder'), driver.dialog())
    .or(driver.button(t('exporting.otherFolder'), driver.dialog()));
  await press(choice, n % 2 === 0);
  await page.waitForTimeout(100);
  await finishExport(life, n % 2 === 0);
}

/** What the user does with the orders in the list and in their details. */
export const listActions: Readonly<Record<string, WindowAction>> = {
  add: {
    can: ({ wanted }) => wanted.size < ORDERS_MAX,
    run: async (life, n) => {
      const { driver, page, service, wanted } = life;
      const { t } = driver;
      await toList(life);
      let rid = service.rids.find((one) => isPulled(one) && !wanted.has(one));
      if (rid === undefined) {
        rid = `new-${service.rids.length}`;
        await life.issue(rid, `Order ${service.rids.length}`, 1 + (n % 80));
      }
      if (n % 2 === 0) await page.keyboard.press('Control+n');
      else await driver.button(t('orders.header.add')).click();
      await driver.dialog().getByLabel(t('addOrders.rids'), { exact: true }).fill(rid);
      if (n % 7 === 0) return closeLayers(life);
      const submit = driver.button(t('addOrders.submitCount', { count: 1 }), driver.dialog());
      await press(submit, n % 3 === 0);
      const done = driver.button(t('common.done'), driver.dialog());
      await done.waitFor();
      wanted.add(rid);
      if (n % 4 === 0) await page.keyboard.press('Escape');
      else await press(done, n % 3 === 0);
      await driver.dialog().waitFor({ state: 'detached' });
    },
  },
  remove: {
    can: hasSpare,
    weight: 2,
    run: async (life, n) => {
      const { driver, page, wanted } = life;
      const { t } = driver;
      const order = await focusOrder(life, n);
      const rid = serviceKey(order);
      if (n % 2 === 0) await page.keyboard.press('Delete');
      else {
        const menu = await openRowMenu(life, order, n % 3 === 0);
        await choose(menu, t('orders.action.remove'), n % 3 === 0);
      }
      const has = (is: boolean) =>
        untilOrders(life, (rows) => rows.some(({ id }) => id === order.id) === is, rid);
      await has(false);
      wanted.delete(rid);
      if (n % 5 === 0) return;
      if (n % 5 < 3) await page.keyboard.press('Control+z');
      else {
        const title = page.getByText(t('orders.removed.one', { name: orderTitle(order) }), { exact: true });
        const toast = title.last().locator('xpath=../..');
        await press(driver.button(t('orders.action.undo'), toast), n % 5 === 4);
      }
      await has(true);
      wanted.add(rid);
    },
  },
  removeAll: {
    run: async (life, n) => {
      const { driver, page, wanted } = life;
      await focusOrder(life, n);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      if (wanted.size > 5) {
        await driver.dialog().waitFor();
        if (n % 2 === 0) return closeLayers(life);
        await page.keyboard.press('Enter');
      }
      await untilOrders(life, (rows) => rows.length === 0, 'all are removed');
      await page.keyboard.press('Control+z');
      await untilOrders(life, (rows) => rows.length === wanted.size, 'all are back');
    },
  },
  snooze: {
    run: async (life, n) => {
      const { page, driver } = life;
      const order = await focusOrder(life, n);
      if (n % 2 === 0) await page.keyboard.press('z');
      else {
        const menu = await openRowMenu(life, order, n % 3 === 0);
        await choose(
          menu,
          driver.t(pick(['verbs.snoozeWeek', 'verbs.snoozeRenewal'] as const, n)),
          n % 3 === 0,
        );
      }
      const before = order.snooze;
      await untilOrders(
        life,
        (rows) => rows.find(({ id }) => id === order.id)?.snooze !== before,
        'the snooze changes',
      );
      if (n % 5 === 0) await page.keyboard.press('Control+z');
    },
  },
  annotate: {
    run: async (life, n) => {
      const { page, driver } = life;
      const { t } = driver;
      const order = await focusOrder(life, n);
      const menu = await openRowMenu(life, order, n % 2 === 0);
      await choose(menu, t('verbs.annotate'), n % 2 === 0);
      const field = page.getByRole('textbox', { name: t('orders.panel.tags') });
      await field.fill(pick(['', 'web', 'web, prod', 'Köln'], n));
      await page.getByRole('textbox', { name: t('orders.panel.note') }).fill(n % 3 === 0 ? '' : `Note ${n}`);
      if (n % 7 === 0) await page.keyboard.press('Escape');
      else await press(driver.button(t('common.save')), n % 3 === 0);
      await field.waitFor({ state: 'detached' });
    },
  },
  alias: {
    run: async (life, n) => {
      const { page, driver } = life;
      const { t } = driver;
      await focusOrder(life, n);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary');
      await panel.waitFor();
      await press(driver.button(t('orders.panel.editAlias'), panel), n % 2 === 0);
      const field = panel.getByRole('textbox', { name: t('orders.panel.alias') });
      await field.fill(n % 3 === 0 ? '' : `Alias ${n}`);
      await page.keyboard.press(n % 5 === 0 ? 'Escape' : 'Enter');
      await field.waitFor({ state: 'detached' });
    },
  },
  select: {
    weight: 2,
    run: async (life, n) => {
      const { page } = life;
      const order = await focusOrder(life, n);
      const row = await rowOf(life, order);
      const ways = [
        () => page.keyboard.press('Space'),
        () => page.keyboard.press('Control+a'),
        () => row.getByRole('checkbox').click(),
        () => row.click({ modifiers: ['Control'] }),
        () => row.click({ modifiers: ['Shift'] }),
        () => page.keyboard.press('Shift+ArrowDown'),
        () => page.locator('thead input[type=checkbox]').click(),
      ];
      await pick(ways, n)();
    },
  },
  selectionBar: {
    run: async (life, n) => {
      const { page, driver } = life;
      const { t } = driver;
      await focusOrder(life, n);
      await page.keyboard.press(n % 2 === 0 ? 'Control+a' : 'Space');
      const bar = page.getByRole('region', { name: t('orders.selection.label') });
      if ((await bar.count()) === 0) await page.keyboard.press('Space');
      await bar.waitFor();
      const byKeys = n % 3 === 0;
      const ways = [
        () => press(driver.button(t('orders.selection.clear'), bar), byKeys),
        () => press(driver.button(t('orders.action.sync'), bar), byKeys),
        async () => {
          await press(driver.button(t('orders.action.snooze'), bar), byKeys);
          const menu = page.getByRole('menu');
          await menu.waitFor();
          if (n % 2 === 0) await page.keyboard.press('Escape');
          else await menu.getByRole('menuitem').first().click();
          await menu.waitFor({ state: 'detached' });
        },
        async () => {
          await press(driver.button(t('orders.action.export'), bar), byKeys);
          await exportFromDialog(life, n);
        },
        async () => {
          await press(driver.button(t('orders.tags.open'), bar), byKeys);
          await driver.dialog().waitFor();
          await closeLayers(life);
        },
        async () => {
          await press(driver.button(t('places.bulk.open'), bar), byKeys);
          await driver.dialog().waitFor();
          await closeLayers(life);
        },
      ];
      await pick(ways, n >> 1)();
    },
  },
  exportFiles: {
    weight: 2,
    run: async (life, n) => {
      const { page, driver } = life;
      const order = await focusOrder(life, n);
      if (n % 2 === 0) await page.keyboard.press('e');
      else {
        const menu = await openRowMenu(life, order, n % 3 === 0);
        await choose(menu, driver.t('orders.action.export'), n % 3 === 0);
      }
      await exportFromDialog(life, n);
    },
  },
  updateFiles: {
    run: async (life, n) => {
      const order = await focusOrder(life, n);
      await life.page.keyboard.press('u');
      await untilQuiet(life);
      await life.page.waitForTimeout(300);
      if ((await life.driver.dialog().count()) > 0) await finishExport(life, n % 2 === 0);
      return order;
    },
  },
  exportMenu: {
    run: async (life, n) => {
      await toList(life);
      await press(life.driver.button(life.driver.t('orders.header.exportMenu')), n % 2 === 0);
      const menu = life.page.getByRole('menu');
      await menu.waitFor();
      if (n % 3 === 0) {
        await answerFileDialogs(life.app.electron, life.folder);
        await menu.getByRole('menuitem').first().click();
        await life.page.waitForTimeout(300);
        await finishExport(life, n % 2 === 0);
      } else await closeLayers(life);
    },
  },
  details: {
    weight: 2,
    run: async (life, n) => {
      const { page, driver } = life;
      const panel = await openDetails(life, await focusOrder(life, n), n % 2 === 0);
      if (n % 4 === 0) await page.keyboard.press('Escape');
      const close = driver.button(driver.t('orders.panel.close'), panel);
      // In a narrow window the details take the place of the list.
      const back = driver.button(driver.t('orders.panel.back'), panel);
      if (n % 4 === 1) await press(close.or(back), n % 3 === 0);
      if (n % 4 < 2) await panel.waitFor({ state: 'detached' });
    },
  },
  detailsMenu: {
    run: async (life, n) => {
      const { page, driver } = life;
      await focusOrder(life, n);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary');
      await panel.waitFor();
      await press(driver.button(driver.t('orders.panel.more'), panel), n % 2 === 0);
      await page.getByRole('menu').waitFor();
      await closeLayers(life);
    },
  },
  search: {
    weight: 2,
    run: async (life, n) => {
      const { page, driver } = life;
      await toList(life);
      const ways = [() => page.keyboard.press('Control+f'), () => page.getByRole('searchbox').click()];
      await pick(ways, n)();
      const words = ['shop', 'status:expired', '<30d', 'tag:web', 'zzz', 'status:nonsense', '-shop'];
      await page.keyboard.type(pick(words, n >> 1));
      if (n % 4 === 0) await page.keyboard.press('Escape');
      if (n % 4 === 1) await page.keyboard.press('Enter');
      if (n % 4 === 2) await press(driver.button(driver.t('orders.toolbar.clearSearch')), n % 3 === 0);
    },
  },
  filter: {
    run: async (life, n) => {
      await toList(life);
      const chips = chipsOf(life);
      const chip = chips.nth(n % (await chips.count()));
      if (n % 3 === 0) await chip.click({ modifiers: ['Control'] });
      else await press(chip, n % 2 === 0);
    },
  },
  sort: {
    run: async (life, n) => {
      await toList(life);
      const heads = life.page.locator('th[aria-sort] button').filter({ visible: true });
      await press(heads.nth(n % (await heads.count())), n % 2 === 0);
    },
  },
  groupByTag: {
    run: async (life, n) => {
      await toList(life);
      const button = life.driver.button(life.driver.t('orders.groupByTag'));
      if (await button.isVisible()) await press(button, n % 2 === 0);
    },
  },
  move: {
    run: async (life, n) => {
      await focusOrder(life, n);
      const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp', 'ArrowLeft', 'ArrowRight'];
      for (const at of [n, n >> 1, n >> 2]) await life.page.keyboard.press(pick(keys, at));
    },
  },
};
