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
  #openByOrder: ReadonlyMap<string, readonly DeliveryRecord[]> | null = null;
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
    if (this.#shown === null) {
      const newest = [...this.#store.list()].reverse();
      const sorted = [...newest.filter(isWaiting), ...newest.filter((record) => !isWaiting(record))];
      this.#shown = sorted.slice(0, INBOX_SHOWN_MAX).map(toView);
    }
    return this.#shown;
  }

  /** The open deliveries, oldest first. */
  open(): readonly DeliveryRecord[] {
    this.#open ??= this.#store.list().filter(isOpen);
    return this.#open;
  }

  /** The open deliveries of an order, oldest first. */
  openOf(orderId: string): readonly DeliveryRecord[] {
    if (this.#openByOrder === null) {
      const byOrder = new Map<string, DeliveryRecord[]>();
      for (const record of this.open()) {
        if (record.orderId === null) continue;
        const others = byOrder.get(record.orderId);
        if (others === undefined) byOrder.set(record.orderId, [record]);
        else others.push(record);
      }
      this.#openByOrder = byOrder;
    }
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
