import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { originOf } from '#shared/domain/receiver.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { StopError } from '../lib/terminal.ts';
import { snapshotOf } from './windowSteps.ts';

/** What a person copies to the service: the address of a hook, and the secret that its deliveries are signed with. */
export type HookGiven = { readonly address: string; readonly secret: string };

/** A delivery as the inbox shows it, in the window's own words. */
export type ShownDelivery = { readonly verdict: string; readonly next: string };

const deliveryLimitMs = 30_000;

/** Opens the WebHooks in the settings and gives the settings page. */
export async function openReceiver(window: Page, t: Translate): Promise<Locator> {
  await window.keyboard.press('Control+,');
  const page = settingsPage(window, t);
  await button(page, t('settings.sections.webHooks')).click();
  return page;
}

/** Leaves the settings. */
export async function closeReceiver(window: Page, t: Translate): Promise<void> {
  await button(settingsPage(window, t), t('settings.back')).click();
  await settingsPage(window, t).waitFor({ state: 'detached' });
}

function settingsPage(window: Page, t: Translate): Locator {
  return window.getByRole('main', { name: t('settings.title'), exact: true });
}

/** Chooses the port to listen at. */
export async function choosePort(dialog: Locator, t: Translate, port: number): Promise<void> {
  await button(dialog, t('receiver.nav.listening')).click();
  await dialog.getByLabel(t('receiver.listening.port'), { exact: true }).fill(String(port));
  await button(dialog, t('receiver.listening.save')).click();
  // Only once it is saved is there nothing to discard.
  const discard = t('receiver.listening.discard');
  await dialog.getByRole('button', { name: discard, exact: true, disabled: true }).waitFor();
}

/**
 * Adds a hook with a secret that the window makes, and gives what is to be entered at the service. The secret is read
 * from its field before it is saved, as it is never shown again. Throws `StopError` when the receiver does not listen.
 */
export async function addHook(dialog: Locator, t: Translate, name: string): Promise<HookGiven> {
  await button(dialog, t('receiver.hook.add')).click();
  await dialog.getByLabel(t('receiver.hook.name'), { exact: true }).fill(name);
  const secret = await dialog.getByLabel(t('receiver.secret.label'), { exact: true }).inputValue();
  await button(dialog, t('receiver.hook.addAndSave')).click();
  // For a moment another hook may be shown: main has not sent the new one yet.
  await dialog.locator('button[aria-current="true"]').filter({ hasText: name }).waitFor();
  const address = await localHookAddress(dialog);
  await untilListening(dialog.page());
  return { address, secret };
}

/** Waits for the pane of a hook and gives its address on this computer, where no tunnel is needed. */
export async function localHookAddress(dialog: Locator): Promise<string> {
  const pane = dialog.locator('[data-hook]');
  await pane.waitFor();
  const path = (await pane.getAttribute('data-hook')) ?? '';
  const { config, state } = (await snapshotOf(dialog.page())).receiver;
  const at = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  return originOf(at) + path;
}

async function untilListening(window: Page): Promise<void> {
  for (;;) {
    const { state } = (await snapshotOf(window)).receiver;
    if (state.kind === 'listening') return;
    if (state.kind === 'failed') throw new StopError(`The receiver cannot listen: ${state.detail}`);
    await wait(50);
  }
}

/** Shows the inbox. */
export async function showInbox(window: Page, t: Translate): Promise<void> {
  await window.getByRole('tab', { name: t('inbox.nav.inbox') }).click();
  await button(window, t('inbox.tabs.log')).waitFor();
}

/** Shows the orders. */
export async function showOrders(window: Page, t: Translate): Promise<void> {
  await window.getByRole('tab', { name: t('inbox.nav.orders'), exact: true }).click();
  await window.locator('tr[data-order-id]').first().waitFor();
}

/** The row of a delivery in the inbox. */
export function deliveryRow(window: Page, id: string): Locator {
  return window.locator(`tr[data-delivery-id="${id}"]`);
}

/** Says through the dialogs of the inbox that the name in a delivery means an order, and closes its panel again. */
export async function mapDelivery(
  window: Page,
  t: Translate,
  { deliveryId, orderName }: { readonly deliveryId: string; readonly orderName: string },
): Promise<void> {
  await deliveryRow(window, deliveryId).click();
  const panel = window.getByRole('complementary');
  // Beside a suggested order the button has another label.
  await button(panel, t('inbox.action.map'))
    .or(button(panel, t('inbox.suggestion.another')))
    .click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('option').filter({ hasText: orderName }).first().click();
  await button(dialog, t('inbox.map.confirm')).click();
  await dialog.waitFor({ state: 'detached' });
  await button(panel, t('inbox.panel.close')).click();
}

/**
 * Waits for a delivery of a name with this verdict, other than `besides`, and gives it. Throws `StopError` when there
 * is none within 30 s.
 */
export async function untilDelivery(
  window: Page,
  wanted: {
    readonly orderName: string;
    readonly verdict: DeliveryView['verdict']['kind'];
    readonly besides?: string;
  },
): Promise<DeliveryView> {
  const { orderName, verdict, besides } = wanted;
  const start = performance.now();
  for (;;) {
    const found = (await snapshotOf(window)).inbox.find(
      (delivery) =>
        delivery.orderName === orderName && delivery.verdict.kind === verdict && delivery.id !== besides,
    );
    if (found !== undefined) return found;
    if (performance.now() - start > deliveryLimitMs) {
      throw new StopError(
        `No delivery of “${orderName}” became “${verdict}” within ${deliveryLimitMs / 1000} s.`,
      );
    }
    await wait(50);
  }
}

/** What the inbox says of a delivery. Its row must show the verdict already, or be about to. */
export async function shownDelivery(window: Page, delivery: DeliveryView): Promise<ShownDelivery> {
  const row = window.locator(
    `tr[data-delivery-id="${delivery.id}"][data-verdict="${delivery.verdict.kind}"]`,
  );
  await row.waitFor();
  const [text = ''] = await row.locator('td').last().allInnerTexts();
  const [verdict = '', next = ''] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { verdict, next };
}

function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}
