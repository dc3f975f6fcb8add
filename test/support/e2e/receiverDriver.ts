import { createServer } from 'node:http';
import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
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

  /** Opens the receiver's dialog, by the menu in the header or, before the first connection, by its button. */
  async open(): Promise<Locator> {
    const { window } = this;
    const button = window.button(window.t('inbox.nav.receiver'));
    if ((await button.count()) > 0) await button.click();
    else await window.chooseInMenu(window.t('inbox.nav.receiver'));
    await window.dialog().waitFor();
    return window.dialog();
  }

  /** Closes the dialog that is open. */
  async close(): Promise<void> {
    const { window } = this;
    await window.button(window.t('common.close'), window.dialog()).click();
    await window.dialog().waitFor({ state: 'detached' });
  }

  /** In the open dialog: chooses the port under "Listening". */
  async choosePort(port: number): Promise<void> {
    const { window } = this;
    const { t } = window;
    const dialog = window.dialog();
    await window.button(t('receiver.nav.listening'), dialog).click();
    await dialog.getByLabel(t('receiver.listening.port'), { exact: true }).fill(String(port));
    await window.button(t('receiver.listening.save'), dialog).click();
    // Also disabled while it saves: it has finished when nothing can be discarded either.
    const discard = window.button(t('receiver.listening.discard'), dialog);
    await until(async () => expect(await discard.isDisabled()).toBe(true));
  }

  /** In the open dialog: fills in a new hook with a generated secret, and returns that secret. */
  async fillHook(name: string): Promise<string> {
    const { window } = this;
    const { t } = window;
    const dialog = window.dialog();
    await window.button(t('receiver.hook.add'), dialog).click();
    await dialog.getByLabel(t('receiver.hook.name'), { exact: true }).fill(name);
    await window.button(t('receiver.secret.make'), dialog).click();
    return dialog.getByLabel(t('receiver.secret.label'), { exact: true }).inputValue();
  }

  /** In the open dialog: saves the filled-in hook and returns its address. */
  async saveHook(): Promise<string> {
    const { window } = this;
    const { t } = window;
    const dialog = window.dialog();
    await window.button(t('receiver.hook.addAndSave'), dialog).click();
    return this.hookAddress();
  }

  /** In the open dialog: waits for the pane of a hook and returns the shown address for the service. */
  async hookAddress(): Promise<string> {
    const { window } = this;
    const { t } = window;
    const dialog = window.dialog();
    await dialog.getByText(t('receiver.hook.address'), { exact: true }).waitFor();
    const address = dialog.locator('section').filter({ hasText: t('receiver.hook.address') });
    return (await address.locator('code').textContent()) ?? '';
  }

  /** From the closed dialog to a hook that listens on a free port, and back. */
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
    await page.getByRole('tab', { name: t(`inbox.tabs.${tab}`), exact: true }).click();
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

  /** From the open panel: links the delivery's name to this order. */
  async mapTo(panel: Locator, order: string): Promise<void> {
    const { window } = this;
    const { t } = window;
    await window.button(t('inbox.action.map'), panel).click();
    await window.dialog().getByRole('option').filter({ hasText: order }).click();
    await window.button(t('inbox.map.confirm'), window.dialog()).click();
    await window.dialog().waitFor({ state: 'detached' });
  }

  /** From the open panel: accepts the delivery without the service. */
  async approve(panel: Locator): Promise<void> {
    const { window } = this;
    const { t } = window;
    await window.button(t('inbox.action.approve'), panel).click();
    await answerConsent(window.app, true);
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
