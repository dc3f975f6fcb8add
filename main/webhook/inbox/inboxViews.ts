import { type DeliveryView, INBOX_SHOWN_MAX, isWaiting } from '#shared/domain/delivery.ts';
import { cleanText } from '#shared/text.ts';
import type { DeliveryRecord } from './deliveryRecord.ts';
import type { DeliveryStore } from './deliveryStore.ts';

/** Whether the verdict on a delivery is not final. */
export function isOpen({ verdict }: Pick<DeliveryView, 'verdict'>): boolean {
  return verdict.kind === 'checking' || verdict.kind === 'waiting';
}

/** The deliveries as the window, the tray and the alerts see them; cached until the next change. */
export class InboxViews {
  readonly #store: DeliveryStore;
  #open: readonly DeliveryRecord[] | null = null;
  #openByOrder: ReadonlyMap<string | null, readonly DeliveryRecord[]> | null = null;
  #shown: readonly DeliveryView[] | null = null;

  /** Subscribes to the store first, so that listeners added later see current views. */
  constructor(store: DeliveryStore) {
    this.#store = store;
    store.onDidChange(() => {
      this.#open = null;
      this.#openByOrder = null;
      this.#shown = null;
    });
  }

  /** Waiting ones first, then by age, newest first; at most `INBOX_SHOWN_MAX`. */
  shown(): readonly DeliveryView[] {
    this.#shown ??= this.#store
      .list()
      .toReversed()
      .sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)))
      .slice(0, INBOX_SHOWN_MAX)
      .map(toView);
    return this.#shown;
  }

  /** The open deliveries, oldest first. */
  open(): readonly DeliveryRecord[] {
    this.#open ??= this.#store.list().filter(isOpen);
    return this.#open;
  }

  /** The deliveries that need a decision of the user, oldest first. */
  waiting(): readonly DeliveryRecord[] {
    return this.open().filter(isWaiting);
  }

  /** The open deliveries of an order, oldest first. */
  openOf(orderId: string): readonly DeliveryRecord[] {
    this.#openByOrder ??= Map.groupBy(this.open(), (record) => record.orderId);
    return this.#openByOrder.get(orderId) ?? [];
  }

  /** The open deliveries with a name, oldest first. */
  openNamed(hookId: string, name: string): readonly DeliveryRecord[] {
    return this.open().filter((record) => record.hookId === hookId && record.orderName === name);
  }
}

/** A delivery as it is displayed: without certificates, its names as clean text. */
export function toView({ chain: _chain, pem: _pem, ...view }: DeliveryRecord): DeliveryView {
  return { ...view, orderName: cleanText(view.orderName), task: cleanText(view.task) };
}
