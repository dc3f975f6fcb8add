import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { NotAfterBridge } from '#shared/ipc/contract.ts';
import type { ShownOrder } from './orderTable.ts';

/** What the user enters on the first start. */
export type FirstStart = {
  readonly name: string;
  readonly baseUrl: string;
  /** Whether a CA file is chosen; the dialog must have been answered (`answerFileDialogs`). */
  readonly hasCaFile: boolean;
  readonly token: string;
  readonly rids: readonly string[];
};

/** Main's state as the page reads it. */
export async function snapshotOf(window: Page): Promise<AppSnapshot> {
  await window.waitForLoadState('domcontentloaded');
  return window.evaluate(() =>
    (globalThis as unknown as { readonly notAfter: NotAfterBridge }).notAfter.calls['app:snapshot'](null),
  );
}

/** The texts in the window's language. */
export async function wordsOf(window: Page): Promise<Translate> {
  const { locale } = (await snapshotOf(window)).app;
  await loadTexts(locale);
  return translatorOf(locale);
}

/** Goes through the three steps of the first start and ends at the list. */
export async function goThroughFirstStart(window: Page, t: Translate, given: FirstStart): Promise<void> {
  await enterConnection(window, t, given);
  await enterToken(window, t, given.token);
  await enterFirstOrders(window, t, given.rids);
}

/** The first step: name, base URL and CA file. */
export async function enterConnection(
  window: Page,
  t: Translate,
  { name, baseUrl, hasCaFile }: Pick<FirstStart, 'name' | 'baseUrl' | 'hasCaFile'>,
): Promise<void> {
  await window.getByLabel(t('connections.baseUrl'), { exact: true }).fill(baseUrl);
  await window.getByLabel(t('connections.name'), { exact: true }).fill(name);
  if (hasCaFile) {
    await button(window, t('connections.ca.choose')).click();
    await button(window, t('connections.ca.change')).waitFor();
  }
  await button(window, t('common.next')).click();
}

/** The second step: the access token; the connection is added. */
export async function enterToken(window: Page, t: Translate, token: string): Promise<void> {
  await window.getByLabel(t('connections.token'), { exact: true }).fill(token);
  await button(window, t('firstStart.token.save')).click();
}

/** The third step: the rids; then the list is shown. */
export async function enterFirstOrders(window: Page, t: Translate, rids: readonly string[]): Promise<void> {
  await window.getByLabel(t('addOrders.rids'), { exact: true }).fill(rids.join('\n'));
  await button(window, t('addOrders.submitCount', { count: rids.length })).click();
  await button(window, t('firstStart.orders.finish')).click();
}

/** Waits until every order was polled, with any result. */
export async function untilAllAsked(window: Page): Promise<void> {
  for (;;) {
    const { orders, polling } = await snapshotOf(window);
    if (polling.length === 0 && orders.lastAttemptAt.every((at) => at !== null)) {
      return;
    }
    await wait(100);
  }
}

/** The rows of the list, in its order. */
export function orderRows(window: Page): Locator {
  return window.locator('tr[data-order-id]');
}

/** The texts of the list's rendered rows. */
export async function shownOrders(window: Page): Promise<readonly ShownOrder[]> {
  const rids = new Set((await snapshotOf(window)).orders.serviceKey);
  const shown: ShownOrder[] = [];
  for (const row of await orderRows(window).all()) {
    const [, order = '', time = '', state = ''] = await row.locator('td').allInnerTexts();
    const [name = '', ...names] = linesOf(order);
    const [remaining = ''] = linesOf(time);
    shown.push({
      name,
      domains: names.filter((line) => !rids.has(line)).join(' '),
      remaining,
      status: linesOf(state).join(': '),
    });
  }
  return shown;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function button(window: Page, name: string): Locator {
  return window.getByRole('button', { name, exact: true });
}
