import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { LedgerEntry } from './alertLedger.ts';

/** Something that a person is to hear of. */
export type AlertNews =
  /** The leaf passed a threshold, or its notAfter. */
  | { readonly kind: 'expiry'; readonly order: OrderRow }
  | { readonly kind: 'renewed'; readonly order: OrderRow }
  /** Orders of one connection that could not be confirmed for a day; at least one. */
  | {
      readonly kind: 'unconfirmed';
      readonly connectionId: string;
      readonly first: OrderRow;
      readonly count: number;
    }
  /** The service refused the connection's token. */
  | { readonly kind: 'rejected'; readonly connectionId: string }
  /** Deliveries that count for nothing so far: one, or all at once whose names nobody knows. */
  | { readonly kind: 'deliveryWaits'; readonly count: number; readonly first: DeliveryView }
  /** A copy that is to be kept fresh, after a renewal of its order. `folder`: for people. */
  | {
      readonly kind: 'copy';
      readonly order: OrderRow;
      readonly folder: string;
      readonly outcome: CopyOutcome;
    };

/**
 * `unproven`: rewritten, but a server or a client does not take the files. `changed`: by another hand, or gone, so that
 * it was left alone.
 */
export type CopyOutcome = 'rewritten' | 'unproven' | 'changed' | 'failed';

/** News that is due, with what the ledger is to keep of it. */
export interface Alert {
  readonly news: AlertNews;
  readonly entries: readonly LedgerEntry[];
}
