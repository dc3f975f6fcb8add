import { sourceId } from '#shared/domain/order.ts';
import type { Alert, AlertRule, AlertRulePorts } from './alert.ts';

/** A connection whose token the service refuses. */
export interface RejectedConnection {
  readonly connectionId: string;
  /** Unix ms. */
  readonly since: number;
}

export interface RejectionRulePorts extends AlertRulePorts {
  /** Connections whose token is refused now. */
  readonly rejected: () => readonly RejectedConnection[];
}

/**
 * One alert per episode of a refused token. An episode ends with a new token. After a restart it is the same episode if
 * no order was confirmed since.
 */
export class RejectionRule implements AlertRule {
  readonly name = 'rejection';
  readonly #ports: RejectionRulePorts;
  /** By connection: `since` of the last episode with an alert, Unix ms. */
  readonly #alerted = new Map<string, number>();

  constructor(ports: RejectionRulePorts) {
    this.#ports = ports;
  }

  evaluate(): Alert[] {
    return this.#ports.rejected().flatMap(({ connectionId, since }) => {
      if (this.#alerted.get(connectionId) === since) return [];
      const entry = { subject: connectionId, threshold: `rejected:${this.#lastConfirmed(connectionId)}` };
      const onShown = () => this.#alerted.set(connectionId, since);
      if (!this.#alerted.has(connectionId) && this.#ports.ledger.has(entry)) {
        onShown();
        return [];
      }
      return [{ event: { kind: 'rejected', connectionId }, entries: [entry], onShown }];
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
