import type { CommandRun } from '#shared/domain/copy.ts';
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
  /** Places that serve another leaf than the order has. Times in Unix ms. */
  | {
      readonly kind: 'drift';
      readonly order: OrderRow;
      /** When the order's leaf was first seen; `null`: not known. */
      readonly renewedAt: number | null;
      /** The one whose leaf ends first, such as `api.example.com:443`, and how many there are. */
      readonly place: string;
      readonly places: number;
      /** Of the leaf that is served there. */
      readonly servedNotAfter: number;
      /** The order never had that leaf. */
      readonly isForeign: boolean;
    }
  /** Past the usual time of renewal by `byMs`. */
  | { readonly kind: 'overdue'; readonly order: OrderRow; readonly byMs: number }
  /** A copy that is to be kept fresh, after a renewal of its order. `folder`: for people. */
  | {
      readonly kind: 'copy';
      readonly order: OrderRow;
      readonly folder: string;
      readonly outcome: CopyOutcome;
      /** Of `commandFailed` alone. */
      readonly command: CommandFailure | null;
    };

/**
 * `unproven`: rewritten, but a server or a client does not take the files. `commandFailed`: rewritten, but the command
 * after that did not do what it should. `changed`: by another hand, or gone, so that it was left alone. `held`: the
 * certificate is to be reviewed first.
 */
export type CopyOutcome = 'rewritten' | 'unproven' | 'commandFailed' | 'changed' | 'held' | 'failed';

/** How the command of a copy ended. */
export interface CommandFailure {
  /** Its name, without its folder. */
  readonly program: string;
  readonly outcome: Extract<CommandRun, { readonly kind: 'ended' }>['outcome'];
}

/** News that is due, with what the ledger is to keep of it. */
export interface Alert {
  readonly news: AlertNews;
  readonly entries: readonly LedgerEntry[];
  /** Called once the alert was shown, or counts as told. */
  readonly told?: () => void;
}

/** Finds the alerts of one kind. */
export interface AlertRule {
  /** Constant, for the log. */
  readonly name: string;
  /**
   * What a person should have heard by `now` (Unix ms) and has not, by the state of things and the ledger. It changes
   * nothing that would keep the same alert from being found again. It may throw: that ends no other rule.
   */
  due(now: number): readonly Alert[];
}
