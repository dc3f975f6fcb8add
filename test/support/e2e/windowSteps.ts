import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { pick } from '#test/integration/days/action.ts';
import type { WindowLife } from './windowLife.ts';

/** Something that happens in a life. `n`: a whole number from 0 that chooses among what is there. */
export interface WindowAction {
  readonly run: (life: WindowLife, n: number) => Promise<unknown>;
  /** Whether it can happen now; absent: always. */
  readonly can?: (life: WindowLife) => boolean;
  /** How much more often than others; absent: 1. */
  readonly weight?: number;
}

/** How long a part of the window may take to come or go, ms. */
export const WITHIN = { timeout: 10_000, interval: 50 };

/** What is open above the view: dialogs and menus. */
function layers({ page }: WindowLife): Locator {
  return page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true });
}

/** Leaves dialogs and menus with Escape, as often as there is one, and drops what they ask about. */
export async function closeLayers(life: WindowLife): Promise<void> {
  const { page, driver } = life;
  const drop = driver.button(driver.t('common.unsaved.drop'));
  await vi.waitFor(async () => {
    if ((await layers(life).count()) === 0) return;
    if (await drop.isVisible()) await drop.click();
    else await page.keyboard.press('Escape');
    const left = await layers(life).allTextContents();
    if (left.length > 0) throw new Error(`Escape does not leave ${left[0]?.slice(0, 200)}`);
  }, WITHIN);
}

const filtersOf = ({ page, driver }: WindowLife) =>
  page.getByRole('toolbar', { name: driver.t('orders.toolbar.filters') });

/** The filters of the list by status, after the one of all orders. */
export function chipsOf(life: WindowLife): Locator {
  return filtersOf(life).locator('button[aria-pressed]');
}

/** Whether the list of orders is shown: not another view, the settings, or details over it. */
export async function showsList(life: WindowLife): Promise<boolean> {
  const { page, driver } = life;
  const tab = page.getByRole('tab', { name: driver.t('inbox.nav.orders'), selected: true });
  return (await filtersOf(life).isVisible()) && (await tab.count()) > 0;
}

/** Shows the list of all orders, with nothing over it. */
export async function toList(life: WindowLife): Promise<void> {
  const { page, driver } = life;
  await page.locator('main:not([aria-busy="true"])').first().waitFor({ state: 'attached' });
  if (await driver.settings().isVisible()) await driver.closeSettings();
  await vi.waitFor(async () => {
    if (await showsList(life)) return;
    const panel = page.getByRole('complementary');
    // A narrow window has no room for both.
    await page.keyboard.press((await panel.isVisible()) ? 'Escape' : 'Control+1');
    throw new Error('The list is not shown');
  }, WITHIN);
  const field = page.getByRole('searchbox');
  if ((await field.count()) > 0 && (await field.inputValue()) !== '') await field.fill('');
  // The hints of an empty field that has the focus lie over the filters.
  if (await field.evaluateAll((fields) => fields.some((one) => one === document.activeElement)))
    await page.keyboard.press('Tab');
  const all = chipsOf(life).first();
  if ((await all.getAttribute('aria-pressed')) === 'false') await all.click();
}

/** The row of an order, which is scrolled into view. */
export function rowOf(life: WindowLife, { id }: OrderRow): Promise<Locator> {
  return rowAt(life, 'data-order-id', id);
}

/** A row of the list that is shown. It renders only those in view, so it is looked through from its start. */
export async function rowAt(
  { page }: WindowLife,
  attribute: 'data-order-id' | 'data-delivery-id',
  id: string,
): Promise<Locator> {
  const row = page.locator(`tr[${attribute}="${id}"]`).first();
  const rows = page.locator(`tr[${attribute}]`);
  await rows.first().waitFor();
  for (const key of ['Home', ...Array<string>(9).fill('PageDown'), 'End']) {
    if ((await row.count()) > 0) break;
    if ((await page.locator(`tr[${attribute}]:focus`).count()) === 0) await rows.first().focus();
    await page.keyboard.press(key);
    // Two frames later the rows at the new place are drawn.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  await row.scrollIntoViewIfNeeded();
  return row;
}

/** Focuses an order in the list by its row, where none is selected, and returns it. */
export async function focusOrder(life: WindowLife, n: number): Promise<OrderRow> {
  await toList(life);
  const clear = life.driver.button(life.driver.t('orders.selection.clear'));
  if (await clear.isVisible()) await clear.click();
  const order = pick(await life.orders(), n);
  await (await rowOf(life, order)).focus();
  return order;
}

/** Opens the menu of an order's row: by pointer or by keys. */
export async function openRowMenu(life: WindowLife, order: OrderRow, byKeys: boolean): Promise<Locator> {
  return openMenuOf(life, await rowOf(life, order), byKeys);
}

/** Opens the menu of a row: by pointer or by keys. */
export async function openMenuOf(life: WindowLife, row: Locator, byKeys: boolean): Promise<Locator> {
  if (byKeys) {
    await row.focus();
    await life.page.keyboard.press('Shift+F10');
  } else await row.click({ button: 'right' });
  const menu = life.page.getByRole('menu');
  await menu.waitFor();
  return menu;
}

/** Chooses an entry of an open menu: by pointer or by keys. */
export async function choose(menu: Locator, name: string, byKeys: boolean): Promise<void> {
  const item = menu.getByRole('menuitem', { name, exact: true });
  if (byKeys) {
    await item.focus();
    await item.press('Enter');
  } else await item.click();
}

/** Opens the details of an order: by pointer or by keys. */
export async function openDetails(life: WindowLife, order: OrderRow, byKeys: boolean): Promise<Locator> {
  await toList(life);
  const row = await rowOf(life, order);
  if (byKeys) {
    await row.focus();
    await life.page.keyboard.press('Enter');
  } else await row.getByText(orderTitle(order), { exact: true }).first().click();
  const panel = life.page.getByRole('complementary', { name: orderTitle(order) });
  await panel.waitFor();
  return panel;
}

/** Leaves the settings: by the button, by Escape, or not. */
export async function leaveSettings(life: WindowLife, n: number): Promise<void> {
  if (n % 3 === 0) await life.driver.closeSettings();
  if (n % 3 !== 1) return;
  await life.page.keyboard.press('Escape');
  await life.driver.settings().waitFor({ state: 'detached' });
}

/** Presses a button: by pointer or by keys. */
export async function press(button: Locator, byKeys: boolean): Promise<void> {
  if (!byKeys) return button.click();
  await button.focus();
  await button.press('Enter');
}

/** Waits until the state of main is as it should be. */
export async function untilOrders(
  life: WindowLife,
  isSo: (orders: readonly OrderRow[]) => boolean,
  what: string,
): Promise<void> {
  await vi.waitFor(async () => {
    if (!isSo(await life.orders())) throw new Error(what);
  }, WITHIN);
}

/** Waits until nothing is under way. What the service delays is not waited for long. */
export async function untilQuiet(life: WindowLife): Promise<void> {
  for (let looks = 0; looks < (life.isSlow ? 20 : 200); looks += 1) {
    const { polling, exportJob } = await life.snapshot();
    const isResting = exportJob === null || exportJob.phase === 'done' || exportJob.phase === 'review';
    if (polling.length === 0 && isResting) return;
    await life.page.waitForTimeout(50);
  }
}
