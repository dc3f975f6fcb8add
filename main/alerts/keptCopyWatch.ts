import type { OrderRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { Alert, CommandFailure, CopyOutcome } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

/** What became of a copy that is to be kept fresh. */
export interface SeenCopy {
  readonly bundleId: string;
  readonly orderId: string;
  /** For people. */
  readonly folder: string;
  /** SHA-256 fingerprint of the leaf that the order has now. */
  readonly to: string;
  readonly outcome: CopyOutcome;
  /** Of `commandFailed` alone. */
  readonly command: CommandFailure | null;
}

/** Keeps what became of copies until it can be told. That one was not rewritten is told once for each leaf. */
export class KeptCopyWatch {
  readonly #ledger: AlertLedger;
  readonly #order: (id: string) => OrderRow | null;
  /** By bundle. */
  readonly #untold = new Map<string, SeenCopy>();

  /** @param order an order that is there and was not removed */
  constructor(ledger: AlertLedger, order: (id: string) => OrderRow | null) {
    this.#ledger = ledger;
    this.#order = order;
  }

  note(copy: SeenCopy): void {
    this.#untold.set(copy.bundleId, copy);
  }

  /** Nobody wants to hear of what the settings leave out. */
  forget({ alerts, alertOnRenewal, alertOnTrouble }: Settings): void {
    for (const [id, { outcome }] of this.#untold) {
      const isWanted = alerts && (outcome === 'rewritten' ? alertOnRenewal : alertOnTrouble);
      if (!isWanted) this.#untold.delete(id);
    }
  }

  due(): Alert[] {
    const due: Alert[] = [];
    for (const { bundleId, orderId, folder, to, outcome, command } of this.#untold.values()) {
      const order = this.#order(orderId);
      const entry = { subject: to, threshold: `copy:${outcome}:${bundleId}` };
      if (order === null || this.#ledger.has(entry)) this.#untold.delete(bundleId);
      else due.push({ news: { kind: 'copy', order, folder, outcome, command }, entries: [entry] });
    }
    return due;
  }
}
