import { createServer } from 'node:http';
import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { localHookAddress } from '#scripts/demo/receiverSteps.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { ReceiverLogEntry } from '#shared/domain/receiver.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { answerConsent } from './nativeDialogs.ts';
import type { WindowDriver } from './windowDriver.ts';

/** The address and the secret with which a service delivers to a hook. */
export interface HookAccess {
  readonly url: string;
  readonly secret: string;
}

/** The user's actions in the receiver and the inbox, by the texts of the window. */
export class ReceiverDriver {
  readonly window: WindowDriver;

  constructor(window: WindowDriver) {
    this.window = window;
  }

  /** Opens the WebHooks in the settings. */
  async open(): Promise<Locator> {
    return this.window.openSettings('webHooks');
  }

  /** Leaves the settings. */
  async close(): Promise<void> {
    await this.window.closeSettings();
  }

  /** In the open settings: chooses the port under "Advanced". */
  async choosePort(port: number): Promise<void> {
    const { window } = this;
    const { t } = window;
    const page = window.settings();
    await window.button(t('receiver.nav.listening'), page).click();
    await page.getByLabel(t('receiver.listening.port'), { exact: true }).fill(String(port));
    await window.button(t('receiver.listening.save'), page).click();
    // Also disabled while it saves: it has finished when nothing can be discarded either.
    const discard = window.button(t('receiver.listening.discard'), page);
    await until(async () => expect(await discard.isDisabled()).toBe(true));
  }

  /** In the open settings: fills in a new hook with a generated secret, and returns that secret. */
  async fillHook(name: string): Promise<string> {
    const { window } = this;
    const { t } = window;
    const page = window.settings();
    await window.button(t('receiver.hook.add'), page).click();
    await page.getByLabel(t('receiver.hook.name'), { exact: true }).fill(name);
    return page.getByLabel(t('receiver.secret.label'), { exact: true }).inputValue();
  }

  /** In the open settings: saves the filled-in hook and returns its address on this computer. */
  async saveHook(): Promise<string> {
    const { window } = this;
    const { t } = window;
    const page = window.settings();
    await window.button(t('receiver.hook.addAndSave'), page).click();
    return this.hookAddress();
  }

  /** In the open settings: waits for the pane of a hook and returns its address on this computer. */
  async hookAddress(): Promise<string> {
    return localHookAddress(this.window.settings());
  }

  /** From the closed settings to a hook that listens on a free port, and back. */
  async addHook(name = 'Production'): Promise<HookAccess> {
    await this.open();
    await this.choosePort(await freePort());
    const secret = await this.fillHook(name);
    const url = await this.saveHook();
    await this.untilListening();
    await this.close();
    return { url, secret };
  }

  /** Waits until the receiver listens, as main reports it to the page. */
  async untilListening(): Promise<void> {
    await until(async () => {
      const { state } = (await snapshotOf(this.window.page)).receiver;
      expect(state.kind).toBe('listening');
    });
  }

  /** Shows the deliveries of the inbox, or its log. */
  async show(tab: 'deliveries' | 'log'): Promise<void> {
    const { page, t } = this.window;
    const inbox = page.getByRole('tab', { name: t('inbox.nav.inbox') });
    await inbox.click();
    const link = this.window.button(t(`inbox.tabs.${tab}`), page.getByRole('tabpanel'));
    const other = this.window.button(
      t(`inbox.tabs.${tab === 'log' ? 'deliveries' : 'log'}`),
      page.getByRole('tabpanel'),
    );
    await link.or(other).waitFor();
    if (await link.isVisible()) await link.click();
  }

  /** Shows the orders. */
  async showOrders(): Promise<void> {
    const { page, t } = this.window;
    await page.getByRole('tab', { name: t('inbox.nav.orders'), exact: true }).click();
  }

  /** The deliveries of the inbox, as main sends them to the page. */
  async deliveries(): Promise<readonly DeliveryView[]> {
    return (await snapshotOf(this.window.page)).inbox;
  }

  /** The delivery log, newest first, as main sends it to the page. */
  async log(): Promise<readonly ReceiverLogEntry[]> {
    return (await snapshotOf(this.window.page)).receiverLog;
  }

  /** The rows of the deliveries with this fingerprint. */
  async row(fingerprint256: string): Promise<Locator> {
    const id = await until(async () => {
      const found = (await this.deliveries()).find(({ leaf }) => leaf.fingerprint256 === fingerprint256);
      if (found === undefined) throw new Error('There is no such delivery');
      return found.id;
    });
    return this.window.page.locator(`[data-delivery-id="${id}"]`);
  }

  /** Waits until the row of a delivery has this mark (`data-verdict`). */
  async untilVerdict(fingerprint256: string, mark: string): Promise<void> {
    const row = await this.row(fingerprint256);
    await until(async () => expect(await row.getAttribute('data-verdict')).toBe(mark));
  }

  /** Opens a delivery and returns its panel. */
  async openDelivery(fingerprint256: string): Promise<Locator> {
    const row = await this.row(fingerprint256);
    await row.locator('td').nth(1).click();
    const panel = this.window.page.getByRole('complementary');
    await panel.waitFor();
    return panel;
  }

  /** The button that chooses the order of a delivery; beside a suggested order it has another label. */
  linkButton(panel: Locator): Locator {
    const { window } = this;
    const another = window.button(window.t('inbox.suggestion.another'), panel);
    return window.button(window.t('inbox.action.map'), panel).or(another);
  }

  /** From the open panel: links the delivery's name to this order. */
  async mapTo(panel: Locator, order: string): Promise<void> {
    const { window } = this;
    const { t } = window;
    await this.linkButton(panel).click();
    await window.dialog().getByRole('option').filter({ hasText: order }).click();
    await window.button(t('inbox.map.confirm'), window.dialog()).click();
    await window.dialog().waitFor({ state: 'detached' });
  }

  /** From the open panel: accepts a delivery without an order and without the service, once the native question is answered. */
  async askToApprove(panel: Locator): Promise<void> {
    const { t, page } = this.window;
    await this.window.button(t('inbox.action.more'), panel).click();
    await page.getByRole('menuitem', { name: t('inbox.action.approve') }).click();
  }

  async approve(panel: Locator): Promise<void> {
    await this.askToApprove(panel);
    await answerConsent(this.window.app, true);
  }
}

function until<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000 });
}

/** A port of the loopback address on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server, 0);
  await stopServer(server);
  return port;
}
