import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { SettingsSection } from '#renderer/stores/settingsStore.ts';
import { answerFileDialogs } from '#scripts/demo/electronApp.ts';
import {
  callIn,
  chooseInMenu,
  goThroughFirstStart,
  orderRows,
  shownOrders,
  snapshotOf,
  untilAllAsked,
  wordsOf,
} from '#scripts/demo/windowSteps.ts';
import type { PlaceStatus } from '#shared/domain/conditions/places.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { fromColumns } from '#shared/domain/snapshot.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { statusCountText } from '#shared/i18n/statusText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { NotAfter } from './notAfterApp.ts';
import { pictureOfPage } from './pictures.ts';
import type { TestService } from './service.ts';

/** The user's actions in the window, by the texts that it shows. */
export class WindowDriver {
  readonly app: NotAfter;
  readonly page: Page;
  readonly t: Translate;

  constructor(app: NotAfter, page: Page, t: Translate) {
    this.app = app;
    this.page = page;
    this.t = t;
  }

  /** First start with the service's CA file, token and rids (default: all), until every order was polled. */
  async connect(
    service: TestService,
    given: { readonly name?: string; readonly token?: string; readonly rids?: readonly string[] } = {},
  ): Promise<void> {
    await answerFileDialogs(this.app.electron, service.caFile);
    const { name = 'Main service', token = service.token, rids = service.rids } = given;
    const { baseUrl } = service;
    await goThroughFirstStart(this.page, this.t, { name, baseUrl, hasCaFile: true, token, rids });
    await untilAllAsked(this.page);
  }

  /** The button with exactly this name. */
  button(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  /** The dialog that is open. */
  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The row of the order with this name in it. */
  row(name: string): Locator {
    return orderRows(this.page).filter({ hasText: name });
  }

  /** The names in the list from top to bottom. */
  async names(): Promise<readonly string[]> {
    return (await shownOrders(this.page)).map(({ name }) => name);
  }

  /** The status that a row shows. */
  async status(name: string): Promise<string | null> {
    return this.row(name).getAttribute('data-status');
  }

  /** Waits until a row shows a status. */
  async untilStatus(name: string, status: OrderStatus): Promise<void> {
    await vi.waitFor(async () => expect(await this.status(name)).toBe(status), { timeout: 10_000 });
  }

  /** The orders as main sends them to the page. */
  async orders(): Promise<readonly OrderRow[]> {
    return fromColumns((await snapshotOf(this.page)).orders);
  }

  /** The order with this name at its service. */
  async order(name: string): Promise<OrderRow | undefined> {
    return (await this.orders()).find(({ serviceName }) => serviceName === name);
  }

  /** The button in the header that polls all orders. */
  syncButton(): Locator {
    return this.button(this.t('orders.header.syncNow'), this.page.getByRole('banner'));
  }

  /** Polls all orders and waits for the answers. */
  async syncNow(): Promise<void> {
    const before = new Map((await this.polled()).map(({ id, lastAttemptAt }) => [id, lastAttemptAt]));
    await this.syncButton().click();
    const isAskedAgain = async () =>
      (await this.polled()).every(({ id, lastAttemptAt }) => lastAttemptAt !== before.get(id));
    await vi.waitFor(async () => expect(await isAskedAgain()).toBe(true), { timeout: 15_000 });
    await untilAllAsked(this.page);
  }

  /** The orders that are polled: not those of a connection whose token was rejected, nor push-only ones. */
  async polled(): Promise<readonly OrderRow[]> {
    return (await this.orders()).filter(
      ({ source, failure }) => source.kind === 'pull' && failure?.kind !== 'unauthorized',
    );
  }

  /** Adds orders to the one connection, or the main one, and waits for the answers. */
  async addOrders(rids: readonly string[]): Promise<void> {
    const { t } = this;
    await this.button(t('orders.header.add')).click();
    await this.dialog().getByLabel(t('addOrders.rids'), { exact: true }).fill(rids.join(' '));
    const connections = this.dialog().getByRole('combobox', { name: t('addOrders.connection') });
    const main = { label: 'Main service' };
    if ((await connections.getByRole('option').count()) > 1) await connections.selectOption(main);
    await this.button(t('addOrders.submitCount', { count: rids.length }), this.dialog()).click();
    await this.button(t('common.done'), this.dialog()).click();
    await untilAllAsked(this.page);
  }

  /** Opens the export of one order by its key: the button of its row is another one where that helps more. */
  async openExport(name: string): Promise<Locator> {
    const title = this.page.getByText(name, { exact: true });
    await orderRows(this.page).filter({ has: title }).first().focus();
    await this.page.keyboard.press('e');
    await this.dialog().waitFor();
    return this.dialog();
  }

  /** Opens an order's details and returns the panel. */
  async openDetails(name: string): Promise<Locator> {
    await this.row(name).getByText(name, { exact: true }).first().click();
    const panel = this.page.getByRole('complementary', { name });
    await panel.waitFor();
    return panel;
  }

  /** The settings page. */
  settings(): Locator {
    return this.page.getByRole('main', { name: this.t('settings.title'), exact: true });
  }

  /** Opens the settings page at a section. */
  async openSettings(section: SettingsSection): Promise<Locator> {
    // A page that still loads has no keys. The view may be hidden behind its details, or the settings.
    await this.page.locator('main:not([aria-busy="true"])').first().waitFor({ state: 'attached' });
    if (!(await this.settings().isVisible())) await this.page.keyboard.press('Control+,');
    await this.settings().waitFor();
    const link = this.button(this.t(`settings.sections.${section}`), this.settings());
    const list = this.settings().getByRole('combobox', { name: this.t('settings.sections.label') });
    // A narrow page has a list in place of the links.
    if (await list.isVisible()) await list.selectOption(section);
    else await link.click();
    return this.settings();
  }

  /** Leaves the settings page. */
  async closeSettings(): Promise<void> {
    await this.button(this.t('settings.back'), this.settings()).click();
    await this.settings().waitFor({ state: 'detached' });
  }

  /** A step of the deployment in the panel of an order. */
  step(name: 'files' | 'servers'): Locator {
    return this.page.getByRole('listitem', { name: this.t(`places.steps.${name}`), exact: true });
  }

  /** Opens an order's details with those of a step of its deployment, and returns the step. */
  async openStep(order: string, name: 'files' | 'servers'): Promise<Locator> {
    await this.openDetails(order);
    const step = this.step(name);
    await step.waitFor();
    await this.expandStep(step);
    return step;
  }

  /** Shows the details of a step, if it has any. */
  async expandStep(step: Locator): Promise<void> {
    const details = this.button(this.t('places.steps.details'), step);
    if ((await details.count()) > 0) await details.click();
  }

  /**
   * Waits until a server in the details of its step has a verdict. The step has no details before
   * its first server, and does not open for servers that are as they should be.
   */
  async untilServerVerdict(step: Locator, verdict: PlaceStatus): Promise<void> {
    const badge = this.t(`places.verdict.${verdict}`);
    const shown = step.getByRole('listitem').getByText(badge, { exact: true }).first();
    const look = async () => {
      await this.expandStep(step);
      return shown.isVisible();
    };
    await expect.poll(look, { timeout: 15_000 }).toBe(true);
  }

  /** Chooses an entry of the menu in the header. */
  chooseInMenu(name: string): Promise<void> {
    return chooseInMenu(this.page, this.t, name);
  }

  /** The chip that filters by a status; `count`: how many orders it says. */
  chip(status: OrderStatus, count: number): Locator {
    return this.button(
      statusCountText(status, count, this.t),
      this.page.getByRole('toolbar', { name: this.t('orders.toolbar.filters') }),
    );
  }

  /** Opens the connections in the settings. */
  async openConnections(): Promise<Locator> {
    return this.openSettings('connections');
  }

  /** Selects orders with their checkboxes. */
  async select(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page
        .getByRole('checkbox', { name: this.t('orders.list.select', { name }), exact: true })
        .check();
    }
  }

  /** Exports orders into a folder, which asks nothing, and closes the summary. */
  async exportInto(folder: string, names: readonly string[]): Promise<void> {
    await this.select(names);
    await this.openSelectionExport();
    await this.chooseExportPlace('folder', folder);
    await this.untilExported();
    await this.finishExport();
  }

  /** Opens the export of what is selected. */
  async openSelectionExport(): Promise<void> {
    const bar = this.page.getByRole('region', { name: this.t('orders.selection.label') });
    await this.button(this.t('orders.action.export'), bar).click();
  }

  /** In the open export: chooses a preset, which may be offered on request only. */
  async choosePreset(name: string): Promise<void> {
    const choice = this.dialog().getByRole('radio', { name });
    const more = this.button(this.t('exporting.morePresets'), this.dialog());
    await choice.or(more).first().waitFor();
    if ((await choice.count()) === 0) await more.click();
    await choice.check();
  }

  /** Opens a part of the settings of alerts that is folded. */
  async openFoldedSetting(title: string): Promise<void> {
    await this.settings().getByRole('button', { name: title, expanded: false }).click();
  }

  /** Exports from the open dialog: the native dialog returns this target. */
  async chooseExportPlace(container: 'folder' | 'zip', place: string): Promise<void> {
    await answerFileDialogs(this.app.electron, place);
    const { t } = this;
    const button = (key: 'chooseZip' | 'chooseFolder' | 'otherFolder') =>
      this.button(t(`exporting.${key}`), this.dialog());
    // The first folder is the main choice; later there are those of earlier exports.
    const folder = button('chooseFolder').or(button('otherFolder'));
    await (container === 'zip' ? button('chooseZip') : folder).click();
  }

  /** Waits for the review of an export. */
  async untilReview(): Promise<void> {
    await this.dialog()
      .getByRole('heading', { name: this.t('exporting.review') })
      .waitFor();
  }

  /** From the review to the summary of `count` written orders. */
  async writeExport(count: number): Promise<void> {
    await this.button(this.t('exporting.write', { count }), this.dialog()).click();
    await this.untilExported();
  }

  /** Waits for the summary of an export. */
  async untilExported(): Promise<void> {
    await this.dialog().getByText(this.t('exporting.done.title'), { exact: true }).waitFor();
  }

  /** Closes the summary. */
  async finishExport(): Promise<void> {
    await this.button(this.t('common.done'), this.dialog()).click();
    await this.dialog().waitFor({ state: 'detached' });
  }

  /** On request saves a screenshot of the page in the folder of test results. */
  async screenshot(name: string): Promise<void> {
    await pictureOfPage(this.page, name);
  }
}

/** Controls the app's window, which is open or about to open, in its own language. */
export async function driveWindow(app: NotAfter): Promise<WindowDriver> {
  const page = await app.window();
  return new WindowDriver(app, page, await wordsOf(page));
}

/** Lets the app speak a language, and waits until its window does. A driver made before keeps its own. */
export async function setLanguage(app: NotAfter, language: 'en' | 'zh-CN'): Promise<void> {
  const page = await app.window();
  await callIn(page, 'settings:set', { language });
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
}

/** Gives the app's windows a size, in CSS pixels of a page without zoom, and waits until the page of the window has it. */
export async function setContentSize(
  { app, page }: WindowDriver,
  width: number,
  height: number,
): Promise<void> {
  await app.electron.evaluate(
    ({ BrowserWindow }, size) => {
      for (const window of BrowserWindow.getAllWindows()) window.setContentSize(...size);
    },
    [width, height] as const,
  );
  await page.waitForFunction((size) => innerWidth === size[0] && innerHeight === size[1], [width, height]);
}
