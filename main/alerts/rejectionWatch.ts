import type { OrderRow } from '#shared/domain/order.ts';
import type { Alert } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

/**
 * Tells once that a connection's token was refused. An episode ends when the gate opens again, which a new token does;
 * after a restart it is the same one as long as nothing was confirmed since.
 */
export class RejectionWatch {
  readonly #ledger: AlertLedger;
  readonly #orders: () => readonly OrderRow[];
  /** Connections whose token is refused: the entry of the alert, `null` once it was told. */
  readonly #rejected = new Map<string, LedgerEntry | null>();
  /** How many episodes a connection has had in this session. */
  readonly #episodes = new Map<string, number>();

  constructor(ledger: AlertLedger, orders: () => readonly OrderRow[]) {
    this.#ledger = ledger;
    this.#orders = orders;
  }

  isRejected(connectionId: string): boolean {
    return this.#rejected.has(connectionId);
  }

  rejected(connectionId: string): void {
    if (this.isRejected(connectionId)) return;
    const entry = { subject: connectionId, threshold: `rejected:${this.#lastConfirmed(connectionId)}` };
    const episode = (this.#episodes.get(connectionId) ?? 0) + 1;
    this.#episodes.set(connectionId, episode);
    const isTold = episode === 1 && this.#ledger.has(entry);
    this.#rejected.set(connectionId, isTold ? null : entry);
  }

  /** The token gets another chance, or its connection is gone. */
  ended(connectionId: string): void {
    this.#rejected.delete(connectionId);
  }

  due(): Alert[] {
    return [...this.#rejected].flatMap(([connectionId, entry]) =>
      entry === null ? [] : [{ news: { kind: 'rejected', connectionId }, entries: [entry] }],
    );
  }

  told(connectionId: string): void {
    this.#rejected.set(connectionId, null);
  }

  #lastConfirmed(connectionId: string): number {
    let last = 0;
    for (const order of this.#orders()) {
      if (order.connectionId === connectionId) last = Math.max(last, order.lastConfirmedAt ?? 0);
    }
    return last;
  }
}
