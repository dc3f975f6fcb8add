import { isPushOnly, type OrderRow } from '#shared/domain/order.ts';
import { renewalState } from '#shared/domain/renewal.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger } from './alertLedger.ts';
import { passedThresholds } from './alertThresholds.ts';

export interface OverdueWatchPorts {
  readonly ledger: AlertLedger;
  readonly orders: () => readonly OrderRow[];
  readonly settings: () => Settings;
  readonly isSnoozed: (order: OrderRow) => boolean;
}

/** What was not confirmed for so long may have been renewed: after sleep the polls come first. */
const CONFIRMED_MS = DAY_MS;

/**
 * Finds orders that are past the time at which they were renewed so far, each once for its leaf. Where a threshold before
 * the expiry was passed, that alert has said it; and a mere guess, without any renewal before, is shown but not told.
 */
export class OverdueWatch implements AlertRule {
  readonly name = 'overdue';
  readonly #ports: OverdueWatchPorts;

  constructor(ports: OverdueWatchPorts) {
    this.#ports = ports;
  }

  /** @param now Unix ms */
  due(now: number): Alert[] {
    const { orders, ledger, settings, isSnoozed } = this.#ports;
    return orders().flatMap((order) => {
      const { fingerprint256, notBefore, notAfter, lead } = order;
      if (fingerprint256 === null || notBefore === null || notAfter === null) return [];
      if (lead === null || lead.renewals === 0 || !isConfirmed(order, now) || isSnoozed(order)) return [];
      if (passedThresholds({ notBefore, notAfter }, settings(), now).length > 0) return [];
      const state = renewalState(order, now);
      const entry = { subject: fingerprint256, threshold: 'overdue' };
      if (state.kind !== 'overdue' || ledger.has(entry)) return [];
      return [{ news: { kind: 'overdue' as const, order, byMs: state.byMs }, entries: [entry] }];
    });
  }
}

function isConfirmed(order: OrderRow, now: number): boolean {
  const { lastConfirmedAt } = order;
  return isPushOnly(order) || (lastConfirmedAt !== null && now - lastConfirmedAt < CONFIRMED_MS);
}
