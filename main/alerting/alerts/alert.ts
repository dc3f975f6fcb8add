import type { Event } from '#main/platform/emitter.ts';
import type { Clock } from '#main/platform/time.ts';
import type { AlertedKind, Polling } from '#shared/domain/conditions/conditions.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { toReview } from '#shared/domain/finding.ts';
import type { NotificationState } from '#shared/domain/notificationState.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { UpdateFailure } from '#shared/domain/writeResult.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

/** What an alert is about. */
export type AlertEvent =
  /** The leaf passed a threshold or its notAfter. */
  | { readonly kind: 'expiry'; readonly order: OrderRow }
  /** `isDeployed`: whether every server and exported file has the new leaf; `null`: there are none. */
  | { readonly kind: 'renewed'; readonly order: OrderRow; readonly isDeployed: boolean | null }
  /** The daily summary of short-lived certificates. `orders`: at least two. `isDeployed`: of all of them. */
  | {
      readonly kind: 'renewals';
      readonly orders: readonly OrderRow[];
      readonly count: number;
      readonly isDeployed: boolean;
    }
  /** Orders of one connection that could not be confirmed for a day. `count`: at least 1. */
  | {
      readonly kind: 'unconfirmed';
      readonly connectionId: string;
      readonly first: OrderRow;
      readonly count: number;
    }
  | { readonly kind: 'rejected'; readonly connectionId: string }
  /** One delivery that waits for the user, or all with unknown names. */
  | { readonly kind: 'deliveryWaits'; readonly count: number; readonly first: DeliveryView }
  /** Endpoints that serve another leaf, or another chain, than the order has. Times in Unix ms. */
  | {
      readonly kind: 'drift';
      readonly order: OrderRow;
      /** When the order's leaf was first seen, or `null`. */
      readonly renewedAt: number | null;
      /** The endpoint where it expires first, such as `api.example.com:443`. */
      readonly place: string;
      readonly places: number;
      /** When what is served at `place` expires. */
      readonly servedNotAfter: number;
      readonly cause: DriftCause;
    }
  /** A condition began that has an alert. */
  | { readonly kind: 'condition'; readonly condition: AlertedKind; readonly order: OrderRow }
  /** An automatic update of exported files after a renewal succeeded. `folder`: for display, as in the next. */
  | { readonly kind: 'filesUpdated'; readonly order: OrderRow; readonly folder: string }
  /** One that did not. */
  | {
      readonly kind: 'copy';
      readonly order: OrderRow;
      readonly folder: string;
      readonly outcome: UpdateFailure;
      /** Only for `commandFailed`. */
      readonly command: CommandFailure | null;
    };

/**
 * What an endpoint has: a leaf that the order never had, a former one, or the current one with a chain that expires before it.
 */
export type DriftCause = 'foreign' | 'former' | 'chain';

export interface CommandFailure {
  readonly program: string;
  readonly outcome: Extract<ProgramRun, { readonly kind: 'ended' }>['outcome'];
}

/**
 * Whether an event is a single fact, for programs alone: what people read says it together with others. The webhook gets it,
 * but neither notifications nor the command.
 */
export function isFact(event: AlertEvent): boolean {
  return event.kind === 'filesUpdated';
}

/** An alert that is due, with its entries for the ledger. */
export interface Alert {
  readonly event: AlertEvent;
  readonly entries: readonly LedgerEntry[];
  /** By which its rule knows whether it is still true (`holds`); absent: by its entries. */
  readonly reasons?: readonly LedgerEntry[];
  /** Called when the alert was shown, or counts as sent. */
  readonly onShown?: () => void;
}

export interface AlertRulePorts {
  readonly clock: Clock;
  readonly ledger: AlertLedger;
  /** All orders that were not removed. */
  readonly orders: () => readonly OrderRow[];
  /** When an order was added, Unix ms; `null` when it is gone. */
  readonly addedAt: (orderId: string) => number | null;
  readonly settings: () => Settings;
  readonly isSnoozed: (order: OrderRow) => boolean;
  /** How a connection or a hook is polled. */
  readonly pollingKind: (sourceId: string) => Polling;
}

/** Finds the alerts of one kind. */
export interface AlertRule {
  /** Constant, for the log. */
  readonly name: string;
  /** The alerts that are due at `now` (Unix ms), until they are in the ledger. May throw: the other rules go on. */
  evaluate(now: number): readonly Alert[];
  /** Whether an alert is held back for some minutes, so that the rule has to be evaluated again soon. */
  isHolding?(): boolean;
  /**
   * Whether an alert of this rule would still be true at `now` (Unix ms), by one of its entries: otherwise its notification is
   * closed. Entries of other rules are not.
   */
  holds(entry: LedgerEntry, now: number): boolean;
}

/** What a notification says and does. Plain text: the sink escapes it. */
export interface NotificationContent {
  readonly title: string;
  readonly body: string;
  /** Stays on screen until dismissed, if the desktop supports it. */
  readonly urgent: boolean;
  /** What a click on the notification itself does. Some desktops show it as a button with its label. */
  readonly click: NotificationButton;
  /** Shown beside it where the system has buttons, the most useful first. */
  readonly buttons?: readonly NotificationButton[];
}

export interface NotificationButton {
  readonly label: string;
  readonly run: () => void;
}

/** Shows notifications of the operating system. Nothing of it throws. */
export interface NotificationSink {
  /** Begins to find out where notifications go. To be called once. */
  start(): void;
  /** Fires when `state` is another one. */
  readonly onDidChange: Event<void>;
  state(): NotificationState;
  /** @param told is called once, with the id of the notification, empty if it can't be closed; `null`: it is not shown */
  show(content: NotificationContent, told?: (id: string | null) => void): void;
  /** Takes back one that was shown, where the system allows it also by the app before its restart. One that is gone is no error. */
  close(id: string): void;
  /** Fires with the id of a notification that is gone from the screen, by the user or by `close`. */
  readonly onDidClose: Event<string>;
}

/** What several events have in common: good news is a cause apart from what needs the user. */
export function causeOf(
  event: AlertEvent,
): Exclude<AlertEvent['kind'], 'condition' | 'renewals'> | AlertedKind | 'renewedReview' {
  if (event.kind === 'condition') return event.condition;
  if (event.kind === 'renewed' && toReview(event.order.findings).length > 0) return 'renewedReview';
  return event.kind === 'renewals' ? 'renewed' : event.kind;
}
