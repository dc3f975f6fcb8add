import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

/** A connection whose token the service refuses. */
export interface RejectedConnection {
  readonly connectionId: string;
  /** Unix ms. */
  readonly since: number;
}

export interface RejectionWatchPorts {
  readonly ledger: AlertLedger;
  readonly orders: () => readonly OrderRow[];
  /** Connections whose token is refused now. */
  readonly rejected: () => readonly RejectedConnection[];
}

/**
 * Tells once that a connection's token was refused. An episode ends when the gate opens again, which a new token does;
 * after a restart it is the same one as long as nothing was confirmed since.
 */
export class RejectionWatch implements AlertRule {
  readonly name = 'rejection';
  readonly #ports: RejectionWatchPorts;
  /** By connection: since when the refusal lasts that was told last, in this session or before it. */
  readonly #told = new Map<string, number>();

  constructor(ports: RejectionWatchPorts) {
    this.#ports = ports;
  }

  due(): Alert[] {
    return this.#ports.rejected().flatMap(({ connectionId, since }) => {
      if (this.#told.get(connectionId) === since) return [];
      const entry = { subject: connectionId, threshold: `rejected:${this.#lastConfirmed(connectionId)}` };
      const told = () => this.#told.set(connectionId, since);
      if (!this.#told.has(connectionId) && this.#ports.ledger.has(entry)) {
        told();
        return [];
      }
      return [{ news: { kind: 'rejected', connectionId }, entries: [entry], told }];
    });
  }

  #lastConfirmed(connectionId: string): number {
    let last = 0;
    for (const order of this.#ports.orders()) {
      if (sourceId(order) === connectionId) last = Math.max(last, order.lastConfirmedAt ?? 0);
    }
    return last;
  }
}
