import type { PollingState } from '../connection.ts';
import type { OrderRow } from '../order.ts';
import type { AppliedThresholds, ThresholdOrder } from '../ownThresholds.ts';
import type { Settings } from '../settings.ts';
import type { HelpfulAction } from './helpfulActions.ts';

/** How much a condition needs the user: now and badly, now, or perhaps later. */
export type Severity = 'critical' | 'attention' | 'notice';

/** What monitoring makes of a condition. `unknown`: the facts are too old to judge. */
export type CheckState = 'critical' | 'attention' | 'unknown';

/** The facts that decide the conditions of an order, besides the time. */
export type ConditionFacts = Pick<
  OrderRow,
  | 'notBefore'
  | 'notAfter'
  | 'notAfterSource'
  | 'chainEnd'
  | 'lastConfirmedAt'
  | 'failures'
  | 'failure'
  | 'findings'
  | 'source'
  | 'deployment'
  | 'authority'
  | 'lead'
  | 'tags'
  | 'thresholds'
>;

/** What the user, or the caller of a check, decided about conditions. */
export interface Terms {
  /** How long before its end (`endOf`) the certificate of an order is critical, and expiring. Milliseconds. */
  readonly criticalMs: (order: ThresholdOrder) => number;
  readonly warningMs: (order: ThresholdOrder) => number;
  /** The thresholds of the order itself or of its tags; `null`: it has none. */
  readonly own: (order: ThresholdOrder) => AppliedThresholds | null;
  readonly pollIntervalMinutes: number;
}

/**
 * Something that is wrong with an order, or may be. Every surface derives from it what it says: list, tray, details,
 * alerts, events, checks, JSON and metrics. Its words are `conditions.<kind>` of the texts.
 */
export interface Condition {
  /** Public: JSON, metrics and events have it. */
  readonly kind: string;
  /** The status of an order whose worst condition this is. */
  readonly status: string;
  readonly severity: Severity;
  /** What monitoring says, if not its severity (a notice is a warning there). `null`: nothing. */
  readonly check?: CheckState | null | ((order: ConditionFacts) => CheckState);
  /** An order without it does not have this condition. Most orders have none of the three. */
  readonly needs?: 'deployment' | 'authority' | 'findings';
  /** From when on it holds, as far as is known at `now`; `ALWAYS`, `NEVER`, or whole Unix ms. It must not allocate. */
  readonly from: (order: ConditionFacts, terms: Terms, now: number, polling: PollingState['kind']) => number;
  /** When it ends by time alone, Unix ms; absent: never. */
  readonly until?: (order: ConditionFacts, terms: Terms, now: number) => number;
  /** What helps, the best first; absent: nothing in the app. */
  readonly help?: readonly HelpfulAction[];
  /**
   * How the user is alerted when it begins; absent: another rule does, or none. Once for each certificate, urgently if it
   * is critical. The event's name is its kind.
   */
  readonly alert?: ConditionAlert;
  /**
   * Who alerts about a condition without an `alert` of its own: the reminders of the expiry, the alert about servers, which
   * names the place, or one about all orders of a connection.
   */
  readonly alertBy?: 'reminders' | 'servers' | 'unconfirmed' | 'rejected';
  /** How long after the certificate was first seen that other alert says nothing of this condition, in ms. */
  readonly alertAfter?: number;
}

export interface ConditionAlert {
  /** The setting that turns it off; `null`: none. */
  readonly setting: AlertSetting | null;
  /** There is no alert once the certificate had a reminder of its expiry, which says more. */
  readonly isBeforeReminders?: boolean;
  /** How long after the certificate was first seen there is none, in ms: the time to do what is to be done anyway. */
  readonly after?: number;
  /** There is none while one of these conditions holds: it says more, or nothing is known as long as it does. */
  readonly dependsOn?: readonly string[];
  /** There is none after this alert about the same certificate, which said it. */
  readonly toldBy?: ToldBy;
  /** It comes again after each confirmation of the service, and not once for each certificate. */
  readonly isEachTime?: true;
}

export type AlertSetting = Extract<keyof Settings, `alertOn${string}`>;

/** An alert about an event: a renewal that needs a review, and an automatic update that failed. */
export type ToldBy = 'review' | 'updateFailed';

/** An order with a certificate that was read. */
export type CertifiedOrder<Facts extends ConditionFacts> = Facts & {
  readonly notBefore: number;
  readonly notAfter: number;
};

/** Whether the certificate of an order was read; otherwise the service's word is all that is known. */
export function hasCertificate<Facts extends ConditionFacts>(order: Facts): order is CertifiedOrder<Facts> {
  return order.notAfterSource === 'certificate' && order.notAfter !== null && order.notBefore !== null;
}
