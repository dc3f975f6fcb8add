import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { formatRids } from '#shared/domain/rids.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { loadTexts } from '#shared/i18n/loadTexts.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { CallArgs, CallName, CallValue, NotAfterBridge } from '#shared/ipc/contract.ts';
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

/** Makes a call of the contract in a page, as the page does. @returns its answer */
export async function callIn<Name extends CallName>(
  window: Page,
  name: Name,
  args: CallArgs<Name>,
): Promise<CallValue<Name>> {
  const answer: unknown = await window.evaluate(
    ([called, given]) => {
      const { notAfter } = globalThis as unknown as { readonly notAfter: NotAfterBridge };
      const calls = notAfter.calls as unknown as Record<string, (args: unknown) => Promise<unknown>>;
      return calls[called]?.(given);
    },
    [name, args] as const,
  );
  return answer as CallValue<Name>;
}

/** Main's state as the page reads it. */
export async function snapshotOf(window: Page): Promise<AppSnapshot> {
  await window.waitForLoadState('domcontentloaded');
  return callIn(window, 'app:snapshot', null);
}

/** The texts in the window's language. */
export async function wordsOf(window: Page): Promise<Translate> {
  const { language } = (await snapshotOf(window)).app;
  await loadTexts(language);
  return translatorOf(language);
}

/** Goes through the first start and ends at the list, also where nothing works. */
export async function goThroughFirstStart(window: Page, t: Translate, given: FirstStart): Promise<void> {
  await enterFirstStart(window, t, given);
  await continueFirstStart(window, t, given.rids.length);
}

/** Enters name and CA file by hand, and pastes the rest as one text: it is tried at once. */
export async function enterFirstStart(
  window: Page,
  t: Translate,
  { name, baseUrl, hasCaFile, token, rids }: FirstStart,
): Promise<void> {
  const byHand = button(window, t('firstStart.byHand'));
  if ((await byHand.getAttribute('aria-expanded')) === 'false') await byHand.click();
  await window.getByLabel(t('connections.name'), { exact: true }).fill(name);
  if (hasCaFile) {
    await button(window, t('connections.ca.choose')).click();
    await button(window, t('connections.ca.change')).waitFor();
  }
  await enterFirstText(window, t, [baseUrl, `Bearer ${token}`, formatRids(rids)].join('\n'));
}

/** Enters a text into the box of the first start. */
export async function enterFirstText(window: Page, t: Translate, text: string): Promise<void> {
  const box = window.getByLabel(t('firstStart.paste'), { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The button that ends the first start with this many rids. */
export function firstStartButton(window: Page, t: Translate, rids: number): Locator {
  return button(window, rids === 0 ? t('firstStart.continue') : t('addOrders.submitCount', { count: rids }));
}

/** Ends the first start, also where nothing works, and waits for the list. */
export async function continueFirstStart(window: Page, t: Translate, rids: number): Promise<void> {
  const anyway = button(window, t('firstStart.saveAnyway'));
  const list = window.getByRole('banner');
  try {
    await firstStartButton(window, t, rids).or(anyway).first().click();
    await anyway.or(list).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await list.waitFor();
  } catch (cause) {
    const form = window.getByRole('form');
    const busy = await form.locator('[aria-busy="true"]').allInnerTexts();
    const shown = await form.allInnerTexts();
    throw new Error(`The first start did not end. Busy: ${busy.join(', ')}. Shown: ${shown.join('\n')}`, {
      cause,
    });
  }
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
export function shownOrders(window: Page): Promise<readonly ShownOrder[]> {
  return orderRows(window).evaluateAll((rows) =>
    rows.map((row) => {
      // As a screen reader reads it.
      const textOf = (element: Element | null | undefined) => {
        const read = element?.cloneNode(true) as Element | undefined;
        for (const unread of read?.querySelectorAll('[aria-hidden]') ?? []) unread.remove();
        return (read?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
      };
      const [, order, state, ...others] = row.querySelectorAll('td');
      const [, , domains] = order?.children ?? [];
      const states = [...(state?.children ?? [])].map((part) => textOf(part).replace(/^· ?/u, ''));
      return {
        name: textOf(order?.querySelector('[title]')),
        domains: textOf(domains),
        remaining: textOf(others.at(-2)?.querySelector('span')),
        status: states.filter((text) => text !== '').join(': '),
      };
    }),
  );
}

/** The texts of all rows of the list. It renders only those in view, so it is scrolled to its end, and back. */
export async function allOrders(window: Page): Promise<readonly ShownOrder[]> {
  const found = new Map<string, ShownOrder>();
  /** Scrolls by a part of the view, or to the start, and waits for the rows there. Returns whether it moved. */
  const scroll = (to: 'on' | 'start') =>
    orderRows(window)
      .first()
      .evaluate(async (row, where) => {
        let scroller = row.parentElement;
        while (scroller !== null && getComputedStyle(scroller).overflowY !== 'auto')
          scroller = scroller.parentElement;
        if (scroller === null) return false;
        const before = scroller.scrollTop;
        scroller.scrollTop = where === 'on' ? before + scroller.clientHeight / 2 : 0;
        for (let frame = 0; frame < 3; frame += 1)
          await new Promise((painted) => requestAnimationFrame(painted));
        return scroller.scrollTop !== before;
      }, to);
  await scroll('start');
  do {
    for (const order of await shownOrders(window)) found.set(order.name, order);
  } while (await scroll('on'));
  await scroll('start');
  return [...found.values()];
}

/** Chooses an entry of the menu in the header. */
export async function chooseInMenu(window: Page, t: Translate, name: string): Promise<void> {
  await button(window, t('orders.header.menu')).click();
  await window.getByRole('menuitem', { name, exact: true }).click();
}

function button(window: Page, name: string): Locator {
  return window.getByRole('button', { name, exact: true });
}
