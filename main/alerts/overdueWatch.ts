import type { OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import type { Alert } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';

export interface OverdueWatchPorts {
  readonly ledger: AlertLedger;
  readonly orders: () => readonly OrderRow[];
  readonly isSnoozed: (order: OrderRow) => boolean;
}

/** Finds orders that are past their usual time of renewal, each once for its leaf. An expired one is told as such. */
export class OverdueWatch {
  readonly #ports: OverdueWatchPorts;

  constructor(ports: OverdueWatchPorts) {
    this.#ports = ports;
  }

  /** @param now Unix ms */
  due(now: number): Alert[] {
    const { orders, ledger, isSnoozed } = this.#ports;
    return orders().flatMap((order) => {
      const { fingerprint256, notAfter } = order;
      if (fingerprint256 === null || notAfter === null || now > notAfter || isSnoozed(order)) return [];
      const state = renewalState(order, now);
      const entry = { subject: fingerprint256, threshold: 'overdue' };
      if (state.kind !== 'overdue' || ledger.has(entry)) return [];
      return [{ news: { kind: 'overdue' as const, order, byMs: state.byMs }, entries: [entry] }];
    });
  }
}
